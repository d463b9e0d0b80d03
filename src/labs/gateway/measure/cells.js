import path from 'node:path'
import { withCompanions } from '../../../measure/launch/companions.js'
import { mergeHistograms } from '../../../stats/micros-histogram.js'
import { workshopRoot } from '../../../system/files/workshop-root.js'
import { freePorts } from '../../../system/ports.js'
import { cellProgress } from '../../skeleton/cell-progress.js'
import { repeatPlayer } from '../../skeleton/repeat-player.js'
import { playStages } from '../../skeleton/stages/stages.js'
import { CERTIFICATE_FILE, CERTIFICATE_FOLDER } from '../experiment.js'
import { playFirstRequests, playGateway } from './launch.js'
import { estimateGatewaysMs, gatewayVariant, plannedGateways } from './plan.js'

/** @import { LabOrigin, LabSession } from '../../skeleton/types.js' */
/** @import { GatewayLab, GatewayManifest, GatewayTypes, GatewayVariant, UpstreamCheck } from '../types.js' */
/** @import { PlannedGateway } from './plan.js' */

/**
 * At 3,000 requests/s of 100 ms, with the 10 ms that may be added, 330 are in flight. All are opened before: a handshake during the load
 * would delay requests in both processes, and count as time of the upstream.
 */
const CONNECTIONS = { first: 400, most: 400 }
const ANSWER_LIMIT_MS = 5000

/**
 * @typedef {object} Upstream
 * @property {string} origin
 * @property {Record<string, string>} env of a gateway that calls it
 * @property {AbortSignal} signal aborts as that of the run does, and with ERR_COMPANION_EXITED when the upstream ends
 * @property {() => number | null} cpuMicros returns the CPU that it has used until now; null where the system does not report it
 */

/** The upstream takes a seed below this. */
const SEEDS = 1e6
/** Where the certificate stays from run to run. */
const certificateFolder = path.join(workshopRoot, CERTIFICATE_FOLDER)

/**
 * Returns run.json of a gateway lab as it begins.
 * @param {LabOrigin<GatewayTypes>} origin @returns {GatewayManifest}
 */
export function gatewayManifest(origin) {
  return origin
}

/**
 * Measures a gateway lab: every variant in launches of its own, each with an upstream of its own, after the upstream was checked.
 * @param {LabSession<GatewayTypes>} session
 */
export async function measureGatewayLab(session) {
  const { manifest, signal, notify } = session
  const { lab, plan } = manifest
  notify({ type: 'stage', stage: 'upstream' })
  await checkUpstreams(session)
  const cells = plannedGateways(lab, plan)
  const notifyAfter = cellProgress({ cells, estimateMs: some => estimateGatewaysMs(lab, some), notify })
  const playRepeat = repeatPlayer(session)
  notifyAfter(0)
  for (const [index, cell] of cells.entries()) {
    signal.throwIfAborted()
    await playRepeat(cell.repeat, () => () => measureCell(session, cell), cell.variant)
    notifyAfter(index + 1)
  }
}

/** @param {LabSession<GatewayTypes>} session @param {PlannedGateway} cell */
async function measureCell({ run, manifest: { lab, plan }, signal }, { variant: name, repeat, stages }) {
  const variant = gatewayVariant(lab, name)
  // Of all variants of a repeat the same, so that chance does not make them differ.
  const seed = plan.seed + repeat
  await withUpstream(lab, { ...variant, seed }, signal, async upstream => {
    if (stages) {
      const played = await playGateway(variant, upstream, stages, run.cellsLog)
      run.append('cells', { variant: name, repeat, stages, ...played })
    } else run.append('firsts', { variant: name, repeat, ...(await playFirstRequests(variant, upstream)) })
  })
}

