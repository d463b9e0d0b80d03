import { groupBy } from '../../stats/group-by.js'
import { sum } from '../../stats/means.js'
import { unpairedChange } from '../../stats/unpaired-change.js'
import { BETWEEN_RUNS } from '../gates/against-baseline.js'
import { isAttached } from '../slices/limits.js'
import { isUnprofiled } from '../slices/slice-validity.js'
import { classifyChange, FEWEST_CPU_ROUNDS } from './classify-change.js'

/** @import { RunManifest, SliceRecord } from '../../runs/types.js' */
/** @import { Attached, AttachedChange, AttachedTo, Calibration } from '../types.js' */

/** Where there is no calibration that found more: launches of one variant differ by 3 to 8% on a quiet machine. */
const LAUNCHES_DIFFER_RATIO = 0.05
/** The t interval of fewer processes trusts too much that they are normally distributed. */
const FEWEST_PROCESSES = 4
/** Of windows of the same time. */
const SAME_RUN = { sd: 0, runs: 2 }

/**
 * Returns what a run of attached processes has beside its profile: the cost of the profiler, and the change from the processes that it is
 * compared with. None of another run.
 * @param {Pick<RunManifest, 'experiment' | 'attachedTo' | 'calibration' | 'answers'>} manifest
 * @param {SliceRecord[]} slices valid ones
 * @returns {Attached | null}
 */
export function attachedOf({ experiment, attachedTo, calibration, answers }, slices) {
  if (!isAttached(experiment)) return null
  const processes = processesOf(slices)
  const windows = processes.flat()
  const profiled = windowsOf(slices.filter(slice => !isUnprofiled(slice)))
  const known = { calibration, marginRatio: experiment.marginRatio }
  const against = attachedTo ? changeFrom(attachedTo, processes, known) : null
  return {
    processes: processes.length,
    nodeVersion: answers?.[0]?.nodeVersion,
    overhead: unpairedChange(costsOf(windows), costsOf(profiled), { comparisons: 1, betweenRuns: SAME_RUN }),
    against,
    ...(attachedTo && !against && { uncompared: attachedTo.variant })
  }
}

/** Returns the windows without a profiler, by process, which is what a later run is compared with. @param {SliceRecord[]} slices valid ones */
export function processesOf(slices) {
  return [...groupBy(slices.filter(isUnprofiled), ({ launch }) => launch).values()].map(windowsOf)
}

/**
 * Returns the change of CPU per request. One process on a side is one launch, and windows say nothing about what launches differ by, so
 * there is no verdict; several processes on both are a sample of launches.
 * @param {AttachedTo} before @param {AttachedTo['processes']} now
 * @param {{ calibration: Calibration | null, marginRatio: number }} known @returns {AttachedChange | null}
 */
function changeFrom({ processes: before, isAtOnce, ...about }, now, { calibration, marginRatio }) {
  const processes = Math.min(before.length, now.length)
  const isOfProcesses = processes > 1
  const [one, other] = [before, now].map(side => costsOf(isOfProcesses ? side.map(wholeOf) : side.flat()))
  const betweenRuns = isOfProcesses && !isAtOnce ? BETWEEN_RUNS : SAME_RUN
  const change = unpairedChange(one ?? [], other ?? [], { comparisons: 1, betweenRuns })
  if (!change) return null
  const { launches: _, ...interval } = change
  const shared = { ...about, isAtOnce, ...interval, processes: { before: before.length, now: now.length } }
  if (isOfProcesses) {
    const pairs = processes < FEWEST_PROCESSES ? processes : FEWEST_CPU_ROUNDS
    return { ...shared, over: 'processes', ...classifyChange('cpuPerRequest', { ...interval, pairs }, marginRatio) }
  }
  const spread = calibration?.spreads.cpuPerRequest ?? 0
  const launchesDifferRatio = Math.max(LAUNCHES_DIFFER_RATIO, Math.expm1(2 * spread))
  const [low, high] = [1 / (1 + launchesDifferRatio) - 1, launchesDifferRatio]
  const isWithin = interval.low >= low && interval.high <= high
  const isLarger = interval.low > high || interval.high < low || (isWithin ? false : null)
  return { ...shared, over: 'windows', launchesDifferRatio, isCalibrated: spread > 0, isLarger }
}

/** @param {SliceRecord[]} slices */
function windowsOf(slices) {
  return slices.map(({ server, completed }) => ({ cpuMicros: server.cpuMicros, requests: completed }))
}

/** @param {AttachedTo['processes'][0]} windows of one process */
function wholeOf(windows) {
  return {
    cpuMicros: sum(windows.map(({ cpuMicros }) => cpuMicros)),
    requests: sum(windows.map(({ requests }) => requests))
  }
}

/** @param {AttachedTo['processes'][0]} windows */
function costsOf(windows) {
  return windows.map(({ cpuMicros, requests }) => cpuMicros / requests)
}
