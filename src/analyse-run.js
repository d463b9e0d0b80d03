import { blameOn } from './blame/blame.js'
import { evidenceOf } from './blame/evidence.js'
import { heavyTables } from './blame/heavy-tables.js'
import { tickOddities, tickTables } from './blame/tick-tables.js'
import { flameGraphs } from './flame/flame-graphs.js'
import { halfWidth } from './stats/intervals.js'
import { withBlameError } from './verdict/calibrate.js'
import { compareUnderLoad, effectsOf, unprofiledTotal } from './verdict/compare-under-load.js'
import { verdictOn } from './verdict/decide.js'
import { latencyTable } from './verdict/latency-table.js'
import { profilerOverhead } from './verdict/profiler-overhead.js'
import { checkLimits, launchWarnings } from './verdict/run-checks.js'
import { gaugeSeries, sliceSeries } from './verdict/slice-series.js'
import { checkSlices, unprofiledOf } from './verdict/slice-validity.js'

/**
 * @import { FlameGraph } from './flame/types.js'
 * @import { ProfilerName } from './profile/types.js'
 * @import { SavedRun } from './runs/read-run.js'
 * @import { SliceRecord } from './runs/types.js'
 * @import { Analysis } from './types.js'
 * @import { CheckedSlices } from './verdict/slice-validity.js'
 * @import { DiscardedSlice, Verdict } from './verdict/types.js'
 */

/** @typedef {ReturnType<typeof prepareRun>} Prepared */

/**
 * Returns every figure that any report of a run shows, of a complete run or not: a pure function of what was measured.
 * @param {SavedRun} run
 * @param {Prepared} [prepared] of the same run
 * @returns {Analysis}
 */
export function analyseRun(run, { checked, isValid, evidence } = prepareRun(run)) {
  const { manifest, slices, launches, problems, profiles, trees, artifacts } = run
  const { experiment, design, timing } = manifest
  const [baseline, ...candidates] = /** @type {[string, ...string[]]} */ (experiment.variants.map(({ name }) => name))
  const variants = [baseline, ...candidates]
  const [decidingLoad] = design.loads
  const profilers = design.profilers.map(({ name }) => name)
  const unprofiled = unprofiledOf(checked)
  const rounds = new Set(unprofiled.valid.map(slice => slice.round)).size
  const roundMs = rounds === 0 ? null : timing.wallMs / rounds
  const verdicts = candidates.map(candidate => verdictOn(candidate, baseline, manifest, unprofiled, roundMs))
  const loads = design.loads.map(load => ({ load, ...compareUnderLoad(load, baseline, candidates, unprofiled) }))
  const ticks = profilers.flatMap(name =>
    tickTables(profiles.filter(isOf(name)), slices.filter(isOf(name)), isValid, design.loads, variants)
  )
  const hasNm = !manifest.preflight.some(finding => finding.code === 'no-nm')
  return {
    schemaVersion: 5,
    experiment: experiment.name,
    question: experiment.question,
    folder: manifest.folder,
    status: manifest.status,
    problem: manifest.problem,
    rounds,
    roundMs,
    asked: { rounds: design.rounds, untilHalfWidth: design.untilHalfWidth, maxMs: design.maxMs },
    precision: design.untilHalfWidth === null ? null : precisionOf(verdicts, design.untilHalfWidth),
    quick: design.quick,
    baseline,
    candidates,
    verdicts,
    effects: effectsOf(verdicts, loads[0]),
    loads,
    latencies: design.loads.flatMap(load => latencyTable(load, variants, unprofiled) ?? []),
    ticks,
    tickOddities: tickOddities(ticks, hasNm),
    profilerOverheads: profilers.map(name => profilerOverhead(name, decidingLoad, variants, checked.valid)),
    blames: candidates.flatMap(candidate =>
      blameOn(candidate, baseline, evidence, unprofiledTotal(candidate, baseline, loads[0]))
    ),
    heavyTables: heavyTables(trees, variants, profilers),
    toolProblems: problems.map(({ profiler, variant, id, round, ...problem }) => ({ profiler, variant, problem })),
    checks: {
      slices: slices.length,
      discarded: checked.discarded.map(toDiscarded),
      limits: checkLimits(unprofiled.all),
      warnings: [...manifest.preflight, ...launchWarnings({ launches, profiles, problems })]
    },
    sliceSeries: [...new Set([verdicts[0]?.metric ?? 'cpuPerRequest', /** @type {const} */ ('requestsPerSecond')])].map(
      metric => sliceSeries(metric, manifest, unprofiled)
    ),
    gauges: gaugeSeries(manifest, unprofiled),
    artifacts,
    calibration: manifest.calibration && {
      ...manifest.calibration,
      planted: manifest.calibration.planted.map(withBlameError)
    },
    timing
  }
}

/**
 * Returns what the analysis and the flame graphs of a run both start from.
 * @param {Pick<SavedRun, 'manifest' | 'slices' | 'trees'>} run
 */
export function prepareRun({ manifest: { experiment, design }, slices, trees }) {
  const [baseline = '', ...candidates] = experiment.variants.map(({ name }) => name)
  const checked = checkSlices(slices, experiment)
  const valid = new Set(checked.valid)
  const evidence = evidenceOf({ trees, slices, isValid, load: design.loads[0] }, baseline, candidates)
  return { checked, isValid, evidence }

  /** @param {SliceRecord} slice */
  function isValid(slice) {
    return valid.has(slice)
  }
}

/**
 * Returns the flame graphs of a run.
 * @param {Pick<SavedRun, 'manifest'>} run
 * @param {Pick<Prepared, 'evidence'>} prepared of the same run
 * @returns {FlameGraph[]}
 */
export function flamesOfRun({ manifest: { experiment, design, folder } }, { evidence }) {
  const profilers = design.profilers.map(({ name }) => name)
  return flameGraphs(evidence, { profilers, variants: experiment.variants.map(({ name }) => name), folder })
}

/** @type {(verdicts: Verdict[], goal: number) => Analysis['precision']} */
function precisionOf(verdicts, goal) {
  const widths = verdicts.map(({ change }) => (change ? halfWidth(change) : null))
  const known = widths.filter(width => width !== null)
  const widest = known.length < widths.length ? null : Math.max(...known)
  return { goal, halfWidth: widest, isReached: widest !== null && widest <= goal }
}

/** @type {(checked: CheckedSlices['discarded'][0]) => DiscardedSlice} */
function toDiscarded({ slice: { launch, variant, round, index, load }, reasons }) {
  return { launch, variant, round, index, generator: load.generator, reasons }
}

/** @param {ProfilerName} name */
function isOf(name) {
  return (/** @type {{ profiler: ProfilerName }} */ { profiler }) => profiler === name
}
