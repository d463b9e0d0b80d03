import { fileInFolder } from '../../profile/file-in-folder.js'
import { shown } from './shown.js'

/**
 * Functions as the flame graph of the page knows them, for an attribute.
 * @param {import('../../types.js').FunctionName[]} functions each calls the next
 * @param {Pick<import('../../types.js').Blame, 'profiler' | 'candidate'>} blame
 * @param {Pick<import('../../types.js').Analysis, 'candidates' | 'folder'>} analysis
 * @returns {string} JSON; empty where there is nothing to show
 */
export function framesText(functions, { profiler, candidate }, { candidates, folder }) {
  if (functions.length === 0) return ''
  const frames = functions.map(({ name, file, line }) => ({
    name: shown(name),
    file: shown(fileInFolder(file, folder)),
    line
  }))
  return JSON.stringify({ profiler, candidate: 1 + candidates.indexOf(candidate), frames })
}
