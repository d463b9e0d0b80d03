import path from 'node:path'
import { WorkshopError } from '../errors/errors.js'
import { foldFunctions, frameSharer } from '../profile/tree/fold-functions.js'
import { mostProfileBytes, readTail } from '../system/files/files.js'
import { plainFileFault } from '../system/files/read-plain-file.js'
import { areCallTrees, fromSavedTrees, upgradeTrees } from './call-trees.js'
import { wrongProblem } from './check-record.js'
import { isContradictory, isTooMuchCpu } from './contradiction.js'
import { folderReader, parse, textOr } from './folder-reader.js'
import { isLab, readManifest } from './read-manifest.js'
import { isFileName } from './run-layout.js'

/** @import { LaunchTrees } from '../profile/types.js' */
/** @import { Truth } from '../verdict/types.js' */
/** @import { Reader } from './folder-reader.js' */
/** @import { KnownLabs } from './lab-types.js' */
/** @import { RunFolder } from './run-folder.js' */
/** @import { Artifact, LaunchProblem, LaunchRecord, PackageLine, ProfileRecord, RunManifest, SliceRecord, SourceExcerpt, Unread, UnreadReason } from './types.js' */

/**
 * @typedef {object} SavedRun everything that was measured
 * @property {RunManifest} manifest
 * @property {SliceRecord[]} slices under the loads of the experiment, of all requests together
 * @property {SliceRecord[]} requestSlices of single requests of several; analysed by themselves
 * @property {LaunchRecord[]} launches
 * @property {LaunchProblem[]} problems
 * @property {ProfileRecord[]} profiles
 * @property {LaunchTrees[]} trees those of the baseline first
 * @property {number} [foldedFunctions] those that are one function in `trees`, because there are too many
 * @property {string[]} treeless launches whose call trees are missing or damaged
 * @property {SourceExcerpt[] | null} sources null of a run that was saved without
 * @property {PackageLine[]} [packageLines] the lines of the app that bring in packages, as far as they were saved
 * @property {Artifact[]} artifacts what the tools themselves left for people to read
 * @property {Unread[]} unread what is damaged, and in no other part
 *
 * @typedef {{ artifact: Artifact, text: string }} TickText
 * @typedef {Pick<LaunchRecord, 'id' | 'round' | 'variant' | 'profiler'>} LaunchName
 */

/** Of the output of --prof-process: the page has the whole text. */
const MOST_TICKS_BYTES = 64e6

/**
 * Reads the run folder of an experiment, complete or not. What is damaged is skipped and noted.
 * @param {RunFolder} folder @returns {SavedRun}
 * @throws {WorkshopError} ERR_NO_SUCH_RUN, ERR_DAMAGED_RUN, ERR_UNREADABLE_FILE
 */
export function readRun(folder) {
  const manifest = readManifest(folder)
  if (isLab(manifest))
    throw new WorkshopError('ERR_NO_SUCH_RUN', { path: folder.root, problem: 'it is the run of a lab' })
  const reader = folderReader(folder, manifest)
  /** @type {LaunchProblem[]} */
  const problems = reader.lines(folder.problems, 'PlannedLaunch', { check: problemFault })
  const { slices, ...launched } = readLaunches(reader, folder, { manifest, problems })
  const measured = slices.filter(({ isWarmUp }) => !isWarmUp)
  const sources = reader.json(folder.sources, 'SavedSources')
  noteRemoved(manifest, folder, reader)
  return {
    manifest,
    slices: measured.filter(({ request }) => request === undefined),
    requestSlices: measured.filter(({ request }) => request !== undefined),
    ...launched,
    problems,
    sources: sources?.excerpts ?? null,
    packageLines: sources?.packageLines,
    artifacts: findArtifacts(manifest, folder, launched.profiles, reader),
    unread: reader.unread
  }
}

