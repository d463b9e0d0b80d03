import { groupBy } from '../../stats/group-by.js'
import { halfWidth } from '../../stats/intervals.js'
import { median, sum } from '../../stats/means.js'
import { countsPerTurn } from '../../stats/weighted-order.js'
import { againstBaseline } from '../gates/against-baseline.js'
import { gatesOn } from '../gates/gates.js'
import { companionCosts } from '../slices/companion-costs.js'
import { compareCounters } from '../slices/counters.js'
import { sliceDrift } from '../slices/slice-drift.js'
import { gaugeSeries, sliceSeries } from '../slices/slice-series.js'
import { checkSlices, slicesFor, toDiscarded, unprofiledOf } from '../slices/slice-validity.js'
import { resourceTable } from '../slices/transfer.js'
import { encodingOf, sizeDifferences, summariseResponses } from './compare-answers.js'
import { compareUnderLoad, effectsOf } from './compare-under-load.js'
import { comparisonsOf, familyOf, onePair } from './comparisons.js'
import { verdictsOn, verdictsOnEach } from './decide.js'
import { loadOf } from './deciding-change.js'
import { latencyTable } from './latency-table.js'
import { machinesOf } from './machines.js'
import { interactionOf, sizeOf } from './size-of.js'

/** @import { Experiment } from '../../experiments/types.js' */
/** @import { Load } from '../../load/types.js' */
/** @import { SavedRun } from '../../runs/read-run.js' */
/** @import { Answers, LaunchRecord, RunManifest, SliceRecord } from '../../runs/types.js' */
/** @import { Analysis, ServerFacts } from '../../types.js' */
/** @import { CheckedSlices } from '../slices/slice-validity.js' */
/** @import { MetricName, RequestComparison, Verdict } from '../types.js' */

/** @typedef {ReturnType<typeof compareRun>} ComparedRun */

/**
 * Returns what a run answers without its profilers: the verdicts, and all that is measured in unprofiled launches and before them.
 * @param {Pick<SavedRun, 'manifest' | 'requestSlices' | 'launches'>} run @param {CheckedSlices} unprofiled
 */
export function compareRun({ manifest, requestSlices, launches }, unprofiled) {
  const { experiment, design, timing } = manifest
  const comparisons = comparisonsOf(experiment)
  const variants = experiment.variants.map(({ name }) => name)
  const [{ name: only }] = experiment.variants
  const [decidingLoad] = design.loads
  const rounds = new Set(unprofiled.valid.map(slice => slice.round)).size
  // Between the rounds of two machines is any time.
  const measuredMs = manifest.merged ? null : roundMsOf(unprofiled.all, manifest.clearAfter ?? design.rounds)
  const roundMs = measuredMs ?? (rounds === 0 ? null : timing.wallMs / rounds)
  const verdicts = manifest.imported ? [] : verdictsOn(manifest, unprofiled, roundMs)
  const against = againstBaseline(manifest, unprofiled, verdicts)
  const deciding = verdicts.map(verdict => /** @type {const} */ ([verdict.metric, loadOf(verdict, design)]))
  const loadsByMetric = new Map(deciding.length > 0 ? deciding : [[experiment.primaryMetric, decidingLoad]])
  const loads = design.loads.map(load => ({ load, ...compareUnderLoad(load, variants, comparisons, unprofiled) }))
  const companions = companionCosts(design.detailLoad, variants, comparisons, unprofiled.valid)
  const responses = summariseResponses((manifest.answers ?? []).filter(({ answers }) => answers.length > 0))
  return {
    rounds,
    roundMs,
    precision: design.untilHalfWidth === null ? null : precisionOf(verdicts, design.untilHalfWidth),
    variants,
    comparisons,
    resources: resourceTable(manifest.resources ?? [], comparisons),
    responses,
    sizeDifferences: sizeDifferences(responses),
    ...(companions.length > 0 && { companions }),
    verdicts,
    ...(design.budgets && { gates: gatesOn(manifest, unprofiled, verdicts, against) }),
    ...(against && { against }),
    ...(manifest.merged && { machines: machinesOf(manifest.merged, verdicts, design, comparisons, unprofiled) }),
    ...(experiment.requests && { requests: compareRequests(manifest, requestSlices, roundMs) }),
    effects: effectsOf(verdicts, loads[0]),
    loads,
    sizes: comparisons.map(each => sizeOf(each, design, unprofiled, familyOf(experiment))),
    interactions: comparisons.slice(0, 1).flatMap(function withVerdict(comparison) {
      const { metric } = verdicts[0] ?? comparison
      return interactionOf({ ...comparison, metric }, design, unprofiled) ?? []
    }),
    drifts: [...loadsByMetric].flatMap(([metric, load]) => driftsOf(metric, load)),
    latencies: design.loads.flatMap(load => latencyTable(load, variants, comparisons, unprofiled) ?? []),
    counters: (comparisons.length > 0 ? comparisons : [onePair(only, only)]).map(each =>
      compareCounters(each, decidingLoad, unprofiled, launches)
    ),
    sliceSeries: [...new Set([...loadsByMetric.keys(), /** @type {const} */ ('requestsPerSecond')])].map(metric =>
      sliceSeries(metric, manifest, unprofiled, loadsByMetric.get(metric))
    ),
    gauges: gaugeSeries(manifest, unprofiled)
  }

  /** @param {MetricName} metric @param {Load} load */
  function driftsOf(metric, load) {
    const slices = slicesFor(metric, load, unprofiled)
    return variants.flatMap(variant => sliceDrift(metric, variant, slices) ?? [])
  }
}

