import { stat } from 'node:fs/promises'
import path from 'node:path'
import { comparedServers } from '../../experiments/compared-servers.js'
import { makeDesign } from '../../measure/rounds/design.js'
import { weightOf } from '../../profile/tree/call-tree.js'
import { threadTree } from '../../profile/tree/thread-tree.js'
import { importedName } from '../../report/words/cost-words.js'
import { formatCounted } from '../../report/words/format.js'
import { isFileName } from '../../runs/run-layout.js'
import { groupBy } from '../../stats/group-by.js'
import { sum } from '../../stats/means.js'
import { PACKAGE_NAME, workshopVersion } from '../../system/files/workshop-root.js'
import { badOption } from '../ask/bad-option.js'
import { measureAndSave } from '../save/measure-and-save.js'
import { readForeignFile } from './read-foreign-file.js'

/** @import { Setup } from '../../measure/rounds/measure.js' */
/** @import { ForeignProfile } from '../../profile/read/foreign-stacks.js' */
/** @import { ThreadTree } from '../../profile/types.js' */
/** @import { ImportedFile } from '../../runs/types.js' */
/** @import { Variants } from '../ask/compare-servers.js' */
/** @import { Asked } from '../save/measure-and-save.js' */
/** @import { ForeignFile } from './read-foreign-file.js' */

/**
 * @typedef {Pick<Asked, 'out' | 'labs' | 'reproduce' | 'signal'> & { sides: string[][] }} AskedImport `sides`: the files of one variant, or
 *   those of the baseline and of the candidate
 * @typedef {ImportedFile & { trees: ThreadTree[] }} Imported
 */

const SIDES = ['baseline', 'candidate']
/** What V8 takes a sample per, which stacks are samples of: a tick is 1,000 µs. */
const SAMPLE_WEIGHTS = { micros: 1000, bytes: 512 * 1024, samples: 1, latency: 1 }

/**
 * Reads files that other tools wrote, and saves them as a run with its report. All are read before anything is written.
 * @param {AskedImport} asked
 * @throws {WorkshopError} ERR_NOT_IMPORTED, ERR_BAD_OPTION, ERR_RUN_FOLDER
 */
export async function importFiles({ sides, ...others }) {
  const read = await Promise.all(
    sides.map(files => Promise.all(files.map(file => readForeignFile(file, others.signal))))
  )
  checkFiles(read)
  const files = read.flatMap(importedOf)
  const times = await Promise.all(sides.flat().map(async file => (await stat(file)).mtimeMs))
  const about = {
    imported: files.map(({ trees, ...file }) => file),
    recordedAt: new Date(Math.min(...times)).toISOString(),
    // Nothing is measured on this machine, nor by this Node.js.
    versions: { [PACKAGE_NAME]: workshopVersion() },
    gitCommit: null,
    preflight: [],
    calibration: null
  }
  const experiment = experimentOf(files)
  const profilers = [...new Set(files.flatMap(({ profile }) => profile?.profiler ?? []))]
  const isProfile = experiment.variants.length === 1
  const design = makeDesign({ profilers, loads: experiment.loads.slice(0, 1), seed: 0, isProfile })
  return measureAndSave({ ...others, experiment, design, baselines: { force: false }, play, notify() {} })

  /** @param {Setup} setup */
  async function play({ run }) {
    await run.update(about)
    for (const { profile, trees, variant } of files) {
      if (!profile) continue
      const { launch, profiler } = profile
      await run.makeLaunchFolder(launch)
      await run.writeTrees({ launch, variant, profiler, trees })
    }
  }
}

