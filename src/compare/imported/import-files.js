import { stat } from 'node:fs/promises'
import path from 'node:path'
import { analyse } from '../../analyse.js'
import { IMPORTED_CPU, IMPORTED_STACKS } from '../../blame/imported-figures.js'
import { comparedServers } from '../../experiments/compared-servers.js'
import { begunRun, describeMachine } from '../../measure/project/begun-run.js'
import { reportEndedRun } from '../../measure/project/problem-of.js'
import { makeDesign } from '../../measure/rounds/design.js'
import { weightOf } from '../../profile/tree/call-tree.js'
import { threadTree } from '../../profile/tree/thread-tree.js'
import { createRun } from '../../runs/create-run.js'
import { isFileName } from '../../runs/run-layout.js'
import { groupBy } from '../../stats/group-by.js'
import { sum } from '../../stats/means.js'
import { PACKAGE_NAME, workshopVersion } from '../../system/files/workshop-root.js'
import { badOption } from '../ask/bad-option.js'
import { addPackageLines, saveReport, saveSources } from '../save/save-report.js'
import { readForeignFile } from './read-foreign-file.js'

/** @import { Variants } from '../ask/compare-servers.js' */
/** @import { Profile, ThreadTree } from '../../profile/types.js' */
/** @import { KnownLabs } from '../../runs/lab-types.js' */
/** @import { ImportedFile, RunManifest } from '../../runs/types.js' */
/** @import { ForeignFile } from './read-foreign-file.js' */

/**
 * @typedef {object} Asked
 * @property {string[][]} sides the files of one variant, or those of the baseline and of the candidate
 * @property {string} out the folder of all runs
 * @property {KnownLabs} labs whose runs are listed beside it
 * @property {string} reproduce the command that repeats it
 * @property {AbortSignal} signal
 *
 * @typedef {ImportedFile & { trees: ThreadTree[] }} Imported
 */

const SIDES = ['baseline', 'candidate']
const TICK_MICROS = 1000
/** Of a profile of sums the weight of a sample: V8 takes one per millisecond, and one per so many allocated bytes. */
const SAMPLE_WEIGHTS = { [IMPORTED_STACKS]: 1, heap: 512 * 1024 }
/** What two sides must have in common. @type {Partial<Record<string, string>>} */
const kinds = {
  [IMPORTED_CPU]: 'CPU time of another format',
  [IMPORTED_STACKS]: 'stacks',
  heap: 'a heap profile',
  prof: 'a log of node --prof'
}

/**
 * Reads files that other tools wrote, and saves them as a run with its report. All are read before anything is written.
 * @param {Asked} asked
 * @throws {WorkshopError} ERR_NOT_IMPORTED, ERR_BAD_OPTION, ERR_RUN_FOLDER
 */
export async function importFiles({ sides: asked, out, labs, reproduce, signal }) {
  const read = await Promise.all(asked.map(files => Promise.all(files.map(file => readForeignFile(file, signal)))))
  const files = read.map(importedOf)
  checkSides(files)
  const folder = await createRun(path.resolve(out), 'import', await describeImport(files.flat(), reproduce))
  return reportEndedRun(folder, async function save() {
    for (const { profile, trees, variant } of files.flat()) {
      if (!profile) continue
      const { launch, profiler } = profile
      await folder.makeLaunchFolder(launch)
      await folder.writeTrees({ launch, variant, profiler, trees })
    }
    await folder.update({ status: 'complete', endedAt: new Date().toISOString() })
    const run = await addPackageLines(folder, folder.read())
    const analysed = analyse(run)
    // A file that was written after the profile may not be what ran.
    const startedAt = await recordedAt(asked.flat())
    const analysis = await saveSources(folder, { ...run, manifest: { ...run.manifest, startedAt } }, analysed.analysis)
    return { analysis, saved: await saveReport(folder, run, { ...analysed, analysis }, labs) }
  })
}

