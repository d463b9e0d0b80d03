import { blameOn, locatedBlames } from './blame/blame.js'
import { withBlamedLines } from './blame/blamed-lines.js'
import { cardOf } from './blame/card.js'
import { evidenceOf } from './blame/evidence.js'
import { heavyTables } from './blame/heavy-tables.js'
import { threadWork } from './blame/thread-work.js'
import { tickOddities, tickTables } from './blame/tick-tables.js'
import { flameGraphs } from './flame/flame-graphs.js'
import { againstBaseline } from './verdict/against-baseline.js'
import { withBlameError } from './verdict/calibrate.js'
import { companionCosts } from './verdict/companion-costs.js'
import { sizeDifferences, summariseResponses } from './verdict/compare-answers.js'
import { compareRequests } from './verdict/compare-requests.js'
import { compareUnderLoad, effectsOf } from './verdict/compare-under-load.js'
import { blamedVariants, comparisonsOf, onePair } from './verdict/comparisons.js'
import { compareCounters, differingCounters } from './verdict/counters.js'
import { verdictsOn } from './verdict/decide.js'
import { gatesOn } from './verdict/gates.js'
import { interactionOf } from './verdict/interaction.js'
import { latencyTable } from './verdict/latency-table.js'
import { profilerOverhead } from './verdict/profiler-overhead.js'
import { resourceTable } from './verdict/resource-table.js'
import { checkLimits, launchWarnings, swingWarnings } from './verdict/run-checks.js'
import { precisionOf, roundMsOf, warmUpOf } from './verdict/run-progress.js'
import { serverFacts } from './verdict/server-facts.js'
import { sizeOf, totalOf } from './verdict/size-of.js'
import { sliceDrift } from './verdict/slice-drift.js'
import { gaugeSeries, sliceSeries } from './verdict/slice-series.js'
import { checkSlices, isEqualRate, onlyOf, slicesFor, toDiscarded, unprofiledOf } from './verdict/slice-validity.js'
import { transferOf } from './verdict/transfer.js'

/**
 * @import { UnprofiledThreads } from './blame/other-threads.js'
 * @import { Experiment } from './experiments/types.js'
 * @import { FlameGraph } from './flame/types.js'
 * @import { Load } from './load/types.js'
 * @import { ProfilerName } from './profile/types.js'
 * @import { RowName } from './verdict/launch-metrics.js'
 * @import { SavedRun } from './runs/read-run.js'
 * @import { SliceRecord } from './runs/types.js'
 * @import { Analysis } from './types.js'
 * @import { Compared, MetricName, ProfiledLoad, Verdict } from './verdict/types.js'
 */

/** @typedef {ReturnType<typeof prepareRun>} Prepared */

/** Of the thread pool, and of V8's helper threads. @type {RowName[]} */
const threadMetrics = ['cpuPool', 'cpuHelpers']

/**
 * Returns every figure that any report of a run shows, of a complete run or not: a pure function of what was measured.
 * @param {SavedRun} run
 * @param {Prepared} [prepared] of the same run
 * @returns {Analysis}
 */