/** Refuses files that make no table. @param {ForeignFile[][]} sides */
function checkFiles(sides) {
  const known = sides.map(files => ({
    all: files.length,
    loads: files.filter(({ load }) => load).length,
    kinds: [...new Set(files.map(kindOf))]
  }))
  const kinds = new Set(
    sides.flat().flatMap(({ words, profiles }) => profiles.map(({ counts }) => `${words} ${counts}`))
  )
  const tools = new Set(sides.flat().flatMap(({ words, load }) => (load ? words : [])))
  const isOfPairs = known.every(({ all, loads }) => loads === 0 || loads === all || 2 * loads === all)
  const isEven = new Set(known.map(({ all, loads }) => `${all} ${loads}`)).size === 1
  if (kinds.size < 2 && tools.size < 2 && isOfPairs && isEven) return
  const words = known.map(
    (side, index) =>
      `${known.length > 1 ? SIDES[index] : 'it'} has ${formatCounted(side.all, 'file')}: ${side.kinds.join(', ')}`
  )
  const allowed = 'profiles of one kind, as many on both sides, with a result of one load generator for each or none'
  throw badOption('import', words.join('; '), allowed)
}

/** @param {ForeignFile} file */
function kindOf({ words, profiles }) {
  const counted = [...new Set(profiles.map(({ counts }) => importedName(counts)))]
  return counted.length > 0 ? `${words} (${counted.join(', ')})` : words
}

/** Returns the files of one variant: of two sides the side, or else the first file names it. @type {(side: ForeignFile[], index: number, sides: ForeignFile[][]) => Imported[]} */
function importedOf(side, index, { length }) {
  const name = path.basename(side[0]?.file ?? '')
  const variant = (length > 1 ? SIDES[index] : isFileName(name) && name) || 'imported'
  const own = side.filter(({ load }) => load === null)
  const loads = side.flatMap(({ load }) => load ?? [])
  return side.map(function toImported(read) {
    const { file, words, load, readBy, profiler, profiles } = read
    const about = { variant, name: path.basename(file), words, load, ...(readBy && { readBy }) }
    if (load) return { ...about, profile: null, trees: [] }
    const round = own.indexOf(read)
    const trees = profiles.map((profile, threadId) => treeOf(profile, threadId, profiler))
    const weight = sum(profiles.map(weightOf))
    const profile = {
      launch: `${round + 1}-${SIDES[index]}`,
      round,
      profiler,
      counts: profiles[0]?.counts ?? 'samples',
      requests: loads[round]?.requests ?? null,
      cpuMicros: profiler === 'prof' ? weight * SAMPLE_WEIGHTS.micros : weight,
      samples: sum(trees.map(({ sampleCount }) => sampleCount))
    }
    return { ...about, profile, trees }
  })
}

/** Returns a profile as it is saved: samples of a time that is not known are as many units of CPU. @type {(profile: ForeignProfile, threadId: number, profiler: string) => ThreadTree} */
function treeOf({ counts, unit, ...others }, threadId, profiler) {
  const profile = {
    ...others,
    unit: unit === 'samples' && profiler !== 'prof' ? /** @type {const} */ ('micros') : unit
  }
  const tree = threadTree({ pid: 1, threadId }, profile)
  return profile.samples ? tree : { ...tree, sampleCount: Math.ceil(weightOf(profile) / SAMPLE_WEIGHTS[unit]) }
}

/** @param {Imported[]} files */
function experimentOf(files) {
  const variants = [...groupBy(files, ({ variant }) => variant)].map(([name, own]) => ({
    name,
    command: own.map(each => each.name),
    env: {},
    contentEncoding: null
  }))
  const request = { name: 'imported', path: '/', headers: {}, weight: 1 }
  const [{ name: baseline = '' } = {}, candidate] = variants
  return {
    ...comparedServers({ variants: /** @type {Variants} */ (variants), requests: [request], folder: process.cwd() }),
    name: 'import',
    question: question()
  }

  function question() {
    if (candidate) return `What differs between ${baseline} and ${candidate.name}?`
    if (files.some(({ profile }) => profile)) return `Where do the samples of ${baseline} go?`
    return `What requests/s and latency does ${baseline} have?`
  }
}