/**
 * Returns what each of several requests costs alone. The verdicts are corrected for the number of requests and candidates together;
 * the verdict on the load of the experiment is not one of them.
 * @param {Pick<RunManifest, 'experiment' | 'design' | 'answers'>} manifest
 * @param {SliceRecord[]} slices of single requests
 * @param {number | null} roundMs the duration of a round of this run
 * @returns {RequestComparison[]} none of an experiment with one request
 */
function compareRequests({ experiment, design, answers = [] }, slices, roundMs) {
  const { requests = [], variants } = experiment
  const counts = countsPerTurn(requests.map(({ weight }) => weight))
  const names = variants.map(({ name }) => name)
  const comparisons = comparisonsOf(experiment)
  const groups = requests.map(({ name }) =>
    unprofiledOf(
      checkSlices(
        slices.filter(({ request }) => request === name),
        withEncodings(experiment, answers, name)
      )
    )
  )
  const verdicts = verdictsOnEach({ experiment, design }, groups, roundMs)
  return groups.flatMap(function ofGroup(own, index) {
    const request = requests[index]
    if (!request) return []
    const { name, method = 'GET', path, weight } = request
    return {
      name,
      method,
      path,
      weight,
      share: (counts[index] ?? 0) / sum(counts),
      verdicts: verdicts[index] ?? [],
      sizes: comparisons.map(each => sizeOf(each, design, own, familyOf(experiment) * groups.length)),
      load: { load: design.detailLoad, ...compareUnderLoad(design.detailLoad, names, comparisons, own) },
      checks: { slices: own.all.length, discarded: own.discarded.map(toDiscarded) }
    }
  })
}

/**
 * Returns the experiment with the encoding that the responses to one request had before the run.
 * @type {(experiment: Experiment, answers: Answers[], name: string) => Experiment}
 */
function withEncodings(experiment, answers, name) {
  const own = answers.filter(({ request }) => request === name)
  const variants = experiment.variants.map(function withEncoding(variant) {
    const responses = own.find(each => each.variant === variant.name)?.answers ?? []
    return { ...variant, contentEncoding: encodingOf(responses) }
  })
  return { ...experiment, variants: /** @type {Experiment['variants']} */ (variants) }
}

/**
 * Returns how many requests warmed up the launches.
 * @type {(launches: LaunchRecord[]) => Analysis['warmUp']} null where no launch of a later round has that
 */
export function warmUpOf(launches) {
  const firsts = new Map(
    [...groupBy(launches, ({ machine }) => machine)].map(([machine, own]) => [machine, firstOf(own)])
  )
  const known = launches.flatMap(({ machine, round, warmUp }) =>
    warmUp ? [{ isFirst: round === firsts.get(machine), requests: warmUp.requests }] : []
  )
  const later = known.filter(({ isFirst }) => !isFirst).map(({ requests }) => requests)
  const first = Math.max(0, ...known.filter(({ isFirst }) => isFirst).map(({ requests }) => requests))
  return later.length === 0 ? null : { first, least: Math.min(...later), most: Math.max(...later) }
}

/** Returns the first round of some launches. @param {LaunchRecord[]} launches */
function firstOf(launches) {
  return Math.min(...launches.map(({ round }) => round))
}

/** Returns what the logins of the launches took, null of a run without one. @param {LaunchRecord[]} launches */
export function loginOf(launches) {
  const logins = launches.flatMap(({ login }) => login ?? [])
  const medianMs = median(logins.map(({ durationMs }) => durationMs))
  return medianMs === null ? null : { requests: logins[0]?.requests ?? 0, medianMs }
}

/**
 * Returns how long a round of the verdict takes, from its first slice to that of the next one.
 * @param {SliceRecord[]} slices unprofiled
 * @param {number} rounds of the verdict
 * @returns {number | null} null with fewer than two such rounds
 */
function roundMsOf(slices, rounds) {
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
function precisionOf(verdicts, goal) {
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
  return variants.map(function factsOf({ name, command, env, commit = null, changedPackages, node, memoryMB }) {
    const nodeVersion = answers.find(({ variant }) => variant === name)?.nodeVersion ?? null
    const memory = memoryMB === undefined ? null : { limitMB: memoryMB, ...peakOf(name, launches) }
    return { variant: name, command, env, commit, changedPackages, node, nodeVersion, memory }
  })
}

/** @param {string} name of a variant @param {LaunchRecord[]} launches */
function peakOf(name, launches) {
  const watched = launches.filter(({ variant, peakBytes }) => variant === name && peakBytes !== undefined)
  const peaks = watched.flatMap(({ peakBytes }) => peakBytes ?? [])
  return { peakBytes: peaks.length === 0 ? null : Math.max(...peaks), launches: watched.length }
}
