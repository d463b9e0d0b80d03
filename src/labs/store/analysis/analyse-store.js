import { groupBy } from '../../../stats/group-by.js'
import { geometricMean, mean } from '../../../stats/means.js'
import { completeRepeats, labAnalysis, labVerdicts } from '../../skeleton/analysis.js'
import { meanRatio } from '../../skeleton/means.js'
import { claimRows, conclusionRows } from '../../skeleton/paper.js'
import { claims, conclusions } from '../paper.js'
import { COMPARED_SHARE, isExcluded, latencyOfSent, storeCells } from './cells.js'
import { poolSearch } from './pool-search.js'
import { taskCost } from './task-cost.js'

/** @import { LabPlan } from '../../../runs/lab-types.js' */
/** @import { RatioOf } from '../paper.js' */
/** @import { CapacityRatio, CapacityRecord, SavedStoreLab, StoreCapacity, StoreLab, StoreLabAnalysis, StoreOperation, StoreRecord } from '../types.js' */

/**
 * Returns every figure that any report of a store lab shows, of a complete run or not: a pure function of what was measured.
 * @param {SavedStoreLab} saved @returns {StoreLabAnalysis}
 */
export function analyseStore({ manifest, cells: records, capacities: loops, costs, trials }) {
  const { lab, plan, machine, fileSystem, dataBytes } = manifest
  const { operations, marginRatio } = lab
  const variants = lab.variants.map(({ name }) => name)
  const candidates = lab.search.candidates.map(({ name }) => name)
  const levels = lab.levels[plan.length]
  const capacities = storeCapacities([...variants, ...candidates], operations, loops)
  const cells = storeCells({ variants, operations, levels }, records)
  const names = comparedNames(lab, plan, records)
  const timeOf = timesOf(records)
  const repeats = [...new Set(records.map(({ repeat }) => repeat))]
  const search = poolSearch(lab.search, trials, lab.search.rounds[plan.length])
  const measured = {
    lab,
    cells,
    dataBytes,
    search,
    ratioOf: ratiosBy(timeOf, repeats),
    servedOf: servedBy(operations, loops)
  }
  return labAnalysis(manifest, {
    rounds: completeRepeats(records, variants.length * operations.length * levels.length).length,
    verdicts: labVerdicts({ metric: 'latencyP99', names, marginRatio, repeats, timeOf }),
    lab: {
      name: 'store',
      part: plan.part,
      length: plan.length,
      repeats: repeats.length,
      fileSystem,
      dataBytes,
      entities: lab.entities,
      cores: machine.cores,
      variants,
      operations,
      levels,
      capacities,
      capacityRatios: capacityRatios(lab.variants[0].name, capacities, measured.servedOf),
      cells,
      taskCost: taskCost(lab.cost, costs),
      search,
      claims: claimRows(claims, measured),
      conclusions: cells.length === 0 ? [] : conclusionRows(conclusions, measured)
    }
  })
}

/**
 * Returns a function that returns the p99 latency of a strategy in a repeat: the geometric mean over the operations and levels at which
 * neither it nor the other one was saturated, or left more than 1% unanswered, in this repeat; null where there is none, or one of them
 * is missing.
 * @param {StoreRecord[]} records
 * @returns {(pair: { own: string, other: string, repeat: number, operation?: StoreOperation }) => number | null} microseconds
 */
function timesOf(records) {
  const keys = [...new Set(records.map(keyOf))]
  const excluded = new Set(records.filter(isExcluded).map(each => `${each.variant} ${each.repeat} ${keyOf(each)}`))
  return function timeOf({ own, other, repeat, operation = '' }) {
    const asked = keys.filter(key => key.startsWith(operation))
    const kept = asked.filter(key => ![own, other].some(name => excluded.has(`${name} ${repeat} ${key}`)))
    const times = kept.flatMap(key => {
      const record = records.find(each => each.variant === own && each.repeat === repeat && keyOf(each) === key)
      return record ? [latencyOfSent(record, COMPARED_SHARE)] : []
    })
    return times.length === kept.length && times.length > 0 ? geometricMean(times) : null
  }
}

/**
 * Returns the names of the strategies that have a verdict, the baseline first: all that were not excluded at every rate, by themselves
 * or by the baseline. A search has none.
 * @param {StoreLab} lab @param {LabPlan} plan @param {StoreRecord[]} records
 */
