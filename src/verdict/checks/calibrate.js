import { detectableEffect } from '../../stats/detectable-effect.js'
import { relativeChange } from '../../stats/intervals.js'
import { mean, sum } from '../../stats/means.js'
import { classifyChange } from '../decide/classify-change.js'
import { onePair } from '../decide/comparisons.js'
import { mainMetrics } from '../metrics.js'
import { launchMetrics, pairsOf } from '../slices/launch-metrics.js'
import { slicesFor, unprofiledOf } from '../slices/slice-validity.js'

/** @import { Experiment } from '../../experiments/types.js' */
/** @import { RunManifest } from '../../runs/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { CheckedSlices } from '../slices/slice-validity.js' */
/** @import { Calibration, MetricName, PlantedFinding, Truth } from '../types.js' */

/** @typedef {Omit<NonNullable<PlantedFinding['blamed']>, 'errorRatio'>} BlamedCost */

/**
 * Returns the accuracy of verdicts and blame on the machine of a calibration run.
 * @param {RunManifest} manifest @param {CheckedSlices} checked
 * @param {Analysis} analysis of the same run
 * @param {object} plants
 * @param {string} plants.identical the variant that is the baseline again
 * @param {Map<string, string>} plants.plantedFunctions by variant
 * @param {number} plants.fewestRounds
 * @param {Truth[]} truths the costs that the servers measured themselves
 * @returns {Calibration | null} null without a verdict on the identical servers, or with too few rounds
 */
export function calibrationOf(manifest, checked, analysis, { identical, plantedFunctions, fewestRounds }, truths) {
  const { design, versions } = manifest
  const { cpuModel, cores, memoryBytes, platform, pinnableCores } = manifest.machine
  const { baseline, candidates } = analysis
  const [load] = design.loads
  const unprofiled = unprofiledOf(checked)
  const same = analysis.verdicts.find(({ candidate }) => candidate === identical)
  if (!same?.change || same.change.pairs < fewestRounds) return null
  const { metric, marginRatio } = same
  const launches = launchesFor(metric)
  const rounds = pairsOf(launches, metric, onePair(identical, baseline))
  // Each server is a check of its own: its interval is not corrected for the number of servers.
  const change = relativeChange(rounds) ?? same.change
  return {
    schemaVersion: 1,
    at: manifest.startedAt,
    node: String(versions.node),
    machine: { cpuModel, cores, memoryBytes, platform, pinnableCores },
    quick: design.quick,
    rounds: change.pairs,
    spreads: Object.fromEntries(mainMetrics.flatMap(spreadOf)),
    identical: { change, verdict: classifyChange(metric, change, marginRatio).verdict },
    planted: [...plantedFunctions].map(([variant, owner]) => finding(variant, owner))
  }

  /** @param {MetricName} name */
  function launchesFor(name) {
    return launchMetrics(slicesFor(name, load, unprofiled))
  }

  /**
   * Returns the root mean square over all candidates: an injected cost changes the mean of the rounds and not their spread.
   * @type {(name: MetricName) => [MetricName, number][]} none where the platform does not report the metric
   */
  function spreadOf(name) {
    const measured = launchesFor(name)
    const spreads = candidates.flatMap(
      candidate => relativeChange(pairsOf(measured, name, onePair(candidate, baseline)))?.spread ?? []
    )
    return spreads.length === 0 ? [] : [[name, Math.sqrt(mean(spreads.map(spread => spread ** 2)))]]
  }

  /** @type {(variant: string, owner: string) => PlantedFinding} */
  function finding(variant, owner) {
    const found = relativeChange(pairsOf(launches, metric, onePair(variant, baseline)))
    const truth = truthOf(variant)
    const isCovered = truth && found ? found.low <= truth.relative && truth.relative <= found.high : null
    return withBlameError({ variant, truth, change: found, isCovered, blamed: blamedOn(variant, owner) })
  }

  /** @param {string} variant */
  function truthOf(variant) {
    const micros = truths.flatMap(each =>
      each.variant === variant && each.profiler === 'none' ? (each.micros ?? []) : []
    )
    const own = launches.filter(launch => launch.variant === baseline)
    const cost = own.flatMap(launch => launch.value(metric) ?? [])
    return micros.length === 0 ? null : { micros: mean(micros), relative: mean(micros) / mean(cost) }
  }

  /** @type {(variant: string, owner: string) => BlamedCost | null} */
  function blamedOn(variant, owner) {
    const blame = analysis.blames.find(({ candidate, unit }) => candidate === variant && unit === 'micros')
    const apps = blame?.rows.filter(({ group }) => group === 'app') ?? []
    const own = apps.filter(row => row.owner?.name === owner)
    const [first] = own
    if (!first) return null
    const cost = sum(own.map(row => row.cost.difference))
    return { micros: cost, isConfirmed: own.every(row => row.evidence === 'confirmed'), isFirst: apps[0] === first }
  }
}

/**
 * Returns a finding with the error of the blamed cost, which calibrations of earlier versions lack.
 * @type {(finding: Omit<PlantedFinding, 'blamed'> & { blamed: BlamedCost | null }) => PlantedFinding}
 */
export function withBlameError({ truth, blamed, ...finding }) {
  const errorRatio = truth && truth.micros > 0 && blamed ? blamed.micros / truth.micros - 1 : null
  return { ...finding, truth, blamed: blamed && { ...blamed, errorRatio } }
}

/**
 * Returns the smallest change that so many rounds detect with 80% power, by the spread of a calibration.
 * @param {Calibration | null} calibration @param {Pick<Experiment, 'primaryMetric' | 'marginRatio'>} experiment
 * @param {number} rounds
 * @returns {number | null} null where the calibration has no such metric, or one that no machine has
 */
export function expectedEffect(calibration, { primaryMetric, marginRatio }, rounds) {
  const spread = calibration?.spreads[primaryMetric]
  if (spread === undefined) return null
  const effect = detectableEffect({ spread, rounds: Math.max(2, rounds), marginRatio })
  return Number.isFinite(effect) ? effect : null
}