/** Notes saved files that are gone and that are shown as they are: nothing else misses them. @type {(manifest: RunManifest, folder: RunFolder, reader: Reader) => void} */
function noteRemoved({ checksums = {} }, folder, reader) {
  for (const name of Object.keys(checksums).filter(each => /^(?:profiles|tables|ticks)\//.test(each))) {
    const file = path.join(folder.root, name)
    if (plainFileFault(file, { within: folder.root }) === 'missing') reader.skip(file, 'missing')
  }
}

/** @param {unknown} problem */
function problemFault(problem) {
  return wrongProblem(problem) ? 'wrong-value' : null
}

/**
 * Reads the launches of a run: their records, their slices, and what their profilers measured.
 * @param {Reader} reader @param {RunFolder} folder
 * @param {{ manifest: RunManifest, problems: LaunchProblem[] }} run `problems`: of profilers
 */
function readLaunches(reader, folder, { manifest, problems }) {
  const order = manifest.experiment.variants.map(({ name }) => name)
  const variants = new Set(order)
  const { cores } = manifest.machine
  const isNeeded = manifest.status === 'complete' && !manifest.imported
  /** @type {LaunchRecord[]} */
  const launches = reader.lines(folder.launches, 'LaunchRecord', {
    check: launchFault,
    keyOf: ({ id }) => id,
    isNeeded
  })
  const byId = new Map(launches.map(launch => [launch.id, launch]))
  /** @type {SliceRecord[]} */
  const slices = reader.lines(folder.slices, 'SliceRecord', {
    check: sliceFault,
    keyOf: ({ launch, index }) => `${index} ${launch}`,
    isNeeded
  })
  const failed = new Set(problems.map(({ id }) => id))
  const profiled = profiledLaunches()
  const profiles = profiled.flatMap(profileOf)
  const { launches: trees, folded } = foldFunctions(readTrees())
  return {
    slices,
    launches,
    profiles,
    trees: trees.toSorted((a, b) => order.indexOf(a.variant) - order.indexOf(b.variant)),
    foldedFunctions: folded,
    treeless: launchesWithoutTrees()
  }

  /** @param {LaunchRecord} launch @returns {UnreadReason | null} */
  function launchFault({ id, variant, profiler, warmUp }) {
    if (!isFileName(id) || !isFileName(profiler)) return 'bad-name'
    if (warmUp?.curve.some(({ cpuMicros, durationMs }) => isTooMuchCpu(cpuMicros, durationMs, cores)))
      return 'contradiction'
    return variants.has(variant) ? null : 'unknown-variant'
  }

  /** @param {SliceRecord} slice @returns {UnreadReason | null} */
  function sliceFault(slice) {
    const { launch, variant, round, profiler, sent, completed } = slice
    if (!isFileName(launch)) return 'bad-name'
    if (completed > sent) return 'wrong-value'
    if (isContradictory(slice, cores)) return 'contradiction'
    if (!variants.has(variant)) return 'unknown-variant'
    const known = byId.get(launch)
    return known && !isSame(known, { variant, round, profiler }) ? 'other-launch' : null
  }

  /** Returns the launches under a profiler; of a launch without a record what its slices have. */
  function profiledLaunches() {
    /** @type {Map<string, LaunchName>} */
    const named = new Map(launches.map(launch => [launch.id, launch]))
    const imported = (manifest.imported ?? []).flatMap(({ variant, profile }) =>
      profile ? [{ ...profile, variant }] : []
    )
    for (const { launch: id, round, variant, profiler } of [...slices, ...imported])
      if (!named.has(id)) named.set(id, { id, round, variant, profiler })
    return [...named.values()].filter(({ profiler }) => profiler !== 'none')
  }

  /** @param {LaunchName} launch @returns {ProfileRecord[]} one or none */
  function profileOf(launch) {
    const check = ofLaunch(launch, ({ artifacts }) => (artifacts.every(isInside) ? null : 'bad-name'))
    return reader.json(folder.launch(launch.id).profile, 'ProfileRecord', { check }) ?? []
  }

  /** Shares frames one by one: all launches as they are saved can be more than the memory holds. */
  function readTrees() {
    const share = frameSharer()
    return profiled.flatMap(launch => treesOf(launch).map(share))
  }

  /** @param {LaunchName} launch @returns {LaunchTrees[]} one or none */
  function treesOf(launch) {
    const check = ofLaunch(launch, trees => (areCallTrees(trees) ? null : 'bad-tree'))
    const checks = { mostBytes: mostProfileBytes(), upgrade: upgradeTrees, check }
    const saved = reader.json(folder.launch(launch.id).trees, 'SavedTrees', checks)
    return saved ? [fromSavedTrees(saved)] : []
  }

  /** Returns the launches that must have call trees: their profiler counted them, or has them in other launches. */
  function launchesWithoutTrees() {
    const withTrees = new Set(trees.map(({ launch }) => launch))
    const profilers = new Set(trees.map(({ profiler }) => profiler))
    const counted = new Map(profiles.map(profile => [profile.launch, profile]))
    const damaged = new Set(reader.unread.map(({ file }) => file))
    const missing = profiled.filter(function isMissing({ id, profiler }) {
      // A launch that an interruption ended has no record, and no call trees either.
      if (withTrees.has(id) || failed.has(id) || !(byId.has(id) || manifest.status === 'complete')) return false
      const { threads = profilers.has(profiler) ? 1 : 0 } = counted.get(id) ?? {}
      return threads > 0 || damaged.has(folder.relative(folder.launch(id).trees))
    })
    return missing.map(({ id }) => id)
  }
}

/**
 * Returns a check of a record that names a launch: that it is this one, and then another check.
 * @param {LaunchName} launch @param {(record: any) => UnreadReason | null} check
 * @returns {(record: any) => UnreadReason | null}
 */
function ofLaunch({ id, variant, profiler }, check) {
  return record => (isSame(record, { launch: id, variant, profiler }) ? check(record) : 'other-launch')
}

/** Returns whether a path is relative, and leads to no folder above. @param {{ path: string }} artifact */
function isInside({ path: file }) {
  return !path.isAbsolute(file) && !file.split(/[/\\]/).includes('..') && !file.includes('\0')
}

/**
 * Returns whether two records agree in the keys of the second one.
 * @template {object} Named
 * @param {Named} record @param {Partial<Named>} named
 */
function isSame(record, named) {
  return Object.entries(named).every(([key, value]) => record[/** @type {keyof Named} */ (key)] === value)
}

/**
 * Returns what there is for people to read: one of each kind per variant, whatever the number of launches.
 * @param {RunManifest} manifest @param {RunFolder} folder @param {ProfileRecord[]} profiles
 * @param {Reader} reader notes what is no file
 * @returns {Artifact[]}
 */
function findArtifacts({ experiment, design }, folder, profiles, reader) {
  const profilers = [null, ...design.profilers.map(({ name }) => name)]
  const tables = experiment.variants.flatMap(({ name: variant }) =>
    profilers.flatMap(profiler =>
      design.loads.map(({ generator }) => ({ kind: /** @type {const} */ ('table'), variant, profiler, generator }))
    )
  )
  const left = profiles.flatMap(({ variant, profiler, artifacts }) =>
    artifacts.map(({ kind, generator = null }) => ({ kind, variant, profiler, generator }))
  )
  const order = experiment.variants.map(({ name }) => name)
  const sorted = [...left, ...tables].sort((a, b) => order.indexOf(a.variant) - order.indexOf(b.variant))
  const byPath = new Map(sorted.map(artifact => [folder.nameOf(artifact), artifact]))
  return [...byPath]
    .filter(([name, { kind }]) => isReadable(path.join(folder.root, name), kind))
    .map(([name, artifact]) => ({ ...artifact, path: name }))

  /** @param {string} file @param {Artifact['kind']} kind */
  function isReadable(file, kind) {
    const mostBytes = kind === 'ticks' ? MOST_TICKS_BYTES : undefined
    const fault = plainFileFault(file, { ...reader.boundsOf(file), mostBytes })
    if (fault !== null && fault !== 'missing') reader.skip(file, fault)
    return fault === null
  }
}

/**
 * Reads the output of --prof-process of a run.
 * @param {RunFolder} folder @param {Artifact[]} artifacts of the same run
 * @returns {TickText[]} one per variant, profiler and load generator, without those that cannot be read
 */
export function readTickTexts({ root }, artifacts) {
  return artifacts
    .filter(({ kind }) => kind === 'ticks')
    .flatMap(artifact => {
      const bounds = { within: root, mostBytes: MOST_TICKS_BYTES }
      const text = textOr(path.join(root, artifact.path), bounds, () => null)
      return text === null ? [] : [{ artifact, text }]
    })
}

/**
 * Reads the costs that the servers of a calibration run measured themselves: one line on stderr per launch.
 * @param {RunFolder} folder @param {LaunchRecord[]} launches @returns {Truth[]}
 * @throws {WorkshopError} ERR_DAMAGED_RUN
 */
export function readTruths(folder, launches) {
  return launches.flatMap(function readOne({ id, variant, profiler }) {
    const file = folder.launch(id).stderr
    const [, json] = /^truth (\{.*\})$/m.exec(readTail(file)) ?? []
    if (json === undefined) return []
    const { micros, bytes } = Object(parse(json))
    if (isCost(micros) && isCost(bytes)) return [{ variant, profiler, micros, bytes }]
    const problem = 'the cost that the server measured itself is not JSON, or has no figures'
    throw new WorkshopError('ERR_DAMAGED_RUN', { path: file, problem })
  })
}

/** @param {unknown} cost @returns {cost is number | null} */
function isCost(cost) {
  return cost === null || typeof cost === 'number'
}

/**
 * Reads the run folder of a lab, complete or not: its manifest, and its records by what they are. What is damaged is skipped and noted.
 * @param {RunFolder} folder @param {KnownLabs} labs
 * @returns {{ manifest: any, unread: Unread[], [kind: string]: any } | null} of the types of the lab; null of the run of an experiment
 * @throws {WorkshopError} ERR_NO_SUCH_RUN, ERR_DAMAGED_RUN, ERR_UNREADABLE_FILE
 */
export function readLab(folder, labs) {
  const manifest = readManifest(folder, labs)
  if (!isLab(manifest)) return null
  const reader = folderReader(folder, manifest)
  const { records = {}, otherNames = () => [] } = labs.get(manifest.lab.name) ?? {}
  const names = new Set([...manifest.lab.variants.map(({ name }) => name), ...otherNames(manifest)])
  const discarded = new Set(manifest.failedRepeats?.flatMap(({ discardedPlays }) => discardedPlays))
  const read = Object.entries(records).map(([kind, { file, type }]) => [
    kind,
    reader
      .lines(path.join(folder.root, file), type, { check: recordFault, keyOf: JSON.stringify })
      .filter(({ play }) => !discarded.has(play))
  ])
  return { manifest, ...Object.fromEntries(read), unread: reader.unread }

  /** @param {{ variant?: string, isSaturated?: boolean, cpuMicros?: number, durationMs?: number }} record */
  function recordFault({ variant, isSaturated, cpuMicros = 0, durationMs = Number.POSITIVE_INFINITY }) {
    if (variant !== undefined && !names.has(variant)) return 'unknown-variant'
    // A saturated server works on after the planned time.
    return !isSaturated && isTooMuchCpu(cpuMicros, durationMs, manifest.machine.cores) ? 'contradiction' : null
  }
}