/** Checks what the upstream adds, over TLS or plain as the variants need it. @param {LabSession<GatewayTypes>} session */
async function checkUpstreams({ run, manifest: { lab, plan }, signal: ended }) {
  const { ratePerSecond, durationMs } = lab.upstreamLimit
  const kinds = plannedGateways(lab, plan).map(({ variant }) => gatewayVariant(lab, variant).isTls)
  for (const isTls of new Set(kinds)) {
    await withUpstream(lab, { isTls, upstreamEnv: {}, seed: plan.seed }, ended, async ({ origin, signal }) => {
      const load = { ratePerSecond, durationMs: durationMs[plan.length], logPath: run.cellsLog, signal }
      run.append('checks', { isTls, ...(await checkUpstream(origin, load)) })
    })
  }
}

/**
 * Calls a function while an upstream listens, on a port of its own, so that several runs can be under way at once.
 * @template T
 * @param {GatewayLab} lab
 * @param {Pick<GatewayVariant, 'isTls' | 'upstreamEnv'> & { seed: number }} asked `seed` of its times
 * @param {AbortSignal} signal @param {(upstream: Upstream) => Promise<T>} use
 * @returns {Promise<T>} rejects with ERR_COMPANION_EXITED too
 */
export async function withUpstream({ upstream }, { isTls, upstreamEnv, seed }, signal, use) {
  const { command, callMs, tailMs, networkMs } = upstream
  const [port] = await freePorts(1)
  const origin = `${isTls ? 'https' : 'http'}://127.0.0.1:${port}`
  const latency = { MEAN_MS: String(callMs), TAIL_MS: String(tailMs), NETWORK_MS: String(networkMs) }
  const times = { ...latency, SEED: String(seed % SEEDS) }
  const place = { HOST: '127.0.0.1', PORT: String(port), TLS: isTls ? 'on' : 'off' }
  const companion = {
    name: command.join(' '),
    command,
    env: { NODE_OPTIONS: '', CERTIFICATE_FOLDER: certificateFolder, ...times, ...place, ...upstreamEnv },
    cwd: workshopRoot
  }
  const env = { UPSTREAM: origin, CA: isTls ? path.join(certificateFolder, CERTIFICATE_FILE) : '' }
  return withCompanions([companion], { signal, notify: () => {} }, ({ signal, readCpu }) =>
    use({ origin, env, signal, cpuMicros: () => readCpu()[0]?.cpuMicros ?? null })
  )
}

/**
 * Measures what an upstream adds to the time that it draws for each call, at a constant rate.
 * @param {string} origin @param {object} load @param {number} load.ratePerSecond @param {number} load.durationMs
 * @param {string} load.logPath file that the output of the generator is appended to
 * @param {AbortSignal} load.signal
 * @returns {Promise<Omit<UpstreamCheck, 'isTls'>>} rejects with ERR_TOOL, or with the signal's reason
 */
export async function checkUpstream(origin, { ratePerSecond, durationMs, logPath, signal }) {
  const { stages, points } = await playStages(
    {
      url: `${origin}/items/first`,
      // The first second compiles the code of both processes.
      stages: [
        { ratePerSecond, durationMs: 1000 },
        { ratePerSecond, durationMs }
      ],
      connections: CONNECTIONS,
      answerLimitMs: ANSWER_LIMIT_MS,
      pointMs: 1000,
      timings: ['drawn'],
      intended: 'drawn'
    },
    { logPath, signal }
  )
  const [, measured] = stages
  const { sent = 0, completed = 0, addedMicros = null, sendDelayP99Micros = 0 } = measured ?? {}
  const added = addedMicros === null ? null : mergeHistograms([addedMicros])
  return {
    ratePerSecond,
    durationMs,
    sent,
    failed: sent - completed,
    addedP50Ms: added && added.getValueAtPercentile(50) / 1e3,
    addedP99Ms: added && added.getValueAtPercentile(99) / 1e3,
    addedMaxMs: added && added.maxValue / 1e3,
    generatorDelayP99Ms: sendDelayP99Micros / 1e3,
    highestInFlight: Math.max(...points.map(({ inFlight }) => inFlight))
  }
}
