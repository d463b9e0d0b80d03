/**
 * @import { ListedRun } from '../../runs/list-runs.js'
 * @import { LabManifest } from '../../labs/skeleton/types.js'
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
export function withWorkload({ manifest }, answers) {
  if (!manifest || answers.length === 0) return []
  const workload = JSON.stringify('lab' in manifest ? cellsOf(manifest) : sentBy(manifest))
  return answers.map(answer => ({ ...answer, workload }))
}

/** @param {RunManifest} manifest */
function sentBy({ design, experiment: { request, requests } }) {
  return [design.loads[0], requests ?? request]
}

/** @param {LabManifest} manifest */
function cellsOf({ lab, plan: { part, length } }) {
  switch (lab.name) {
    case 'copy':
      return [part, lab.variants.map(({ sizes }) => sizes[length])]
    case 'upload':
      return [part, lab.batches[length], lab.settings[length]]
    case 'gateway':
      return [part, length, lab.stages]
    case 'store':
      return [part, lab.operations, lab.levels[length], lab.durationMs[length]]
  }
}
