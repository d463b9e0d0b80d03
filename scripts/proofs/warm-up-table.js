import { groupBy } from '../../src/stats/group-by.js'
import { meanInterval } from '../../src/stats/intervals.js'
import { sliceDrift } from '../../src/verdict/slices/slice-drift.js'
import { requestsOf, requestsUntilWarm } from '../../src/verdict/slices/warm-up-curve.js'
import { completeRuns } from './lib/record.js'
import { header, percent, row } from './lib/tables.js'

/** @import { LaunchRecord, SliceRecord, WarmUpStretch } from '../../src/runs/types.js' */

/**
 * How servers warm up: `node scripts/proofs/warm-up-table.js [folder of runs]`. The launches of a run's first round are warmed
 * up to the limit, and show the curve. A row is one run.
 *
 * - at 500 ... 8,000 requests: CPU of all threads per request there, relative to the end of the curve
 * - helpers: CPU of V8's helper threads per request in the first second of the curve, and at its end
 * - warm after: what all later launches of the run were warmed up with, and how long that took them
 * - drift: how much CPU per request fell from the first shared-core slice of those launches to the last
 *
 * A second table has, per experiment, the slices of these launches by their position: CPU per request relative to the last slice of
 * the same launch, as a geometric mean with its 95% interval over launches.
 */
const MOMENTS = [500, 1000, 2000, 4000, 8000]
const folder = process.argv[2] ?? 'profiles/zoo'

const columns = ['run', ...MOMENTS.map(requests => `at ${requests}`), 'helpers, µs', 'warm after', 'drift']
const runs = completeRuns(folder)
console.log([...header(columns), ...runs.flatMap(rowOf)].join('\n'))
console.log(`\n${[...header(['experiment', 'launches', 'by position of the slice'], 2), ...positionRows()].join('\n')}`)

function positionRows() {
  const byExperiment = groupBy(runs, ({ manifest }) => manifest.experiment.name)
  return [...byExperiment].map(function positionRow([name, own]) {
    const launches = own.flatMap(({ slices }) => [...groupBy(slices.filter(isShared), ({ launch }) => launch).values()])
    const ratios = launches.map(function relativeToLast(slices) {
      const last = cpuOf(/** @type {SliceRecord} */ (slices.at(-1)))
      return slices.slice(0, -1).map(slice => Math.log(cpuOf(slice) / last))
    })
    const most = Math.max(0, ...ratios.map(each => each.length))
    const cells = Array.from({ length: most }, (_, position) => {
      const { mean, low, high } = meanInterval(ratios.flatMap(each => each[position] ?? []))
      const [middle = '', from = '', to = ''] = [mean, low, high].map(log => percent(Math.expm1(log)))
      return `${middle} (${from} to ${to})`
    })
    return row(name, String(launches.length), cells.join(', '))
  })
}

/** @param {SliceRecord} slice of a verdict round that is not the run's first */
function isShared({ beside, round, profiler }) {
  return beside.length > 0 && round > 0 && profiler === 'none'
}

/** @param {SliceRecord} slice */
function cpuOf({ server, completed }) {
  return server.cpuMicros / completed
}

/** @param {ReturnType<typeof completeRuns>[0]} run */
function rowOf({ manifest, launches, slices }) {
  const curves = launches.flatMap(({ round, warmUp }) => (round === 0 && warmUp ? [warmUp.curve] : []))
  const [first] = curves
  if (!first) return []
  const levels = MOMENTS.map(requests => percentAt(curves, requests))
  const later = launches.filter(({ round }) => round > 0)
  return [row(manifest.experiment.name, ...levels, helpersOf(curves), warmOf(curves, later), driftOf(slices))]
}

/** @type {(curves: WarmUpStretch[][], requests: number) => string} */
function percentAt(curves, requests) {
  const levels = curves.flatMap(curve => {
    const stretch = curve.find((_, index) => requestsOf(curve.slice(0, index + 1)) >= requests)
    return stretch ? [costOf([stretch]) / costOf(curve.slice(-Math.ceil(curve.length / 3)))] : []
  })
  return levels.length === 0 ? '-' : percent(levels.reduce((sum, level) => sum + level, 0) / levels.length, 0)
}

/** @param {WarmUpStretch[][]} curves */
function helpersOf(curves) {
  const [before, after] = [curves.map(curve => curve.slice(0, 3)), curves.map(curve => curve.slice(-3))].map(parts => {
    const stretches = parts.flat()
    return stretches.reduce((sum, { cpuHelpersMicros }) => sum + (cpuHelpersMicros ?? 0), 0) / requestsOf(stretches)
  })
  return `${before?.toFixed(0)} to ${after?.toFixed(0)}`
}

/** @type {(curves: WarmUpStretch[][], later: LaunchRecord[]) => string} */
function warmOf(curves, later) {
  const taken = later.flatMap(({ warmUp }) => warmUp?.durationMs ?? [])
  const seconds = taken.reduce((sum, ms) => sum + ms, 0) / Math.max(1, taken.length) / 1e3
  return `${Math.round(requestsUntilWarm(curves))} requests, ${seconds.toFixed(1)} s`
}

/** @param {SliceRecord[]} slices */
function driftOf(slices) {
  const shared = slices.filter(({ beside, round }) => beside.length > 0 && round > 0)
  const variants = [...new Set(shared.map(({ variant }) => variant))]
  const drifts = variants.flatMap(variant => sliceDrift('cpuPerRequest', variant, shared)?.overLaunch ?? [])
  return drifts.map(drift => percent(drift)).join(', ')
}

/** @param {WarmUpStretch[]} stretches */
function costOf(stretches) {
  return stretches.reduce((sum, { cpuMicros }) => sum + cpuMicros, 0) / requestsOf(stretches)
}
