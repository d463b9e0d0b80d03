import { mean, sum } from '../stats/means.js'
import { findRows } from './blame-rows.js'
import { costDifference } from './cost-difference.js'
import { addTo, callerOf, isOwner } from './cost-map.js'
import { splitGhosts } from './displaced-calls.js'
import { evidenceOf, profiledLaunches } from './evidence.js'
import { groupCosts } from './group-costs.js'
import { otherThreads, tellOtherThreads } from './other-threads.js'
import { isConfirmedBy } from './second-profiler.js'

/**
 * @import { LaunchTrees, ProfilerName } from '../profile/types.js'
 * @import { SliceRecord } from '../runs/types.js'
 * @import { FoundRow } from './blame-rows.js'
 * @import { CostMap } from './cost-map.js'
 * @import { Evidence, Profiled } from './evidence.js'
 * @import { LaunchCosts } from './launch-costs.js'
 * @import { Blame, BlameRow } from './types.js'
 */

/** @typedef {{ profiler: ProfilerName } & Evidence} Testimony what one profiler saw */

/**
 * Who can be asked for blame, the better witness first. V8's ticks come first, because up to Node 24 a CPU profile counts
 * a function that V8 has inlined for its caller, and ticks do not: with 20 µs planted in such a function the profile had 2
 * of them under its name. The devtools mode is no witness, since what it shows is mostly the inspector's own work.
 * @type {{ unit: Blame['unit'], witnesses: ProfilerName[] }[]}
 */
const courts = [
  { unit: 'micros', witnesses: ['prof', 'cdp'] },
  { unit: 'bytes', witnesses: ['heap'] }
]

/** What is counted and not sampled is tested by itself: there are a few of those and not hundreds. */
const COUNTED = 0.05

/**
 * Which functions carry the difference between two variants.
 * @param {string} candidate
 * @param {string} baseline
 * @param {Profiled} measured
 * @returns {Blame[]} one a unit of cost that was profiled
 */
export function blameOn(candidate, baseline, measured) {
  return courts.flatMap(function hold({ unit, witnesses }) {
    const heard = witnesses.flatMap(testimony)
    const [first, second = null] = heard.toSorted((a, b) => Number(hasInterval(b)) - Number(hasInterval(a)))
    return first ? [judge(unit, first, second)] : []
  })

  /** @param {ProfilerName} profiler @returns {Testimony[]} */
  function testimony(profiler) {
    const evidence = evidenceOf(profiledLaunches(measured, profiler), baseline, candidate)
    return evidence ? [{ profiler, ...evidence }] : []
  }

  /**
   * @param {Blame['unit']} unit
   * @param {Testimony} first
   * @param {Testimony | null} second
   * @returns {Blame}
   */
  function judge(unit, first, second) {
    const { profiler, launches, pairing, map, compare } = first
    const wholeCost = mean(launches.map(launch => launch.profiled))
    const others = otherThreads(launches, pairing)
    const otherPValues = others.map(other => other.cost.pValue)
    const { rows: found, threshold } = findRows(map, compare, wholeCost, otherPValues)
    const sureOthers = others.filter(other => other.cost.pValue <= Math.max(threshold, COUNTED / others.length))
    const witnessed = found.map(row => ({ ...row, isConfirmed: second !== null && isConfirmedBy(second, row) }))
    const { real, moved } = splitGhosts(witnessed, compare)
    const all = launches.map(({ profiled, whole }) => whole ?? profiled)
    const left = [...all]
    for (const { costs } of [...found, ...sureOthers]) addTo(left, costs, -1)
    const rows = [...real.map(tellRow), ...sureOthers.map(other => tellOtherThreads(other, map, compare))]
    return {
      candidate,
      baseline,
      unit,
      profiler,
      secondProfiler: second?.profiler ?? null,
      rounds: pairing.rounds.length,
      fewestSamples: Math.min(...launches.map(samplesOf)),
      hasAppFrames: map.owners.length > 0,
      groups: groupCosts(map, others, launches, compare),
      rows: rows.sort((a, b) => Math.abs(b.cost.difference) - Math.abs(a.cost.difference)),
      moved,
      unattributed: costDifference(left, pairing, null),
      total: costDifference(all, pairing, null),
      sampledPerCpu: unit === 'bytes' ? null : mean(launches.map(launch => launch.sampledPerCpu))
    }
  }
}

/** @param {Testimony} evidence */
function hasInterval({ pairing }) {
  return pairing.rounds.length > 1
}

/**
 * @param {FoundRow & { isConfirmed: boolean }} row
 * @returns {BlameRow}
 */
function tellRow({ owner, path, cost, isSpread, isConfirmed }) {
  const { group, packageName } = owner.category
  const { name, file, line } = owner.frame
  return {
    group,
    packageName,
    owner: { name, file, line },
    path: path.map(({ frame }) => ({ name: frame.name, file: frame.file, line: frame.line })),
    isSpread,
    caller: isOwner(owner) ? callerOf(owner) : null,
    cost,
    isConfirmed
  }
}

/** @param {LaunchCosts} launch */
function samplesOf({ threads }) {
  return sum(threads.map(({ tree }) => tree.sampleCount))
}
