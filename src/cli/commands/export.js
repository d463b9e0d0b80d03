import path from 'node:path'
import { badOption } from '../../compare/ask/bad-option.js'
import { WorkshopError } from '../../errors/errors.js'
import { toDevtools } from '../../profile/export/to-devtools.js'
import { toFolded } from '../../profile/export/to-folded.js'
import { toSpeedscope } from '../../profile/export/to-speedscope.js'
import { mergeLaunches } from '../../profile/tree/merge-profiles.js'
import { visibleJson, visibleLines, withoutJobCommands } from '../../report/words/text.js'
import { RunFolder } from '../../runs/run-folder.js'
import { writeAtomic } from '../../system/files/files.js'
import { FORMATS } from '../options/options.js'
import { command, misuse } from '../options/read-arguments.js'

/** @import { LaunchTrees, Profile } from '../../profile/types.js' */
/** @import { Given } from '../options/read-arguments.js' */

/** @typedef {{ root: string, format: string, variant?: string, profiler?: string, out?: string }} ExportOptions */

/**
 * `workshop export <run folder> --format <name>`: converts the call trees of a saved run for another tool, the launches of a
 * variant merged. Allocations as `cpuprofile` become a .heapprofile, which DevTools reads.
 */
export const exportCommand = command({ name: 'export', options: readOptions, run: exportTrees })

/** @param {ExportOptions} options */
async function exportTrees(options) {
  const text = toText(options, profilesOf(options))
  if (options.out === undefined) process.stdout.write(printable(text, options))
  else await save(options.out, text)
  return 0
}

/**
 * Returns what is printed in place of a file: also what is no terminal may obey a line, such as the log of a job. JSON has the same
 * value; of folded stacks only names that contain such commands differ.
 * @param {string} text @param {ExportOptions} options
 */
function printable(text, { format }) {
  return format === 'folded' ? withoutJobCommands(visibleLines(text)) : visibleJson(text)
}

/** @param {ExportOptions} options @returns {Profile[]} one per variant, named after it, of one profiler */
function profilesOf({ root, format, variant, profiler }) {
  const trees = new RunFolder(root).read().trees.filter(launch => launch.trees.length > 0)
  if (trees.length === 0) throw new WorkshopError('ERR_NO_PROFILE', { path: root })
  const ofProfiler = only(trees, 'profiler', profiler)
  const isForAll = format === 'speedscope' && variant === undefined
  const asked = isForAll ? ofProfiler : only(ofProfiler, 'variant', variant)
  return valuesOf(asked, 'variant').map(name =>
    mergeLaunches(
      asked.filter(launch => launch.variant === name),
      name
    )
  )
}

/**
 * @param {LaunchTrees[]} trees @param {'variant' | 'profiler'} field
 * @param {string | undefined} wanted may be left out where there is no choice
 */
function only(trees, field, wanted) {
  const values = valuesOf(trees, field)
  const [value, ...others] = values.filter(each => wanted === undefined || each === wanted)
  if (value !== undefined && others.length === 0) return trees.filter(tree => tree[field] === value)
  const problem = wanted === undefined ? 'name one' : `the run has no call trees of "${wanted}"`
  throw badOption(`--${field}`, problem, values.join(', '))
}

/** @type {(trees: LaunchTrees[], field: 'variant' | 'profiler') => string[]} */
function valuesOf(trees, field) {
  return [...new Set(trees.map(tree => tree[field]))]
}

/** @type {(options: ExportOptions, profiles: Profile[]) => string} */
function toText({ root, format }, profiles) {
  if (format === 'speedscope') return `${JSON.stringify(toSpeedscope(profiles, path.basename(path.resolve(root))))}\n`
  if (format === 'folded') return profiles.map(toFolded).join('')
  return profiles.map(profile => `${JSON.stringify(toDevtools(profile).content)}\n`).join('')
}

/** @type {(file: string, text: string) => Promise<void>} */
async function save(file, text) {
  try {
    await writeAtomic(file, text)
  } catch (error) {
    throw badOption('--out', /** @type {Error} */ (error).message, 'a file that can be written', error)
  }
}

/** @param {Given} given @returns {ExportOptions} */
function readOptions({ values: { format = '', ...options }, words: [root = ''] }) {
  if (!FORMATS.includes(format)) throw misuse('export', `"${format}" is not a --format`)
  return { root, format, ...options }
}
