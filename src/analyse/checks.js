const BUSY_GENERATOR_SHARE = 0.85
const BUSY_SERVER_UTILIZATION = 0.9

/**
 * @typedef {import('../types.js').SliceRecord} SliceRecord
 * @typedef {import('../types.js').Experiment} Experiment
 */

/**
 * Why a slice did not measure what it should, or nothing. Such a slice is void: it counts in no figure.
 * @param {Pick<SliceRecord, 'variant' | 'completed' | 'errors' | 'timeouts' | 'non2xx' | 'contentEncodings'>} slice
 * @param {Experiment} experiment
 * @returns {string[]}
 */
export function voidReasons(slice, experiment) {
  const expected = experiment.variants.find(({ name }) => name === slice.variant)?.contentEncoding
  const others = Object.keys(slice.contentEncodings).filter(encoding => encoding !== expected)
  const reasons = []
  if (slice.completed === 0) reasons.push('no request was completed')
  if (slice.errors > 0) reasons.push(`${slice.errors} requests without an answer`)
  if (slice.timeouts > 0) reasons.push(`${slice.timeouts} timeouts`)
  if (slice.non2xx > 0) reasons.push(`${slice.non2xx} answers other than 2xx`)
  if (others.length > 0) reasons.push(`content-encoding ${others.join(', ')} where ${expected} was due`)
  return reasons
}

/**
 * What makes the figures of a run doubtful without voiding a slice, as sentences.
 * @param {SliceRecord[]} slices
 * @param {import('../types.js').LaunchRecord[]} launches
 * @returns {string[]}
 */
export function warningsOf(slices, launches) {
  const closed = slices.filter(slice => slice.load.mode === 'closed')
  const warnings = []
  const busy = closed.filter(slice => generatorShare(slice) > BUSY_GENERATOR_SHARE)
  if (busy.length > 0) {
    warnings.push(
      `In ${busy.length} of ${closed.length} closed-loop slices the generator used more than ${BUSY_GENERATOR_SHARE * 100} % ` +
        'of a core: requests/s and latency may be its own limit. CPU per request stands.'
    )
  }
  const idle = closed.filter(slice => slice.server.eventLoopUtilization < BUSY_SERVER_UTILIZATION)
  if (idle.length > 0) {
    warnings.push(
      `In ${idle.length} of ${closed.length} closed-loop slices the server's event loop was less than ` +
        `${BUSY_SERVER_UTILIZATION * 100} % busy: it was not the bottleneck, so requests/s says little about it.`
    )
  }
  const killed = launches.filter(({ exit }) => exit.escalated)
  if (killed.length > 0) {
    warnings.push(
      `${killed.map(({ id }) => id).join(', ')} had to be killed: not ended by SIGTERM, a profile lacks its last part.`
    )
  }
  const failed = launches.filter(({ exit }) => !exit.escalated && exit.code !== 0 && exit.signal === null)
  if (failed.length > 0) {
    warnings.push(
      `${failed.map(({ id, exit }) => `${id} (exit code ${exit.code})`).join(', ')} failed while stopping: see stderr.log.`
    )
  }
  return warnings
}

/** @param {SliceRecord} slice the generator's share of one core */
function generatorShare({ generatorProcess, durationMs }) {
  return (generatorProcess.cpuUserMicros + generatorProcess.cpuSystemMicros) / (durationMs * 1e3)
}
