/**
 * @import { SavedProblem } from '../errors.js'
 * @import { Finding, RunManifest } from './types.js'
 */

/**
 * Returns a run.json of schema 4 in the present schema, and any other content as it is. What was measured is the same: schema
 * 5 renames the kinds of slices in the design, and saves errors and findings as codes with details instead of sentences.
 * @param {any} content
 * @returns {RunManifest}
 */
export function upgradeManifest(content) {
  if (content?.schemaVersion !== 4) return content
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
