import { halfWidth } from '../../stats/intervals.js'

/** @import { LaunchRecord, RunManifest, SliceRecord } from '../../runs/types.js' */
/** @import { Analysis, ServerFacts } from '../../types.js' */
/** @import { Verdict } from '../types.js' */

/**
 * Returns how many requests warmed up the launches.
 * @type {(launches: LaunchRecord[]) => Analysis['warmUp']} null where no launch of a later round has that
 */
export function warmUpOf(launches) {
  const known = launches.flatMap(({ round, warmUp }) => (warmUp ? [{ round, requests: warmUp.requests }] : []))
  const later = known.filter(({ round }) => round > 0).map(({ requests }) => requests)
  const first = Math.max(0, ...known.filter(({ round }) => round === 0).map(({ requests }) => requests))
  return later.length === 0 ? null : { first, least: Math.min(...later), most: Math.max(...later) }
}

/**
 * Returns how long a round of the verdict takes, from its first slice to that of the next one.
 * @param {SliceRecord[]} slices unprofiled
 * @param {Pick<RunManifest['design'], 'rounds'>} design
 * @returns {number | null} null with fewer than two such rounds
 */
export function roundMsOf(slices, { rounds }) {
  const starts = new Map()
  for (const { round, startedAt } of slices) {
    const startMs = Date.parse(startedAt)
    if (round < rounds) starts.set(round, Math.min(startMs, starts.get(round) ?? startMs))
  }
  const sorted = [...starts.values()].sort((a, b) => a - b)
  const [first] = sorted
  return sorted.length < 2 ? null : ((sorted.at(-1) ?? 0) - first) / (sorted.length - 1) || null
}

/**
 * Returns how precise the verdicts of a run are, compared with its goal.
 * @type {(verdicts: Verdict[], goal: number) => Analysis['precision']}
 */
export function precisionOf(verdicts, goal) {
  // More rounds make the interval narrower, but not what a drift adds to it.
  const widths = verdicts.map(({ change, drift }) => (change ? halfWidth(change) - (drift?.addedHalfWidth ?? 0) : null))
  const known = widths.filter(width => width !== null)
  const widest = known.length < widths.length ? null : Math.max(...known)
  return { goal, halfWidth: widest, isReached: widest !== null && widest <= goal }
}

/**
 * Returns how the servers of a user were started, and how much memory they needed.
 * @type {(manifest: RunManifest, launches: LaunchRecord[]) => ServerFacts[]} empty of the app of the workshop
 */
export function serverFacts({ experiment: { folder, variants }, answers = [] }, launches) {
  if (folder === undefined) return []
  return variants.map(function factsOf({ name, command, env, commit = null, memoryMB }) {
    const nodeVersion = answers.find(({ variant }) => variant === name)?.nodeVersion ?? null
    const memory = memoryMB === undefined ? null : { limitMB: memoryMB, ...peakOf(name, launches) }
    return { variant: name, command, env, commit, nodeVersion, memory }
  })
}

/** @param {string} name of a variant @param {LaunchRecord[]} launches */
function peakOf(name, launches) {
  const watched = launches.filter(({ variant, peakBytes }) => variant === name && peakBytes !== undefined)
  const peaks = watched.flatMap(({ peakBytes }) => peakBytes ?? [])
  return { peakBytes: peaks.length === 0 ? null : Math.max(...peaks), launches: watched.length }
}
