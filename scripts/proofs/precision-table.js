import { halfWidth } from '../../src/stats/intervals.js'
import { verdictsOn } from '../../src/verdict/decide/decide.js'
import { checkSlices, unprofiledOf } from '../../src/verdict/slices/slice-validity.js'
import { completeRuns } from './lib/record.js'
import { header, percent, quantile, row } from './lib/tables.js'

/** @import { Verdict } from '../../src/verdict/types.js' */

/**
 * How precise the deciding change is after so many seconds: `node scripts/proofs/precision-table.js [folder of runs]`. A row
 * is one experiment with all its runs. A cell is what they would have shown if they had ended with the last round that was
 * complete by then: median half-width of the interval (the drift included), and the number of runs with each verdict.
 */
const MOMENTS_S = [45, 60, 75, 90, 120]
const folder = process.argv[2] ?? 'profiles/zoo'

/** @typedef {ReturnType<typeof completeRuns>[0]} Run */

/** @type {Map<string, Run[]>} */
const byName = new Map()
for (const run of completeRuns(folder)) {
  const { name } = run.manifest.experiment
  byName.set(name, [...(byName.get(name) ?? []), run])
}
const columns = ['experiment', 'runs', ...MOMENTS_S.map(moment => `${moment} s`)]
console.log([...header(columns), ...[...byName].map(([name, runs]) => rowOf(name, runs))].join('\n'))

/** @type {(name: string, runs: Run[]) => string} */
function rowOf(name, runs) {
  return row(name, String(runs.length), ...MOMENTS_S.map(moment => cellOf(runs, moment * 1e3)))
}

/** @type {(runs: Run[], elapsedMs: number) => string} */
function cellOf(runs, elapsedMs) {
  const verdicts = runs.flatMap(run => verdictAt(run, elapsedMs) ?? [])
  const widths = verdicts.flatMap(({ change }) => (change ? [halfWidth(change)] : []))
  if (widths.length === 0) return '-'
  return `±${percent(quantile(widths, 0.5))}: ${countsOf(verdicts)}`
}

/** @param {Verdict[]} verdicts such as 3 no difference, 1 cannot tell */
function countsOf(verdicts) {
  const names = [...new Set(verdicts.map(({ verdict }) => verdict))].sort()
  return names.map(name => `${verdicts.filter(({ verdict }) => verdict === name).length} ${name}`).join(', ')
}

/** @type {(run: Run, elapsedMs: number) => Verdict | null} */
function verdictAt({ manifest, slices }, elapsedMs) {
  const endMs = Date.parse(manifest.startedAt) + elapsedMs
  const late = slices.find(({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs > endMs)
  const complete = slices.filter(({ round }) => round < (late?.round ?? Number.POSITIVE_INFINITY))
  const checked = unprofiledOf(checkSlices(complete, manifest.experiment))
  return verdictsOn(manifest, checked, null)[0] ?? null
}
