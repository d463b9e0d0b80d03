import { relativeChange, widened } from '../../stats/intervals.js'
import { disturbancesOf, REFUSED_SHARE } from '../checks/verdict-checks.js'
import { launchMetrics, pairsOf } from '../slices/launch-metrics.js'
import { isDisturbed } from '../slices/limits.js'
import { driftOfVerdict } from '../slices/slice-drift.js'
import { isEqualRate, isRate, isSeparate, playedFor, slicesFor } from '../slices/slice-validity.js'
import { FEWEST_MACHINES, isCpuMetric } from './classify-change.js'
import { familyOf, variantsIn } from './comparisons.js'

/** @import { Load } from '../../load/types.js' */
/** @import { RunManifest, SliceRecord } from '../../runs/types.js' */
/** @import { Change } from '../../stats/types.js' */
/** @import { CheckedSlices } from '../slices/slice-validity.js' */
/** @import { Compared, Comparison, DiscardReason, MetricName, Refusal, Verdict } from '../types.js' */

/** There is no verdict when more than this share of its slices is discarded. */
const MOST_DISCARDED_SHARE = 0.25

/**
 * Returns what decides, and under which load. A server that the load leaves idle waits for something else: its latency decides, at a fixed
 * rate where the run has one.
 * @type {(comparison: Comparison, design: Pick<RunManifest['design'], 'loads'>, slices: CheckedSlices) => { metric: MetricName, load: Load }}
 */
function measureOf(comparison, { loads }, slices) {
  const [load] = loads
  if (slices.all.some(isEqualRate) && isCpuMetric(comparison.metric))
    return { metric: 'latencyP50', load: loads.find(({ mode }) => mode === 'open') ?? load }
  const names = variantsIn(comparison)
  const compared = slicesFor(comparison.metric, load, slices).filter(({ variant }) => names.includes(variant))
  const isKnown = launchMetrics(compared).every(launch => launch.value(comparison.metric) !== null)
  return { metric: isKnown ? comparison.metric : 'cpuPerRequest', load }
}

/** Returns the load of the slices that a verdict is from. @type {(verdict: Verdict, design: RunManifest['design']) => Load} */
export function loadOf({ generator }, { loads }) {
  return loads.find(load => load.generator === generator) ?? loads[0]
}

/** @type {(metric: MetricName, reason: DiscardReason) => boolean} */
function isUnusedFor(metric, { code, discards }) {
  return discards === 'everything' || (isRate(metric) && code !== 'launch-excluded')
}

/**
 * Returns whether a slice is discarded for what happened in it, not because of another slice.
 * @param {DiscardReason} reason
 */
export function isOwn({ code }) {
  return code !== 'other-half-discarded' && code !== 'launch-excluded'
}

/**
 * Returns the change that decides a verdict, or why there is none.
 * @param {Comparison} comparison @param {Pick<RunManifest, 'experiment' | 'design'>} manifest
 * @param {CheckedSlices} slices unprofiled
 * @param {number} [comparisons] how many verdicts are decided together; those of the experiment when left out
 * @returns {{ metric: MetricName, load: Load } & ({ change: Change, refusal: null } | { change: null, refusal: Refusal })}
 */
export function decidingChange(comparison, { experiment, design }, slices, comparisons = familyOf(experiment)) {
  const names = variantsIn(comparison)
  const { metric, load } = measureOf(comparison, design, slices)
  const measured = playedFor(metric, load, slices).filter(({ variant }) => names.includes(variant))
  const refusal = tooManyDiscarded() ?? tooDisturbed()
  if (refusal) return { metric, load, change: null, refusal }
  const change = changeOf(metric, comparison, { load, comparisons }, slices)
  const isOfMachines = measured.some(({ machine }) => machine !== undefined)
  const hasEnough = !isOfMachines || (change?.pairs ?? 0) >= FEWEST_MACHINES
  if (change && hasEnough) return { metric, load, change, refusal: null }
  const rounds = new Set(measured.map(slice => slice.round)).size
  const code = rounds < 2 ? 'too-few-rounds' : isOfMachines ? 'too-few-machines' : 'too-few-valid-rounds'
  return { metric, load, change: null, refusal: { code, rounds } }

  /** @returns {Refusal | null} */
  function tooManyDiscarded() {
    const unused = slices.discarded.filter(
      ({ slice, reasons }) => measured.includes(slice) && reasons.some(reason => isUnusedFor(metric, reason))
    )
    if (unused.length <= measured.length * MOST_DISCARDED_SHARE) return null
    const reason = unused.flatMap(({ reasons }) => reasons).find(isOwn) ?? null
    return { code: 'too-many-discarded', discarded: unused.length, slices: measured.length, reason }
  }

  /**
   * What disturbs slices on a shared core disturbs all variants: beside processes that used up to two cores, equal servers were not called
   * different. A busy generator changes no CPU per request, and takes slices from the rates.
   * @returns {Refusal | null}
   */
  function tooDisturbed() {
    const disturbed = measured.filter(slice => isSeparate(slice) && isDisturbed(slice))
    const isOften = measured.length > 0 && disturbed.length / measured.length >= REFUSED_SHARE
    return isOften ? { code: 'disturbed', disturbances: disturbancesOf(measured) } : null
  }
}

/**
 * Returns the change of a metric between both sides of a comparison.
 * @type {(metric: MetricName, comparison: Compared, family: { load: Load, comparisons: number }, slices: CheckedSlices) => Change | null}
 */
export function changeOf(metric, comparison, { load, comparisons }, slices) {
  const launches = launchMetrics(slicesFor(metric, load, slices))
  return relativeChange(pairsOf(launches, metric, comparison), { comparisons })
}

/**
 * Returns a change with the wider interval that a drift makes, and the drift.
 * @param {Change} change @param {MetricName} metric @param {Compared} compared
 * @param {SliceRecord[]} slices that the change is taken from
 */
export function withDrift(change, metric, compared, slices) {
  const drift = driftOfVerdict(metric, compared, slices)
  return { change: widened(change, drift?.addedHalfWidth ?? 0), drift }
}