export function analyseRun(run, prepared = prepareRun(run)) {
  const { baseline, candidates, pairs, checked, isValid, evidence, threadChanges, isIncomplete } = prepared
  const {
    manifest,
    slices,
    requestSlices,
    launches,
    problems,
    profiles,
    artifacts,
    foldedFunctions,
    treeless,
    unread
  } = run
  const { experiment, design, timing } = manifest
  const comparisons = comparisonsOf(experiment)
  const variants = experiment.variants.map(({ name }) => name)
  const profiled = [baseline, ...candidates]
  const [decidingLoad] = design.loads
  const profilers = design.profilers.map(({ name }) => name)
  const unprofiled = unprofiledOf(checked)
  const rounds = new Set(unprofiled.valid.map(slice => slice.round)).size
  const roundMs = roundMsOf(unprofiled.all, design) ?? (rounds === 0 ? null : timing.wallMs / rounds)
  const verdicts = verdictsOn(manifest, unprofiled, roundMs)
  const against = againstBaseline(manifest, unprofiled, verdicts)
  const decidingMetrics = [...new Set(verdicts.map(({ metric }) => metric))]
  const loads = design.loads.map(load => ({ load, ...compareUnderLoad(load, variants, comparisons, unprofiled) }))
  const isNew = !design.loads.some(({ generator }) => generator === design.detailLoad.generator)
  const allLoads = isNew ? [...design.loads, design.detailLoad] : design.loads
  const ticks = profilers.flatMap(name =>
    tickTables(profiles.filter(isOf(name)), slices.filter(isOf(name)), isValid, allLoads, profiled)
  )
  const counters = comparisons.map(each => compareCounters(each, decidingLoad, unprofiled, launches))
  const isIdle = unprofiled.all.some(isEqualRate)
  const matched = [...evidence.values()].flatMap(({ trees }) => trees)
  const sizes = comparisons.map(comparison => sizeIn(comparison, unprofiled.valid))
  const profiledRounds = new Set(slices.filter(({ profiler }) => profiler !== 'none').map(({ round }) => round))
  const sameRounds = unprofiled.valid.filter(({ round }) => profiledRounds.has(round))
  const blames = verdicts.flatMap(({ candidate, verdict }) =>
    blameOn(candidate, baseline, evidence, {
      // At one level of the other toggles, in the rounds that have profiled launches too.
      total: isIdle ? null : totalOf(sizeIn(pairOn(candidate), sameRounds).all),
      threads: threadChanges.get(candidate),
      differing: differingCounters(countersOn(candidate)),
      verdict: isIdle ? 'cannot tell' : verdict,
      isIncomplete
    })
  )
  const hasWorkers = run.trees.some(launch => launch.trees.some(({ threadId }) => threadId !== 0))
  const companions = companionCosts(design.detailLoad, variants, comparisons, unprofiled.valid)
  const responses = summariseResponses(manifest.answers ?? [])
  const hasNm = !manifest.preflight.some(finding => finding.code === 'no-nm')
  return {
    schemaVersion: 8,
    experiment: experiment.name,
    question: experiment.question,
    folder: manifest.folder,
    status: manifest.status,
    problem: manifest.problem,
    rounds,
    roundMs,
    asked: {
      rounds: design.rounds + design.detailRounds,
      untilHalfWidth: design.untilHalfWidth,
      maxMs: design.maxMs,
      ...(design.untilCounted && { untilCounted: true })
    },
    coldRequests: design.coldRequests,
    warmUp: warmUpOf(launches),
    precision: design.untilHalfWidth === null ? null : precisionOf(verdicts, design.untilHalfWidth),
    quick: design.quick,
    variants,
    baseline,
    candidates,
    comparisons,
    resources: resourceTable(manifest.resources ?? [], comparisons),
    servers: serverFacts(manifest, launches),
    responses,
    sizeDifferences: sizeDifferences(responses),
    ...(companions.length > 0 && { companions }),
    verdicts,
    ...(design.budgets && { gates: gatesOn(manifest, unprofiled, verdicts, against) }),
    ...(against && { against }),
    ...(experiment.requests && { requests: compareRequests(manifest, requestSlices, roundMs) }),
    effects: effectsOf(verdicts, loads[0]),
    loads,
    sizes,
    interactions: comparisons
      .slice(0, 1)
      .flatMap(comparison => interactionOf(comparison, design.detailLoad, unprofiled.valid) ?? []),
    drifts: decidingMetrics.flatMap(metric =>
      variants.flatMap(variant => sliceDrift(metric, variant, decidingSlices(metric)) ?? [])
    ),
    latencies: design.loads.flatMap(load => latencyTable(load, variants, comparisons, unprofiled) ?? []),
    counters,
    ticks,
    tickOddities: tickOddities(ticks, hasNm),
    profilerOverheads: profilers.map(name => profilerOverhead(name, design.detailLoad, profiled, checked.valid)),
    profiledLoads: profilers.flatMap(name => loadsUnder(name, design.loads)),
    blames,
    threadWorks: candidates.flatMap(candidate =>
      threadWork({ trees: run.trees, slices, isValid, load: design.detailLoad }, baseline, candidate)
    ),
    cards: withBlamedLines(verdicts.filter(({ change }) => change !== null).map(cardOn), run.sources),
    sources: run.sources,
    heavyTables: heavyTables(matched, slices, design.detailLoad, profiled),
    toolProblems: problems.map(({ profiler, variant, id, round, ...problem }) => ({ profiler, variant, problem })),
    checks: {
      slices: slices.length,
      discarded: checked.discarded.map(toDiscarded),
      limits: checkLimits(unprofiled.all),
      warnings: [
        ...manifest.preflight,
        ...launchWarnings({ launches, profiles, problems, foldedFunctions, treeless, unread }),
        ...decidingMetrics.slice(0, 1).flatMap(metric => swingWarnings(metric, baseline, decidingSlices(metric)))
      ]
    },
    sliceSeries: [...new Set([...decidingMetrics, /** @type {const} */ ('requestsPerSecond')])].map(metric =>
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

  /** @type {(profiler: ProfilerName, loads: Load[]) => ProfiledLoad[]} */
  function loadsUnder(profiler, loads) {
    const own = onlyOf(checked, slice => slice.profiler === profiler)
    return loads
      .map(load => ({ profiler, load, ...compareUnderLoad(load, profiled, pairs, own) }))
      .filter(({ rounds }) => rounds > 0)
  }

  /** @param {string} candidate @returns the pair of variants that blame compares */
  function pairOn(candidate) {
    return onePair(candidate, baseline)
  }

  /** @param {string} candidate @returns the counters of that pair, which without toggles are known */
  function countersOn(candidate) {
    const known = experiment.toggles ? null : counters.find(each => each.candidate === candidate)
    return known ?? compareCounters(pairOn(candidate), decidingLoad, unprofiled, launches)
  }

  /** @param {Compared} compared @param {SliceRecord[]} some unprofiled */
  function sizeIn(compared, some) {
    return sizeOf(compared, design.detailLoad, some, comparisons.length)
  }

  /** @param {MetricName} metric */
  function decidingSlices(metric) {
    return slicesFor(metric, decidingLoad, unprofiled)
  }

  /**
   * Returns the summary card: its totals are those of the verdict, of a toggle the means over the other one's levels. Steps and bytes
   * are of the variants that blame compares.
   * @param {Verdict} verdict
   */
  function cardOn(verdict) {
    const { candidate } = verdict
    const size = sizes.find(each => each.candidate === candidate)
    return cardOf({
      verdict,
      size,
      pairSize: sizeIn(pairOn(candidate), unprofiled.valid),
      blame: blames.find(blame => blame.candidate === candidate && blame.unit === 'micros'),
      hasWorkers,
      transfer: transferOf({ candidate, baseline }, design.detailLoad, unprofiled.valid, size?.all ?? null)
    })
  }
}

/**
 * Returns what the analysis and the flame graphs of a run both start from: the variants that blame compares, in `pairs`, and their
 * evidence.
 * @param {Pick<SavedRun, 'manifest' | 'slices' | 'trees' | 'treeless'>} run
 */
export function prepareRun({ manifest: { experiment, design }, slices, trees, treeless }) {
  const [baseline = '', ...candidates] = blamedVariants(comparisonsOf(experiment))
  const pairs = candidates.map(candidate => onePair(candidate, baseline))
  const checked = checkSlices(slices, experiment)
  const valid = new Set(checked.valid)
  const evidence = evidenceOf({ trees, slices, isValid, load: design.detailLoad }, baseline, candidates)
  const variants = [baseline, ...candidates]
  const { rows } = compareUnderLoad(design.loads[0], variants, pairs, unprofiledOf(checked), threadMetrics)
  const threadChanges = new Map(candidates.map(candidate => [candidate, changesOfThreads(candidate)]))
  const isIncomplete = treeless.length > 0
  return { baseline, candidates, pairs, checked, isValid, evidence, threadChanges, isIncomplete }

  /** @param {string} candidate @returns {UnprofiledThreads} */
  function changesOfThreads(candidate) {
    const [pool = null, helpers = null] = threadMetrics.map(
      metric => rows.find(row => row.metric === metric)?.changes[candidate] ?? null
    )
    return { pool, helpers }
  }

  /** @param {SliceRecord} slice */
  function isValid(slice) {
    return valid.has(slice)
  }
}

/**
 * Returns the flame graphs of a run.
 * @param {Pick<SavedRun, 'manifest'>} run
 * @param {Pick<Prepared, 'baseline' | 'candidates' | 'evidence' | 'threadChanges' | 'isIncomplete'>} prepared of the same run
 * @returns {FlameGraph[]}
 */
export function flamesOfRun({ manifest: { design, folder } }, prepared) {
  const { baseline, candidates, evidence, threadChanges, isIncomplete } = prepared
  const profilers = design.profilers.map(({ name }) => name)
  const blames = candidates.flatMap(candidate =>
    locatedBlames(candidate, baseline, evidence, { threads: threadChanges.get(candidate), isIncomplete })
  )
  return flameGraphs(evidence, { profilers, variants: [baseline, ...candidates], blames, folder })
}

/** @param {ProfilerName} name */
function isOf(name) {
  return (/** @type {{ profiler: ProfilerName }} */ { profiler }) => profiler === name
}
