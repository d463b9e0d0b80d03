import { mean, sum } from '../../stats/means.js'

/** @import { UnprofiledCpu } from '../unprofiled-cpu.js' */
/** @import { LaunchCosts } from './launch-costs.js' */

/**
 * Returns launches in the microseconds of launches without a profiler. A profiler uses CPU itself, and when it runs a shared machine may
 * have another speed. Where all call trees are of main threads, those of each launch cost what the main thread of its variant costs without a
 * profiler: the baseline what separate slices measure, a candidate so many times that as the slices say that decide. So the speed of the
 * machine is in no row, and what rows leave of their sum is what they leave of the size. Else all trees cost less, or more, by the factor
 * that makes those of the baseline cost what they cost without a profiler. The threads of the profiler are in no sum.
 * @param {LaunchCosts[]} launches of one profiler
 * @param {string} baseline @param {UnprofiledCpu | null} cpu null where it was not measured: then all stays as it is
 * @param {Map<string, UnprofiledCpu | null>} [unprofiled] by candidate
 */
export function scaleToUnprofiled(launches, baseline, cpu, unprofiled = new Map()) {
  const own = launches.filter(({ variant }) => variant === baseline)
  if (!cpu || own.length === 0 || launches.some(({ whole }) => whole === null)) return launches
  const areMain = launches.every(hasMainThreadsOnly)
  const isTied = areMain && cpu.mainMicros !== null && launches.every(({ variant }) => ratioOf(variant) !== undefined)
  const ofAll = factorOf(own, areMain, cpu)
  return launches.map(function scaled(launch) {
    const factor = isTied ? (Number(cpu.mainMicros) * Number(ratioOf(launch.variant))) / Number(launch.main) : ofAll
    const inMicros = {
      ...launch,
      threads: launch.threads.map(({ tree, costPerWeight }) => ({ tree, costPerWeight: costPerWeight * factor })),
      profiled: launch.profiled * factor,
      main: launch.main === null ? null : launch.main * factor,
      workers: launch.workers === null ? null : launch.workers * factor,
      scaledBy: factor,
      isTied
    }
    return { ...inMicros, whole: knowsThreads(launch) ? knownMicros(inMicros) : Number(launch.whole) * factor }
  })

  /** @param {string} variant @returns {number | undefined} */
  function ratioOf(variant) {
    return variant === baseline ? 1 : unprofiled.get(variant)?.tie?.ratio
  }
}

/** Returns by what the costs of two variants are multiplied, in the mean; null where they are not. @param {LaunchCosts[]} launches @param {string[]} variants */
export function factorsOf(launches, variants) {
  const [baseline = Number.NaN, candidate = Number.NaN] = variants.map(name =>
    mean(launches.filter(({ variant }) => variant === name).map(({ scaledBy = Number.NaN }) => scaledBy))
  )
  return Number.isNaN(baseline + candidate) ? null : { baseline, candidate }
}

/** @param {LaunchCosts[]} baselines @param {boolean} areMain whether their trees are of main threads @param {UnprofiledCpu} cpu */
function factorOf(baselines, areMain, { mainMicros, allMicros, pool, helpers }) {
  if (areMain && mainMicros !== null) return mainMicros / mean(baselines.map(({ main }) => Number(main)))
  if (!baselines.every(knowsThreads)) return allMicros / mean(baselines.map(({ whole }) => Number(whole)))
  if (!pool || !helpers) return allMicros / mean(baselines.map(knownMicros))
  const sampledMicros = mean(baselines.map(({ profiled, workers }) => profiled + (workers ?? 0)))
  return (allMicros - pool.baseline - helpers.baseline) / sampledMicros
}

/** Returns whether no tree is of a worker thread: that may be one that listens, which counts as a main thread. @param {LaunchCosts} launch */
function hasMainThreadsOnly({ main, threads }) {
  return main !== null && threads.every(({ tree }) => tree.threadId === 0)
}

/** @param {LaunchCosts} launch */
function knowsThreads({ pool, helpers }) {
  return pool !== null && helpers !== null
}

/** Returns the CPU of all threads but those of the profiler. @param {LaunchCosts} launch */
function knownMicros({ profiled, pool, helpers, workers }) {
  return sum([profiled, pool ?? 0, helpers ?? 0, workers ?? 0])
}
