import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { badOption } from '../../compare/ask/bad-option.js'
import { WorkshopError } from '../../errors/errors.js'
import { toDevtools } from '../../profile/export/to-devtools.js'
import { toFolded } from '../../profile/export/to-folded.js'
import { toPprof } from '../../profile/export/to-pprof.js'
import { toSpeedscope } from '../../profile/export/to-speedscope.js'
import { mergeLaunches } from '../../profile/tree/merge-profiles.js'
import { PERF_NANOS } from '../../profilers/perf.js'
import { visibleJson, visibleLines, withoutJobCommands } from '../../report/words/text.js'
import { RunFolder } from '../../runs/run-folder.js'
import { groupBy } from '../../stats/group-by.js'
import { writeAtomic } from '../../system/files/files.js'
import { FORMATS } from '../options/options.js'
import { command, misuse } from '../options/read-arguments.js'

/** @import { LaunchTrees } from '../../profile/types.js' */
/** @import { RunManifest } from '../../runs/types.js' */
/** @import { Given } from '../options/read-arguments.js' */

/** V8's tick profiler takes a sample per millisecond. */
const TICK_NANOS = 1_000_000

/** @typedef {{ root: string, format: string, variant?: string, profiler?: string, out?: string }} ExportOptions */

/**
 * `workshop export <run folder> --format <name>`: converts the call trees of a saved run for another tool, the launches of a
 * variant merged. Allocations as `cpuprofile` become a .heapprofile, which DevTools reads.
 */
export const exportCommand = command({ name: 'export', options: readOptions, run: exportTrees })

/** @param {ExportOptions} options */
async function exportTrees(options) {
  const { manifest, trees } = new RunFolder(options.root).read()
  const content = toFile(options, launchesOf(options, trees), manifest)
  if (options.out !== undefined) await save(options.out, content)
  else process.stdout.write(printable(String(content), options))
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

/** @param {ExportOptions} options @param {LaunchTrees[]} launches @returns {LaunchTrees[]} those of one profiler */
function launchesOf({ root, format, variant, profiler }, launches) {
  const trees = launches.filter(launch => launch.trees.length > 0)
  if (trees.length === 0) throw new WorkshopError('ERR_NO_PROFILE', { path: root })
  const ofProfiler = only(trees, 'profiler', profiler)
  const isForAll = format === 'speedscope' && variant === undefined
  return isForAll ? ofProfiler : only(ofProfiler, 'variant', variant)
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

/** @type {(options: ExportOptions, launches: LaunchTrees[], manifest: RunManifest) => string | Uint8Array} */
function toFile({ root, format }, launches, { startedAt }) {
  const profiles = [...groupBy(launches, ({ variant }) => variant)].map(([name, own]) => mergeLaunches(own, name))
  if (format === 'speedscope') return `${JSON.stringify(toSpeedscope(profiles, path.basename(path.resolve(root))))}\n`
  if (format === 'folded') return profiles.map(toFolded).join('')
  if (format === 'cpuprofile')
    return profiles.map(profile => `${JSON.stringify(toDevtools(profile).content)}\n`).join('')
  const sampleNanos = launches.some(({ profiler }) => profiler === 'perf') ? PERF_NANOS : TICK_NANOS
  return gzipSync(Buffer.concat(profiles.map(profile => toPprof(profile, { startedAt, sampleNanos }))))
}

/** @type {(file: string, content: string | Uint8Array) => Promise<void>} */
async function save(file, content) {
  try {
    await writeAtomic(file, content)
  } catch (error) {
    throw badOption('--out', /** @type {Error} */ (error).message, 'a file that can be written', error)
  }
}

/** @param {Given} given @returns {ExportOptions} */
function readOptions({ values: { format = '', ...options }, words: [root = ''] }) {
  if (!FORMATS.includes(format)) throw misuse('export', `"${format}" is not a --format`)
  if (format === 'pprof' && options.out === undefined) throw misuse('export', 'a file of pprof is binary: add --out')
  return { root, format, ...options }
}
