import path from 'node:path'
import { withCompanions } from '../../../measure/launch/companions.js'
import { workshopRoot } from '../../../system/files/workshop-root.js'
import { freePorts } from '../../../system/ports.js'

/**
 * @import { GatewayLab, GatewayVariant } from '../types.js'
 */

/**
 * @typedef {{ certificate: string, logPath: string, signal: AbortSignal }} GatewayPlace `certificate`: the folder that it is kept in;
 *   `logPath`: file that the output of generators is appended to
 *
 * @typedef {object} Upstream
 * @property {string} origin
 * @property {Record<string, string>} env of a gateway that calls it
 * @property {AbortSignal} signal aborts as that of the place does, and with ERR_COMPANION_EXITED when the upstream ends
 * @property {() => number | null} cpuMicros returns the CPU that it has used until now; null where the system does not report it
 */

/** The upstream takes a seed below this. */
const SEEDS = 1e6
const CERTIFICATE_FILE = 'certificate.pem'

/**
 * Calls a function while an upstream listens, on a port of its own, so that several runs can be under way at once.
 * @template T
 * @param {GatewayLab} lab
 * @param {Pick<GatewayVariant, 'isTls' | 'upstreamEnv'> & { seed: number }} asked `seed` of its times
 * @param {GatewayPlace} place
 * @param {(upstream: Upstream) => Promise<T>} use
 * @returns {Promise<T>} rejects with ERR_COMPANION_EXITED too
 */
export async function withUpstream({ upstream }, { isTls, upstreamEnv, seed }, { certificate, signal }, use) {
  const { command, callMs, tailMs, networkMs } = upstream
  const [port] = await freePorts(1)
  const origin = `${isTls ? 'https' : 'http'}://127.0.0.1:${port}`
  const latency = { MEAN_MS: String(callMs), TAIL_MS: String(tailMs), NETWORK_MS: String(networkMs) }
  const times = { ...latency, SEED: String(seed % SEEDS) }
  const place = { HOST: '127.0.0.1', PORT: String(port), TLS: isTls ? 'on' : 'off', CERTIFICATE_FOLDER: certificate }
  const companion = {
    name: command.join(' '),
    command,
    env: { NODE_OPTIONS: '', ...times, ...place, ...upstreamEnv },
    cwd: workshopRoot
  }
  const env = { UPSTREAM: origin, CA: isTls ? path.join(certificate, CERTIFICATE_FILE) : '' }
  return withCompanions([companion], { signal, notify: ignore }, ({ signal, readCpu }) =>
    use({ origin, env, signal, cpuMicros: () => readCpu()[0]?.cpuMicros ?? null })
  )
}

function ignore() {}
