import { fileInFolder } from '../profile/file-in-folder.js'
import { formatCostDifference } from '../report/format.js'
import { shown } from '../report/text.js'

/**
 * @import { Blame } from '../blame/types.js'
 * @import { BlameLine } from '../report/blame-sections.js'
 * @import { Analysis } from '../types.js'
 */

/**
 * Returns which frames of the flame graph a row of the blame table leads to, as the text of an attribute.
 * @param {Pick<BlameLine, 'name' | 'functions' | 'cost'>} line
 * @param {Pick<Blame, 'profiler' | 'candidate' | 'unit'>} blame
 * @param {Pick<Analysis, 'candidates' | 'folder'>} analysis
 * @returns {string} JSON; empty where the row names no function
 */
export function framesText({ name: row, functions, cost }, { profiler, candidate, unit }, { candidates, folder }) {
  if (functions.length === 0) return ''
  const frames = functions.map(({ name, file, line }) => ({
    name: shown(name),
    file: shown(fileInFolder(file, folder)),
    line
  }))
  const words = `Blame table: ${shown(row)} ${formatCostDifference(cost, unit)}`
  return JSON.stringify({ profiler, candidate: 1 + candidates.indexOf(candidate), frames, words })
}