function comparedNames({ variants: [{ name: baseline }, ...others] }, { part }, records) {
  if (part === 'search') return [baseline]
  const placeOf = (/** @type {StoreRecord} */ record) => `${record.repeat} ${keyOf(record)}`
  const own = records.filter(({ variant }) => variant === baseline)
  const comparable = new Set(own.filter(record => !isExcluded(record)).map(placeOf))
  return [baseline, ...others.map(({ name }) => name).filter(isCompared)]

  /** @param {string} name */
  function isCompared(name) {
    const own = records.filter(({ variant }) => variant === name)
    return own.length === 0 || own.some(record => !isExcluded(record) && comparable.has(placeOf(record)))
  }
}

/** @param {StoreRecord} record */
function keyOf({ operation, share, connections }) {
  return `${operation} ${share} ${connections}`
}

/**
 * Returns the function that compares two strategies, in the same repeats.
 * @param {ReturnType<typeof timesOf>} timeOf @param {number[]} repeats @returns {RatioOf}
 */
function ratiosBy(timeOf, repeats) {
  return function ratioOf({ own, other, operation, comparisons = 1 }) {
    const ratios = repeats.flatMap(repeat => {
      const one = timeOf({ own, other, repeat, operation })
      const two = timeOf({ own: other, other: own, repeat, operation })
      return one !== null && two !== null ? [one / two] : []
    })
    return meanRatio(ratios, { comparisons })
  }
}

/**
 * Returns what each strategy serves in a closed loop.
 * @param {string[]} variants @param {StoreOperation[]} operations @param {CapacityRecord[]} records
 * @returns {StoreCapacity[]} those without a record are left out
 */
function storeCapacities(variants, operations, records) {
  return variants.flatMap(variant =>
    operations.flatMap(operation => {
      const own = records.filter(each => each.variant === variant && each.operation === operation && each.completed > 0)
      // The loops of a repeat are of one launch.
      const repeats = [...groupBy(own, ({ repeat }) => repeat).values()]
      const requestsPerSecond = meanRatio(repeats.map(loops => mean(loops.map(rateOf))))
      const cpuMicros = meanRatio(repeats.map(loops => mean(loops.map(each => each.cpuMicros / each.completed))))
      const [first] = own
      if (!first || !requestsPerSecond || !cpuMicros) return []
      return [{ variant, operation, connections: first.connections, requestsPerSecond, cpuMicros }]
    })
  )
}

/**
 * Returns how the capacity of the baseline compares with that of the best other strategy.
 * @param {string} baseline @param {StoreCapacity[]} capacities @param {RatioOf} servedOf
 * @returns {CapacityRatio[]} by operation
 */
function capacityRatios(baseline, capacities, servedOf) {
  return [...new Set(capacities.map(({ operation }) => operation))].flatMap(operation => {
    const others = capacities.filter(each => each.operation === operation && each.variant !== baseline)
    const [best] = others.toSorted((a, b) => b.requestsPerSecond.value - a.requestsPerSecond.value)
    const ratio = best && servedOf({ own: baseline, other: best.variant, operation })
    return ratio ? [{ operation, baseline, best: best.variant, ratio }] : []
  })
}

/**
 * Returns the function that compares what two strategies serve in a closed loop, in the same repeats: of one operation, or as the
 * geometric mean over all.
 * @param {StoreOperation[]} operations @param {CapacityRecord[]} records @returns {RatioOf}
 */
function servedBy(operations, records) {
  const repeats = [...new Set(records.map(({ repeat }) => repeat))]
  return function servedOf({ own, other, operation, comparisons = 1 }) {
    const asked = operation ? [operation] : operations
    const ratios = repeats.flatMap(repeat => {
      const found = asked.flatMap(each => {
        const [one, two] = [own, other].map(name => rateIn(name, each, repeat))
        return one && two ? [one / two] : []
      })
      return found.length === asked.length ? [geometricMean(found)] : []
    })
    return meanRatio(ratios, { comparisons })
  }

  /** Returns the requests/s of all loops of a repeat. @param {string} name @param {StoreOperation} operation @param {number} repeat */
  function rateIn(name, operation, repeat) {
    const loops = records.filter(
      record => record.variant === name && record.operation === operation && record.repeat === repeat
    )
    return loops.length === 0 ? 0 : mean(loops.map(rateOf))
  }
}

/** Returns requests/s. @param {CapacityRecord} record */
function rateOf({ completed, durationMs }) {
  return (completed / durationMs) * 1e3
}
