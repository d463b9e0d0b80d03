import { fileInFolder } from '../profile/file-in-folder.js'
import { shown } from '../report/text.js'

/**
 * @import { Blame } from '../blame/types.js'
 * @import { BlameLine } from '../report/blame-sections.js'
 * @import { Analysis } from '../types.js'
 */

/**
 * What the flame graph of the page is to go to, for an attribute.
 * @param {Pick<BlameLine, 'name' | 'functions'>} line
 * @param {string} difference its cost in words
 * @param {Pick<Blame, 'profiler' | 'candidate'>} blame
 * @param {Pick<Analysis, 'candidates' | 'folder'>} analysis
 * @returns {string} JSON; empty where there is nothing to show
 */
export function framesText({ name: row, functions }, difference, { profiler, candidate }, { candidates, folder }) {
  if (functions.length === 0) return ''
  const frames = functions.map(({ name, file, line }) => ({
    name: shown(name),
    file: shown(fileInFolder(file, folder)),
    line
  }))
  const words = `In the blame: ${difference} ${shown(row)}`
  return JSON.stringify({ profiler, candidate: 1 + candidates.indexOf(candidate), frames, words })
}
