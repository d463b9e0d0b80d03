/** @import { ProfilerName } from '../../profile/types.js' */
/** @import { Analysis } from '../../types.js' */

/** What the files of tools with a view of their own are opened with, and what a reader looks for there. @type {Partial<Record<ProfilerName, string>>} */
const views = {
  '0x': 'in a browser: frames wide at the top that the other file lacks',
  'clinic-doctor': 'in a browser: the problem that it names',
  'clinic-flame': 'in a browser: frames of your files that are hot',
  'clinic-heap': 'in a browser: functions of your files that allocate',
  'clinic-bubble': 'in a browser: the largest bubble',
  devtools: 'in Chrome DevTools, Performance: self time in Bottom-up',
  heap: 'in Chrome DevTools, Memory: the largest self sizes'
}

/**
 * Returns the file of each tool with a view of its own that is to be opened, and what to look for there; the last variant's, which is a
 * candidate where there is one. Nobody asked for launches that sample allocations where a run added them.
 * @param {Pick<Analysis, 'artifacts' | 'variants' | 'asked'>} analysis
 * @returns {{ path: string, view: string }[]} `path`: from the run folder
 */
export function filesToOpen({ artifacts, variants, asked }) {
  const last = variants.at(-1)
  const isWanted = (/** @type {string | null | undefined} */ profiler) =>
    !(profiler === 'heap' && asked.allocationRounds)
  const files = artifacts.filter(({ kind, variant }) => variant === last && kind !== 'ticks' && kind !== 'table')
  return files.flatMap(({ profiler, path }) => {
    const view = profiler && views[/** @type {ProfilerName} */ (profiler)]
    return view && isWanted(profiler) ? [{ path, view }] : []
  })
}
