/**
 * @import { ListedRun } from '../../runs/list-runs.js'
 * @import { RunManifest } from '../../runs/types.js'
 * @import { RunAnswer } from '../types.js'
 */

/**
 * @typedef {RunAnswer & { workload: string }} MeasuredAnswer `workload`: what was measured apart from the variants. It is the same text
 *   for the same values, and is shown nowhere
 */

/**
 * Returns the answers of a run with its workload: the deciding load and the requests, or the cells of a lab.
 * @param {ListedRun} run
 * @param {RunAnswer[]} answers of the same run
 * @returns {MeasuredAnswer[]}
 */
export function withWorkload({ manifest, lab }, answers) {
  if (!manifest || answers.length === 0) return []
  const workload = JSON.stringify('lab' in manifest ? (lab?.workload(manifest) ?? manifest.plan) : sentBy(manifest))
  return answers.map(answer => ({ ...answer, workload }))
}

/** @param {RunManifest} manifest */
function sentBy({ design, experiment: { request, requests } }) {
  return [design.loads[0], requests ?? request]
}
