import { meanRatio } from '../../skeleton/means.js'

/**
 * @import { CapacityRatio, CapacityRecord, StoreCapacity, StoreOperation } from '../types.js'
 */

/**
 * Returns what each strategy serves in a closed loop.
 * @param {string[]} variants
 * @param {StoreOperation[]} operations
 * @param {CapacityRecord[]} records
 * @returns {StoreCapacity[]} those without a record are left out
 */
export function storeCapacities(variants, operations, records) {
  return variants.flatMap(variant =>
    operations.flatMap(operation => {
      const own = records.filter(each => each.variant === variant && each.operation === operation && each.completed > 0)
      const requestsPerSecond = meanRatio(own.map(rateOf))
      const cpuMicros = meanRatio(own.map(each => each.cpuMicros / each.completed))
      const [first] = own
      if (!first || !requestsPerSecond || !cpuMicros) return []
      return [{ variant, operation, connections: first.connections, requestsPerSecond, cpuMicros }]
    })
  )
}

/**
 * Returns how the capacity of the baseline compares with that of the best other strategy.
 * @param {string} baseline
 * @param {StoreCapacity[]} capacities
 * @param {CapacityRecord[]} records
 * @returns {CapacityRatio[]} by operation
 */
export function capacityRatios(baseline, capacities, records) {
  return [...new Set(capacities.map(({ operation }) => operation))].flatMap(operation => {
    const others = capacities.filter(each => each.operation === operation && each.variant !== baseline)
    const [best] = others.toSorted((a, b) => b.requestsPerSecond.value - a.requestsPerSecond.value)
    const ratio = best && meanRatio(ratiosOf(operation, best.variant))
    return ratio ? [{ operation, baseline, best: best.variant, ratio }] : []
  })

  /** @param {StoreOperation} operation @param {string} other @returns {number[]} by repeat */
  function ratiosOf(operation, other) {
    const own = records.filter(each => each.operation === operation && each.variant === baseline)
    return own.flatMap(record => {
      const paired = records.find(
        each => each.operation === operation && each.variant === other && each.repeat === record.repeat
      )
      return paired && paired.completed > 0 && record.completed > 0 ? [rateOf(record) / rateOf(paired)] : []
    })
  }
}

/** Returns requests/s. @param {CapacityRecord} record */
function rateOf({ completed, durationMs }) {
  return (completed / durationMs) * 1e3
}
