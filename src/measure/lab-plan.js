/**
 * @import { Lab, LabLength } from '../experiments/lab-types.js'
 * @import { LabPlan } from '../runs/types.js'
 */

/**
 * Returns the plan of a lab.
 * @param {Lab} lab
 * @param {{ part: string, length: LabLength, seed: number }} options
 * @returns {LabPlan}
 */
export function planLab({ repeats }, { part, length, seed }) {
  const { all, dropped } = repeats[length]
  // Only the table of the paper is measured in repeats of the same cells.
  return part === 'table'
    ? { part, length, seed, repeats: all, dropped }
    : { part, length, seed, repeats: 1, dropped: 0 }
}
