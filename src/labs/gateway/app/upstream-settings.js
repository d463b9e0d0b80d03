import { UsageError } from '../../../app/toggles.js'
import { readWhole } from '../../skeleton/app/settings.js'
import { readWord } from './settings.js'
import { PAPER_LATENCY } from './upstream-handler.js'

/** @typedef {ReturnType<typeof readUpstreamSettings>} UpstreamSettings */

const MOST_MS = 600_000

/**
 * Reads the environment: HOST, PORT, TLS, CERTIFICATE_FOLDER, SEED, and the times in milliseconds, see upstream-handler.js: MEAN_MS,
 * TAIL_MS, NETWORK_MS, STEP_AFTER_MS, STEP_MS.
 * @param {NodeJS.ProcessEnv} env
 * @throws {UsageError}
 */
export function readUpstreamSettings(env) {
  const latency = {
    meanMs: readMs(env, 'MEAN_MS', PAPER_LATENCY.meanMs),
    tailMs: readMs(env, 'TAIL_MS', PAPER_LATENCY.tailMs),
    networkMs: readMs(env, 'NETWORK_MS', PAPER_LATENCY.networkMs),
    stepAfterMs: readMs(env, 'STEP_AFTER_MS', PAPER_LATENCY.stepAfterMs),
    stepMs: readMs(env, 'STEP_MS', PAPER_LATENCY.stepMs)
  }
  if (latency.tailMs > latency.meanMs) throw new UsageError('TAIL_MS is a part of MEAN_MS, and cannot be more')
  return {
    host: env.HOST || '127.0.0.1',
    port: readWhole('PORT', env.PORT || '9080', { least: 0, most: 65_535 }),
    tls: readWord(env, 'TLS', ['off', 'on']),
    /** Where the certificate is kept; undefined for the usual place. */
    certificateFolder: env.CERTIFICATE_FOLDER || undefined,
    /** Of the times. */
    seed: readWhole('SEED', env.SEED || '1', { least: 0, most: 999_999 }),
    latency
  }
}

/** @param {NodeJS.ProcessEnv} env @param {string} variable @param {number} usual */
function readMs(env, variable, usual) {
  const text = env[variable] || String(usual)
  const ms = /^\d{1,6}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (ms <= MOST_MS) return ms
  throw new UsageError(`${variable} must be a number of milliseconds from 0 to ${MOST_MS}, not ${JSON.stringify(text)}`)
}
