import { changePoints } from '../../stats/change-points.js'
import { median } from '../../stats/means.js'
import { unpairedChange } from '../../stats/unpaired-change.js'
import { classifyChange } from '../decide/classify-change.js'
import { mainMetrics } from '../metrics.js'
import { launchMetrics } from '../slices/launch-metrics.js'
import { isRate, separateUnder } from '../slices/slice-validity.js'

/** @import { Request, WeightedRequest } from '../../experiments/types.js' */
/** @import { Load } from '../../load/types.js' */
/** @import { RunManifest } from '../../runs/types.js' */
/** @import { Change } from '../../stats/types.js' */
/** @import { CheckedSlices } from '../slices/slice-validity.js' */
/** @import { Baseline, Environment, EnvironmentDifference, MetricName, Verdict } from '../types.js' */

/**
 * Launches of one run share what the machine was like, so two runs of the same code differ by more than their launches do:
 * docs/verdicts.md has the runs that this was measured from.
 */
export const BETWEEN_RUNS = { sd: 0.05, runs: 40 }
/** What verdicts are on: of servers that wait it is the latency at a fixed rate, which needs a load that has one. */
const savedMetrics = [...mainMetrics, /** @type {const} */ ('latencyP50')]

/**
 * Returns what is kept of a run. Costs come from separate slices: on a shared core they depend on the other variant.
 * @param {string} name @param {RunManifest} manifest
 * @param {CheckedSlices} slices unprofiled
 * @param {string} folder name of the run folder
 * @returns {Baseline}
 */
export function baselineOf(name, manifest, slices, folder) {
  const { experiment, startedAt } = manifest
  const values = experiment.variants.map(variant => [variant.name, valuesOf(variant.name, manifest, slices)])
  return {
    schemaVersion: 3,
    name,
    experiment: experiment.name,
    startedAt,
    folder,
    environment: environmentOf(manifest),
    values: Object.fromEntries(values)
  }
}

/**
 * Returns a run compared with a baseline: every variant with itself, by the metrics of the verdicts.
 * @param {RunManifest} manifest
 * @param {CheckedSlices} slices unprofiled
 * @param {Pick<Verdict, 'metric'>[]} verdicts
 * @returns null for a run that was measured without one
 */
export function againstBaseline(manifest, slices, verdicts) {
  const { against, experiment } = manifest
  if (!against) return null
  const { name, startedAt, folder, environment, values } = against
  const metrics = [...new Set(verdicts.map(({ metric }) => metric))]
  const comparisons = experiment.variants.length * metrics.length
  const rows = experiment.variants.flatMap(variant => {
    const own = valuesOf(variant.name, manifest, slices)
    return metrics.flatMap(metric => rowOf(variant.name, metric, values[variant.name]?.[metric], own[metric]) ?? [])
  })
  return {
    name,
    startedAt,
    folder,
    /** Empty unless --force was given. */
    differences: differencesOf(environment, environmentOf(manifest)),
    rows
  }

  /** @param {string} variant @param {MetricName} metric @param {number[]} [before] @param {number[]} [now] */
  function rowOf(variant, metric, before = [], now = []) {
    const found = unpairedChange(before, now, { comparisons, betweenRuns: BETWEEN_RUNS })
    if (!found) return null
    const { launches: fewest, ...change } = found
    const decided = classifyChange(metric, { ...change, pairs: fewest }, experiment.marginRatio)
    return { variant, metric, ...change, ...decided, launches: { before: before.length, now: now.length } }
  }
}

/** @type {(variant: string, manifest: RunManifest, slices: CheckedSlices) => Baseline['values'][string]} */
function valuesOf(variant, { design: { detailLoad, loads } }, { valid, forRates }) {
  const own = (/** @type {Load} */ load, /** @type {typeof valid} */ slices) =>
    launchMetrics(separateUnder(load, slices).filter(slice => slice.variant === variant))
  const [costs, rates] = [own(detailLoad, valid), own(detailLoad, forRates)]
  const paced = loads.filter(({ mode }) => mode === 'open').flatMap(load => own(load, forRates))
  return Object.fromEntries(
    savedMetrics.map(metric => {
      const launches = metric === 'latencyP50' ? paced : isRate(metric) ? rates : costs
      return [metric, launches.flatMap(launch => launch.value(metric) ?? [])]
    })
  )
}

