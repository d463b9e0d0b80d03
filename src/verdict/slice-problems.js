import { isSeparate } from './slice-kinds.js'

/**
 * @import { Experiment } from '../experiments/types.js'
 * @import { SliceRecord } from '../runs/types.js'
 * @import { Flaw } from './types.js'
 */

/** A generator with work for nearly a whole core measures itself, and so does an open loop that sends late. */
export const BUSY_GENERATOR_SHARE = 0.85
const LATE_SEND_MICROS = 5000
/** A server that is the limit keeps its event loop, or its threads together, busy for all of a core. */
export const BUSY_SERVER_SHARE = 0.9

/**
 * Why a slice did not measure what it should, or nothing. With a flaw in `everything` it counts in no figure, with one in
 * `pace` not in requests/s and latency: what a request costs the server depends far less on who was the limit.
 * @param {SliceRecord} slice
 * @param {Experiment} experiment
 * @returns {Flaw[]}
 */
export function flawsOf(slice, experiment) {
  return [
    ...answerFlaws(slice, experiment).map(text => ({ spoils: /** @type {const} */ ('everything'), text })),
    ...(isSeparate(slice) ? paceFlaws(slice) : []).map(text => ({
      spoils: /** @type {const} */ ('pace'),
      text
    }))
  ]
}

/**
 * What is wrong with the answers themselves.
 * @param {Pick<SliceRecord, 'variant' | 'completed' | 'errors' | 'timeouts' | 'non2xx' | 'contentEncodings'>} slice
 * @param {Experiment} experiment
 * @returns {string[]}
 */
export function answerFlaws(slice, experiment) {
  const expected = experiment.variants.find(({ name }) => name === slice.variant)?.contentEncoding
  const others = Object.keys(slice.contentEncodings).filter(encoding => encoding !== expected)
  const flaws = []
  if (slice.completed === 0) flaws.push('no request was completed')
  if (slice.errors > 0) flaws.push(`${slice.errors} requests without an answer`)
  if (slice.timeouts > 0) flaws.push(`${slice.timeouts} timeouts`)
  if (slice.non2xx > 0) flaws.push(`${slice.non2xx} answers other than 2xx`)
  if (others.length > 0) flaws.push(`content-encoding ${others.join(', ')} where ${expected} was due`)
  return flaws
}

/** @param {SliceRecord} slice @returns {string[]} */
function paceFlaws(slice) {
  const flaws = []
  if (slice.load.mode !== 'batch' && generatorShare(slice) > BUSY_GENERATOR_SHARE)
    flaws.push(
      `the generator was busy for more than ${BUSY_GENERATOR_SHARE * 100} % of the time and may have been the limit`
    )
  if (slice.load.mode === 'closed' && serverShare(slice) < BUSY_SERVER_SHARE)
    flaws.push(`the server was less than ${BUSY_SERVER_SHARE * 100} % busy: it was not the bottleneck`)
  if (slice.pace && slice.pace.sendDelayP99Micros > LATE_SEND_MICROS)
    flaws.push(`the generator sent more than one request in a hundred over ${LATE_SEND_MICROS / 1e3} ms late`)
  if (slice.pace?.isSaturated)
    flaws.push(`the server did not keep up with ${Math.round(slice.pace.intendedRatePerSecond)} requests/s`)
  return flaws
}

/**
 * How much of a core the generator had work for: of the time its event loop was not waiting, or of a core its threads
 * together used, whichever is more. A generator that others keep from its core uses little of it and is no less the limit.
 * @param {SliceRecord} slice
 */
export function generatorShare({ generatorProcess, durationMs }) {
  const { cpuUserMicros, cpuSystemMicros, eventLoopUtilization } = generatorProcess
  return Math.max(eventLoopUtilization, (cpuUserMicros + cpuSystemMicros) / (durationMs * 1e3))
}

/**
 * How much of a core the server had work for: of the time its event loop was not waiting, or of a core its threads
 * together used, whichever is more. A loop that waits for its own thread pool is no less the limit.
 * @param {SliceRecord} slice
 */
export function serverShare({ server, durationMs }) {
  return Math.max(server.eventLoopUtilization, server.cpuMicros / (durationMs * 1e3))
}
