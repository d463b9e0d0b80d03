import { upgradeBaseline } from './upgrade-baseline.js'

/**
 * @import { SavedProblem } from '../errors/types.js'
 * @import { Finding, RunManifest } from './types.js'
 */

/**
 * Returns a run.json of schema 4 or 5 in the present schema, and any other content as it is. What was measured is the same.
 * Schema 5 renames the kinds of slices in the design, and saves errors and findings as codes with details instead of
 * sentences. Schema 6 has rounds for the verdict and rounds for size and blame, where one kind of round was for both. The first labs had
 * one part, their table. A baseline in it has a version of its own.
 * @param {any} content
 * @returns {RunManifest}
 */
export function upgradeManifest(content) {
  if (content?.schemaVersion === 4) return upgradeManifest(fromFour(content))
  if (content?.schemaVersion === 5) return fromFive(content)
  if (content?.against) return { ...content, against: upgradeBaseline(content.against) }
  return content?.lab && content.plan ? { ...content, plan: { part: 'table', ...content.plan } } : content
}

/** @param {any} content */
function fromFour(content) {
  const { generatorNotes, problem, preflight, ...kept } = content
  const { togetherMs, slices, ...design } = content.design
  return {
    ...kept,
    schemaVersion: 5,
    problem: problem && upgradeProblem(problem),
    preflight: preflight.map((/** @type {any} */ finding) => upgradeFinding(finding, content.machine.governor)),
    design: {
      ...design,
      sharedCoreMs: togetherMs,
      slices: { sharedCore: slices.together, separate: slices.bare, profiled: slices.profiled }
    }
  }
}

/** @param {any} content @returns {RunManifest} */
function fromFive({ design, timing, calibration = null, ...kept }) {
  const { profiledRounds, batchRounds, warmupMs, slices, profilers, ...same } = design
  return {
    ...kept,
    schemaVersion: 6,
    timing: { startMs: 0, stopMs: 0, keptMs: 0, collectMs: 0, ...timing },
    // The first calibrations have no bound of their interval.
    calibration: calibration?.identical?.change?.bound === undefined ? null : calibration,
    design: {
      ...same,
      detailRounds: 0,
      coldRequests: null,
      loadRounds: { unprofiled: batchRounds ?? same.rounds, profiled: profiledRounds ?? same.rounds },
      warmUp: { mostMs: warmupMs, mostRequests: Number.POSITIVE_INFINITY, chunkMs: warmupMs },
      slices: {
        sharedCore: slices.sharedCore,
        separate: slices.separate,
        detail: slices.profiled,
        others: slices.separate
      },
      detailLoad: same.loads[0],
      profilers: profilers.map((/** @type {any} */ { batches, ...profiler }) => ({
        ...profiler,
        playsLoads: batches,
        isAlone: true
      }))
    }
  }
}

/**
 * Returns a saved error with its details. Of one that was saved with its message alone, that is the message.
 * @template {object} Saved
 * @param {Saved & { code: string, message?: string }} saved
 * @returns {Omit<Saved, 'code' | 'message'> & SavedProblem}
 */
export function upgradeProblem({ message, ...saved }) {
  const problem = message === undefined ? saved : { ...saved, code: 'ERR_RECORDED', details: { message } }
  return /** @type {any} */ (problem)
}

/** @type {(finding: { code: Finding['code'] }, governor: string) => Finding} */
function upgradeFinding({ code }, governor) {
  if (code === 'busy') return { code, busyShare: null }
  return code === 'governor' ? { code, governor } : { code }
}