/** Returns the files of one variant: of two sides the side, or else the first file names it. @type {(side: ForeignFile[], index: number, sides: ForeignFile[][]) => Imported[]} */
function importedOf(side, index, { length }) {
  const own = side.filter(({ load }) => load === null).map(asMeasured)
  const loads = side.flatMap(({ load }) => load ?? [])
  const name = path.basename(side[0]?.file ?? '')
  const variant = (length > 1 ? SIDES[index] : isFileName(name) && name) || 'imported'
  if (own.length > 0 && loads.length > 0 && own.length !== loads.length)
    throw badOption(
      variant,
      `it has ${own.length} profiles and ${loads.length} results of load generators`,
      'a result per profile in the same order, or none'
    )
  return side.map(function toImported({ file, words, load, readBy }) {
    const at = own.findIndex(each => each.file === file)
    const { profiler = '', profiles = [] } = own[at] ?? {}
    const trees = profiles.map(threadOf(profiler))
    const about = { variant, name: path.basename(file), words, load, ...(readBy && { readBy }), trees }
    if (load) return { ...about, profile: null }
    const round = own.slice(0, at).filter(each => each.profiler === profiler).length
    const weight = sum(profiles.map(weightOf))
    const profile = {
      launch: `${round + 1}-${SIDES[length > 1 ? index : 0]}-${profiler.replace(' ', '-')}`,
      round,
      profiler,
      requests: loads[at]?.requests ?? null,
      cpuMicros: profiler === 'prof' ? weight * TICK_MICROS : weight,
      samples: sum(trees.map(({ sampleCount }) => sampleCount))
    }
    return { ...about, profile }
  })
}

/** Returns the profiles of a file, of one unit, and what stands for the profiler that took them. @param {ForeignFile} read */
function asMeasured({ file, profiler, profiles }) {
  const [{ unit } = { unit: 'micros' }] = profiles
  if (profiles.some(each => each.unit !== unit))
    throw badOption(path.basename(file), 'its profiles have different units', 'a file whose profiles have one unit')
  const known = profiler ?? { bytes: 'heap', micros: IMPORTED_CPU }[String(unit)]
  if (known !== undefined) return { file, profiler: known, profiles }
  const micros = /** @type {const} */ ({ unit: 'micros' })
  return { file, profiler: IMPORTED_STACKS, profiles: profiles.map(each => ({ ...each, ...micros })) }
}

/** @type {(profiler: string) => (profile: Profile, threadId: number) => ThreadTree} */
function threadOf(profiler) {
  const { [profiler]: weight = TICK_MICROS } = /** @type {Record<string, number>} */ (SAMPLE_WEIGHTS)
  return function withSamples(profile, threadId) {
    const tree = threadTree({ pid: 1, threadId }, profile)
    return profile.samples ? tree : { ...tree, sampleCount: Math.ceil(weightOf(profile) / weight) }
  }
}

/** Refuses two sides that are not of the same kinds, or not as many. @param {Imported[][]} sides */
function checkSides([first = [], second]) {
  const [baseline, candidate] = [first, second ?? first].map(files => files.map(kindOf).sort().join(', '))
  if (baseline === candidate) return
  const problem = `it has ${candidate}, and --baseline has ${baseline}`
  throw badOption('--candidate', problem, 'as many files of the same kinds on both sides')
}

/** @param {ImportedFile} file */
function kindOf({ words, profile }) {
  return kinds[profile?.profiler ?? ''] ?? words
}

/** @param {Imported[]} files @param {string} reproduce @returns {Promise<RunManifest>} */
async function describeImport(files, reproduce) {
  const variants = [...groupBy(files, ({ variant }) => variant)].map(([name, own]) => ({
    name,
    command: own.map(each => each.name),
    env: {},
    contentEncoding: null
  }))
  const folder = process.cwd()
  const request = { name: 'imported', path: '/', headers: {}, weight: 1 }
  const experiment = comparedServers({ variants: /** @type {Variants} */ (variants), requests: [request], folder })
  const [{ name: baseline = '' } = {}, candidate] = variants
  const question = candidate
    ? `What differs between ${baseline} and ${candidate.name}?`
    : `Where do the samples of ${baseline} go?`
  const profilers = [...new Set(files.flatMap(({ profile }) => profile?.profiler ?? []))]
  const times = { loadMs: 0, warmupMs: 0, startMs: 0, stopMs: 0, keptMs: 0, collectMs: 0, wallMs: 0 }
  return {
    ...begunRun(),
    experiment: { ...experiment, name: 'import', question },
    design: makeDesign({ profilers, loads: experiment.loads.slice(0, 1), seed: 0, isProfile: !candidate }),
    reproduce,
    folder,
    versions: { [PACKAGE_NAME]: workshopVersion() },
    machine: await describeMachine(),
    gitCommit: null,
    preflight: [],
    calibration: null,
    timing: times,
    imported: files.map(({ trees, ...file }) => file)
  }
}

/** Returns when the first of some files was written. @param {string[]} files */
async function recordedAt(files) {
  const times = await Promise.all(files.map(async file => (await stat(file)).mtimeMs))
  return new Date(Math.min(...times)).toISOString()
}
