import { sum } from '../../stats/means.js'
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
import { comparisonsOf } from './comparisons.js'
import { verdictsOn, verdictsOnEach } from './decide.js'
import { latencyTable } from './latency-table.js'
import { precisionOf, roundMsOf } from './run-facts.js'
import { interactionOf, sizeOf } from './size-of.js'

/** @import { Experiment } from '../../experiments/types.js' */
/** @import { SavedRun } from '../../runs/read-run.js' */
/** @import { Answers, RunManifest, SliceRecord } from '../../runs/types.js' */
/** @import { CheckedSlices } from '../slices/slice-validity.js' */
/** @import { MetricName, RequestComparison } from '../types.js' */

/** @typedef {ReturnType<typeof compareRun>} ComparedRun */

/**
 * Returns what a run answers without its profilers: the verdicts, and all that is measured in unprofiled launches and before them.
 * @param {Pick<SavedRun, 'manifest' | 'requestSlices' | 'launches'>} run @param {CheckedSlices} unprofiled
 */
export function compareRun({ manifest, requestSlices, launches }, unprofiled) {
  const { experiment, design, timing } = manifest
  const comparisons = comparisonsOf(experiment)
  const variants = experiment.variants.map(({ name }) => name)
  const [decidingLoad] = design.loads
  const rounds = new Set(unprofiled.valid.map(slice => slice.round)).size
  const roundMs = roundMsOf(unprofiled.all, design) ?? (rounds === 0 ? null : timing.wallMs / rounds)
  const verdicts = verdictsOn(manifest, unprofiled, roundMs)
  const against = againstBaseline(manifest, unprofiled, verdicts)
  const decidingMetrics = [...new Set(verdicts.map(({ metric }) => metric))]
  const loads = design.loads.map(load => ({ load, ...compareUnderLoad(load, variants, comparisons, unprofiled) }))
  const companions = companionCosts(design.detailLoad, variants, comparisons, unprofiled.valid)
  const responses = summariseResponses(manifest.answers ?? [])
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
    ...(experiment.requests && { requests: compareRequests(manifest, requestSlices, roundMs) }),
    effects: effectsOf(verdicts, loads[0]),
    loads,
    sizes: comparisons.map(each => sizeOf(each, design.detailLoad, unprofiled.valid, comparisons.length)),
    interactions: comparisons
      .slice(0, 1)
      .flatMap(comparison => interactionOf(comparison, design.detailLoad, unprofiled.valid) ?? []),
    drifts: decidingMetrics.flatMap(driftsOf),
    latencies: design.loads.flatMap(load => latencyTable(load, variants, comparisons, unprofiled) ?? []),
    counters: comparisons.map(each => compareCounters(each, decidingLoad, unprofiled, launches)),
    sliceSeries: [...new Set([...decidingMetrics, /** @type {const} */ ('requestsPerSecond')])].map(metric =>
      sliceSeries(metric, manifest, unprofiled)
    ),
    gauges: gaugeSeries(manifest, unprofiled)
  }

  /** @param {MetricName} metric */
  function driftsOf(metric) {
    const slices = slicesFor(metric, decidingLoad, unprofiled)
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
      sizes: comparisons.map(each => sizeOf(each, design.detailLoad, own.valid, comparisons.length * groups.length)),
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
