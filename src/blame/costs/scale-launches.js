import { mean, sum } from '../../stats/means.js'

/** @import { UnprofiledCpu } from '../unprofiled-cpu.js' */
/** @import { LaunchCosts } from './launch-costs.js' */

/**
 * Returns launches in the microseconds of launches without a profiler. A profiler uses CPU itself, and when it runs a shared machine may
 * have another speed. So all call trees cost less, or more, by the factor that makes those of the baseline cost what they cost without a
 * profiler: as the size of a change is the percent of a baseline. One factor for all variants changes no ratio of sampled costs, and so
 * invents no difference. The threads of the profiler are in no sum.
 * @param {LaunchCosts[]} launches of one profiler
 * @param {string} baseline @param {UnprofiledCpu | null} cpu null where it was not measured: then all stays as it is
 */
export function scaleToUnprofiled(launches, baseline, cpu) {
  const own = launches.filter(({ variant }) => variant === baseline)
  if (!cpu || own.length === 0 || launches.some(({ whole }) => whole === null)) return launches
  const factor = factorOf(own, launches.every(hasMainThreadsOnly), cpu)
  return launches.map(function scaled(launch) {
    const inMicros = {
      ...launch,
      threads: launch.threads.map(({ tree, costPerWeight }) => ({ tree, costPerWeight: costPerWeight * factor })),
      profiled: launch.profiled * factor,
      main: launch.main === null ? null : launch.main * factor,
      workers: launch.workers === null ? null : launch.workers * factor,
      scaledBy: factor
    }
    return { ...inMicros, whole: knowsThreads(launch) ? knownMicros(inMicros) : Number(launch.whole) * factor }
  })
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
