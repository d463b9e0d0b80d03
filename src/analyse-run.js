import { blameOn, locatedBlames } from './blame/blame.js'
import { evidenceOf } from './blame/evidence.js'
import { heavyTables } from './blame/heavy-tables.js'
import { tickOddities, tickTables } from './blame/tick-tables.js'
import { flameGraphs } from './flame/flame-graphs.js'
import { halfWidth } from './stats/intervals.js'
import { withBlameError } from './verdict/calibrate.js'
import { compareUnderLoad, effectsOf } from './verdict/compare-under-load.js'
import { compareCounters } from './verdict/counters.js'
import { verdictsOn } from './verdict/decide.js'
import { latencyTable } from './verdict/latency-table.js'
import { profilerOverhead } from './verdict/profiler-overhead.js'
import { checkLimits, launchWarnings, swingWarnings } from './verdict/run-checks.js'
import { sizeOf, totalOf } from './verdict/size-of.js'
import { sliceDrift } from './verdict/slice-drift.js'
import { gaugeSeries, sliceSeries } from './verdict/slice-series.js'
import { checkSlices, isEqualRate, slicesFor, unprofiledOf } from './verdict/slice-validity.js'

/**
 * @import { FlameGraph } from './flame/types.js'
 * @import { ProfilerName } from './profile/types.js'
 * @import { SavedRun } from './runs/read-run.js'
 * @import { LaunchRecord, RunManifest, SliceRecord } from './runs/types.js'
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
  const roundMs = roundMsOf(unprofiled.all, design) ?? (rounds === 0 ? null : timing.wallMs / rounds)
  const verdicts = verdictsOn(candidates, baseline, manifest, unprofiled, roundMs)
  const decidingMetric = verdicts[0]?.metric ?? 'cpuPerRequest'
  const decidingSlices = slicesFor(decidingMetric, decidingLoad, unprofiled)
  const loads = design.loads.map(load => ({ load, ...compareUnderLoad(load, baseline, candidates, unprofiled) }))
  const isNew = !design.loads.some(({ generator }) => generator === design.detailLoad.generator)
  const allLoads = isNew ? [...design.loads, design.detailLoad] : design.loads
  const ticks = profilers.flatMap(name =>
    tickTables(profiles.filter(isOf(name)), slices.filter(isOf(name)), isValid, allLoads, variants)
  )
  const isIdle = unprofiled.all.some(isEqualRate)
  const sizes = candidates.map(candidate => sizeIn(candidate, unprofiled.valid))
  const hasNm = !manifest.preflight.some(finding => finding.code === 'no-nm')
  return {
    schemaVersion: 6,
    experiment: experiment.name,
    question: experiment.question,
    folder: manifest.folder,
    status: manifest.status,
    problem: manifest.problem,
    rounds,
    roundMs,
    asked: { rounds: design.rounds + design.detailRounds, untilHalfWidth: design.untilHalfWidth, maxMs: design.maxMs },
    coldRequests: design.coldRequests,
    warmUp: warmUpOf(launches),
    precision: design.untilHalfWidth === null ? null : precisionOf(verdicts, design.untilHalfWidth),
    quick: design.quick,
    baseline,
    candidates,
    verdicts,
    effects: effectsOf(verdicts, loads[0]),
    loads,
    sizes,
    drifts: variants.flatMap(variant => sliceDrift(decidingMetric, variant, decidingSlices) ?? []),
    latencies: design.loads.flatMap(load => latencyTable(load, variants, unprofiled) ?? []),
    counters: candidates.map(candidate => compareCounters(candidate, baseline, decidingLoad, unprofiled, launches)),
    ticks,
    tickOddities: tickOddities(ticks, hasNm),
    profilerOverheads: profilers.map(name => profilerOverhead(name, design.detailLoad, variants, checked.valid)),
    blames: verdicts.flatMap(({ candidate, verdict }) =>
      blameOn(candidate, baseline, evidence, unprofiledTotal(candidate), isIdle ? 'cannot tell' : verdict)
    ),
    heavyTables: heavyTables(trees, variants, profilers),
    toolProblems: problems.map(({ profiler, variant, id, round, ...problem }) => ({ profiler, variant, problem })),
    checks: {
      slices: slices.length,
      discarded: checked.discarded.map(toDiscarded),
      limits: checkLimits(unprofiled.all),
      warnings: [
        ...manifest.preflight,
        ...launchWarnings({ launches, profiles, problems }),
        ...swingWarnings(decidingMetric, baseline, decidingSlices)
      ]
    },
    sliceSeries: [...new Set([decidingMetric, /** @type {const} */ ('requestsPerSecond')])].map(metric =>
      sliceSeries(metric, manifest, unprofiled)
    ),
    gauges: gaugeSeries(manifest, unprofiled),
    artifacts,
    calibration: manifest.calibration && {
      ...manifest.calibration,
      planted: manifest.calibration.planted.map(withBlameError)
    },
    timing
  }

  /**
   * Returns what blame is compared with: the size in the rounds that have profiled launches too.
   * @param {string} candidate
   */
  function unprofiledTotal(candidate) {
    const profiled = new Set(slices.filter(({ profiler }) => profiler !== 'none').map(({ round }) => round))
    const sameRounds = unprofiled.valid.filter(({ round }) => profiled.has(round))
    return isIdle ? null : totalOf(sizeIn(candidate, sameRounds).all)
  }

  /** @param {string} candidate @param {SliceRecord[]} some unprofiled */
  function sizeIn(candidate, some) {
    return sizeOf(candidate, baseline, design.detailLoad, some, candidates.length)
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
  const evidence = evidenceOf({ trees, slices, isValid, load: design.detailLoad }, baseline, candidates)
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
  const [baseline = '', ...candidates] = experiment.variants.map(({ name }) => name)
  const blames = candidates.flatMap(candidate => locatedBlames(candidate, baseline, evidence))
  return flameGraphs(evidence, { profilers, variants: [baseline, ...candidates], blames, folder })
}

/**
 * Returns how many requests warmed up the launches.
 * @param {LaunchRecord[]} launches
 * @returns {Analysis['warmUp']} null where no launch of a later round has that
 */
function warmUpOf(launches) {
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
function roundMsOf(slices, { rounds }) {
  const starts = new Map()
  for (const { round, startedAt } of slices) {
    const startMs = Date.parse(startedAt)
    if (round < rounds) starts.set(round, Math.min(startMs, starts.get(round) ?? startMs))
  }
  const sorted = [...starts.values()].sort((a, b) => a - b)
  const [first] = sorted
  return sorted.length < 2 ? null : ((sorted.at(-1) ?? 0) - first) / (sorted.length - 1) || null
}

/** @type {(verdicts: Verdict[], goal: number) => Analysis['precision']} */
function precisionOf(verdicts, goal) {
  // More rounds make the interval narrower, but not what a drift adds to it.
  const widths = verdicts.map(({ change, drift }) => (change ? halfWidth(change) - (drift?.addedHalfWidth ?? 0) : null))
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
