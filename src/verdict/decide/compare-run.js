import { againstBaseline } from '../gates/against-baseline.js'
import { gatesOn } from '../gates/gates.js'
import { companionCosts } from '../slices/companion-costs.js'
import { compareCounters } from '../slices/counters.js'
import { resourceTable } from '../slices/resource-table.js'
import { sliceDrift } from '../slices/slice-drift.js'
import { gaugeSeries, sliceSeries } from '../slices/slice-series.js'
import { slicesFor } from '../slices/slice-validity.js'
import { sizeDifferences, summariseResponses } from './compare-answers.js'
import { compareRequests } from './compare-requests.js'
import { compareUnderLoad, effectsOf } from './compare-under-load.js'
import { comparisonsOf } from './comparisons.js'
import { verdictsOn } from './decide.js'
import { interactionOf } from './interaction.js'
import { latencyTable } from './latency-table.js'
import { precisionOf, roundMsOf } from './run-progress.js'
import { sizeOf } from './size-of.js'

/**
 * @import { SavedRun } from '../../runs/read-run.js'
 * @import { CheckedSlices } from '../slices/slice-validity.js'
 * @import { MetricName } from '../types.js'
 */

/** @typedef {ReturnType<typeof compareRun>} ComparedRun */

/**
 * Returns what a run answers without its profilers: the verdicts, and all that is measured in unprofiled launches and before them.
 * @param {Pick<SavedRun, 'manifest' | 'requestSlices' | 'launches'>} run
 * @param {CheckedSlices} unprofiled
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