/**
 * Returns what must be the same in two runs whose figures are compared: machine, versions of Node.js and of packages, and settings.
 * @param {Pick<RunManifest, 'experiment' | 'design' | 'machine' | 'versions' | 'answers'>} manifest
 */
export function environmentOf({ experiment, design, machine, versions, answers = [] }) {
  const { variants, request, requests = [request], companions = [], login } = experiment
  const { detailLoad, sliceMs, slices, warmUp, coldRequests, quick } = design
  const nodes = variants.map(
    ({ name }) => answers.find(({ variant }) => variant === name)?.nodeVersion ?? versions.node ?? ''
  )
  const packages = variants.flatMap(({ changedPackages = [] }) => changedPackages)
  return {
    cpuModel: machine.cpuModel,
    cores: machine.cores,
    /** Rounded: systems of the same machine differ in what they keep for themselves. */
    memoryGiB: Math.round(machine.memoryBytes / 2 ** 30),
    platform: machine.platform,
    /** Of the kernel. */
    release: machine.release,
    /** How the system sets the frequency of a core; null where it does not say. */
    governor: machine.governor,
    /** How many cores servers and generators can be kept on. */
    pinnableCores: machine.pinnableCores.length,
    /** Of the variants, each once. */
    nodeVersions: [...new Set(nodes)],
    variants: variants.map(({ name }) => name),
    /** By variant; null without one. */
    memoryLimitsMB: variants.map(({ memoryMB = null }) => memoryMB),
    companions,
    /** Without secret values and bodies, as they are saved. */
    requests: requests.map(requestOf),
    ...(login && { login: login.map(requestOf) }),
    /** That differ between the variants, where these are versions of a package. */
    ...(packages.length > 0 && { packages }),
    /** The load that the values were measured under; `connections` null of another mode than `closed`. */
    load: {
      generator: detailLoad.generator,
      connections: detailLoad.mode === 'closed' ? detailLoad.connections : null
    },
    sliceMs,
    separateSlices: slices.separate,
    warmUpMs: warmUp.mostMs,
    /** null of a run of warm servers. */
    coldRequests,
    isShort: quick
  }
}

/** @param {Request | WeightedRequest} request */
function requestOf({ method = 'GET', path, headers, bodyBytes = 0, ...others }) {
  return { method, path, headers, bodyBytes, weight: 'weight' in others ? others.weight : 1 }
}

/**
 * Returns in what two environments differ.
 * @param {Environment} one @param {Environment} other
 */
export function differencesOf(one, other) {
  const none = { login: [], packages: [] }
  const before = { ...none, ...one }
  const now = { ...none, ...other }
  const names = /** @type {(keyof Environment)[]} */ (Object.keys(now))
  return names
    .filter(what => JSON.stringify(before[what]) !== JSON.stringify(now[what]))
    .map(what => /** @type {EnvironmentDifference} */ ({ what, before: before[what], now: now[what] }))
}

/**
 * Returns between which runs of a trend the measured change is another one than before.
 * @param {(Pick<Change, 'relative'>)[]} changes oldest first
 * @returns in order: `index` of the first run after each, and the median change of the runs before it and of those from it on
 */
export function trendChanges(changes) {
  const logs = changes.map(({ relative }) => Math.log1p(relative))
  const points = changePoints(logs)
  const ends = [0, ...points.map(({ index }) => index), logs.length]
  return points.map((point, place) => ({ ...point, before: medianOf(place), after: medianOf(place + 1) }))

  /** @param {number} segment */
  function medianOf(segment) {
    return Math.expm1(median(logs.slice(ends[segment], ends[segment + 1])) ?? 0)
  }
}
