import path from 'node:path'
import { foldFunctions } from '../profile/tree/fold-functions.js'
import { launchPacker } from '../profile/tree/packed-profile.js'
import { mostProfileBytes } from '../system/files/most-profile-bytes.js'
import { areCallTrees, fromSavedTrees, upgradeTrees } from './call-trees.js'
import { isFileName } from './run-layout.js'
import { upgradeLaunch, upgradeSlice } from './upgrade.js'

/** @import { LaunchTrees } from '../profile/types.js' */
/** @import { Reader } from './folder-reader.js' */
/** @import { RunLayout } from './run-layout.js' */
/** @import { LaunchProblem, LaunchRecord, ProfileRecord, RunManifest, SliceRecord, UnreadReason } from './types.js' */

/** @typedef {Pick<LaunchRecord, 'id' | 'round' | 'variant' | 'profiler'>} LaunchName */

/**
 * Reads the launches of a run: their records, their slices, and what their profilers measured.
 * @param {Reader} reader @param {RunLayout} layout
 * @param {{ manifest: RunManifest, savedVersion: number, problems: LaunchProblem[] }} run `problems`: of profilers
 * @returns {{ slices: SliceRecord[], launches: LaunchRecord[], profiles: ProfileRecord[], trees: LaunchTrees[], foldedFunctions: number,
 *   treeless: string[] }} `treeless`: launches whose call trees are missing or damaged
 */
export function readLaunches(reader, layout, { manifest, savedVersion, problems }) {
  const order = manifest.experiment.variants.map(({ name }) => name)
  const variants = new Set(order)
  /** @type {LaunchRecord[]} */
  const launches = reader.lines(layout.launches, 'LaunchRecord', {
    upgrade: launch => upgradeLaunch(launch, savedVersion),
    check: launchFault,
    keyOf: ({ id }) => id
  })
  const byId = new Map(launches.map(launch => [launch.id, launch]))
  /** @type {SliceRecord[]} */
  const slices = reader.lines(layout.slices, 'SliceRecord', {
    upgrade: slice => upgradeSlice(slice, savedVersion),
    check: sliceFault,
    keyOf: ({ launch, index }) => `${index} ${launch}`
  })
  const failed = new Set(problems.map(({ id }) => id))
  const profiled = profiledLaunches()
  const profiles = profiled.flatMap(launch => profileOf(launch) ?? [])
  const { launches: trees, folded } = foldFunctions(packedTrees())
  return {
    slices,
    launches,
    profiles,
    trees: trees.toSorted((a, b) => order.indexOf(a.variant) - order.indexOf(b.variant)),
    foldedFunctions: folded,
    treeless: launchesWithoutTrees()
  }

  /** @param {LaunchRecord} launch @returns {UnreadReason | null} */
  function launchFault({ id, variant, profiler }) {
    if (!isFileName(id) || !isFileName(profiler)) return 'bad-name'
    return variants.has(variant) ? null : 'unknown-variant'
  }

  /** @param {SliceRecord} slice @returns {UnreadReason | null} */
  function sliceFault({ launch, variant, round, profiler, sent, completed }) {
    if (!isFileName(launch)) return 'bad-name'
    if (completed > sent) return 'wrong-value'
    if (!variants.has(variant)) return 'unknown-variant'
    const known = byId.get(launch)
    return known && !isSame(known, { variant, round, profiler }) ? 'other-launch' : null
  }

  /** Returns the launches under a profiler; of a launch without a record what its slices have. */
  function profiledLaunches() {
    /** @type {Map<string, LaunchName>} */
    const named = new Map(launches.map(launch => [launch.id, launch]))
    for (const { launch: id, round, variant, profiler } of slices)
      if (!named.has(id)) named.set(id, { id, round, variant, profiler })
    return [...named.values()].filter(({ profiler }) => profiler !== 'none')
  }

  /** @param {LaunchName} launch @returns {ProfileRecord | null} */
  function profileOf({ id, variant, profiler }) {
    const file = layout.launch(id).profile
    return reader.json(file, 'ProfileRecord', {
      check(record) {
        if (record.launch !== id || !isSame(record, { variant, profiler })) return 'other-launch'
        return record.artifacts.every((/** @type {{ path: string }} */ each) => isInside(each.path)) ? null : 'bad-name'
      }
    })
  }

  /** Packs one by one: all launches as they are saved can be more than the memory holds. */
  function packedTrees() {
    const pack = launchPacker()
    return profiled.flatMap(function packTrees(launch) {
      const trees = treesOf(launch)
      return trees ? [pack(trees)] : []
    })
  }

  /** @param {LaunchName} launch @returns {LaunchTrees | null} */
  function treesOf({ id, variant, profiler }) {
    const file = layout.launch(id).trees
    const saved = reader.json(file, 'SavedTrees', {
      mostBytes: mostProfileBytes(),
      upgrade: upgradeTrees,
      check(record) {
        if (record.launch !== id || !isSame(record, { variant, profiler })) return 'other-launch'
        return areCallTrees(record) ? null : 'bad-tree'
      }
    })
    return saved && fromSavedTrees(saved)
  }

  /** Returns the launches that must have call trees: their profiler counted them, or has them in other launches. */
  function launchesWithoutTrees() {
    const withTrees = new Set(trees.map(({ launch }) => launch))
    const profilers = new Set(trees.map(({ profiler }) => profiler))
    const counted = new Map(profiles.map(({ launch, threads }) => [launch, threads]))
    const damaged = new Set(reader.unread.map(({ file }) => file))
    const missing = profiled.filter(({ id, profiler }) => {
      // A launch that an interruption ended has no record, and no call trees either.
      if (withTrees.has(id) || failed.has(id) || !(byId.has(id) || manifest.status === 'complete')) return false
      const threads = counted.get(id)
      return (threads ?? 0) > 0 || (threads === undefined && profilers.has(profiler)) || damaged.has(treesFile(id))
    })
    return missing.map(({ id }) => id)
  }

  /** @param {string} id */
  function treesFile(id) {
    return layout.relative(layout.launch(id).trees)
  }
}

/** Returns whether a path is relative, and leads to no folder above. @param {string} file */
function isInside(file) {
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
