/** @import { LabLength, LabPlan } from '../../runs/lab-types.js' */
/** @import { Lab } from './types.js' */

/**
 * Returns the plan of a lab.
 * @param {Lab['question']} question @param {{ part: string, length: LabLength, seed: number }} options
 * @returns {LabPlan}
 */
export function planLab({ repeats, partRepeats = {} }, { part, length, seed }) {
  // Other parts have repeats only where the lab says so.
  const own = part === 'table' ? repeats : partRepeats[part]
  const { all, dropped } = own?.[length] ?? { all: 1, dropped: 0 }
  return { part, length, seed, repeats: all, dropped }
}
