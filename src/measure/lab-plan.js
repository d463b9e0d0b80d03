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
export function planLab({ repeats, partRepeats = {} }, { part, length, seed }) {
  const { all, dropped } = (partRepeats[part] ?? repeats)[length]
  return { part, length, seed, repeats: all, dropped }
}
