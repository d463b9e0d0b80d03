import { mean, median } from '../../../stats/means.js'
import { meanOf, meanRatio } from '../../skeleton/means.js'
import { idleMsOf } from './stage-figures.js'

/**
 * @import { FirstRequestRecord, GatewayLab, GatewayVariant } from '../types.js'
 * @import { FirstRequests } from './types.js'
 */

/** The variant without TLS, serialisation and logging. */
export const PLAIN = 'plain'
/** The first of the later requests still compile code. */
const WARM_AFTER = 10

/**
 * Returns the time of the first request of each variant beside that of later ones. The launch is the unit of replication.
 * @param {GatewayLab} lab
 * @param {GatewayVariant[]} variants
 * @param {FirstRequestRecord[]} records
 * @returns {FirstRequests[]} those without a launch are left out
 */
export function firstRequests(lab, variants, records) {
  return variants.flatMap(variant => {
    const own = records.filter(record => record.variant === variant.name)
    if (own.length === 0) return []
    const idleMs = idleMsOf(lab.upstream, variant)
    const firsts = own.map(({ firstMs }) => firstMs)
    const steady = own.map(({ laterMs }) => median(laterMs.slice(WARM_AFTER)) ?? 0)
    return [
      {
        variant: variant.name,
        launches: own.length,
        readyMs: meanOf(own.map(({ readyMs }) => readyMs)),
        firstMs: meanOf(firsts),
        requestMs: meansByPlace(own),
        steadyMs: meanOf(steady),
        ratio: meanRatio(firsts.map((ms, index) => ms / (steady[index] || ms))),
        overheadRatio: overheadRatio(lab, variant, own, records),
        firstOverheadMs: meanOf(firsts.map(ms => ms - idleMs)),
        steadyOverheadMs: meanOf(steady.map(ms => ms - idleMs))
      }
    ]
  })
}

/** @param {FirstRequestRecord[]} records */
function meansByPlace(records) {
  const launches = records.map(({ firstMs, laterMs }) => [firstMs, ...laterMs])
  const fewest = Math.min(...launches.map(({ length }) => length))
  return Array.from({ length: fewest }, (_, place) => mean(launches.map(times => times[place] ?? 0)))
}

/** @type {(lab: GatewayLab, variant: GatewayVariant, own: FirstRequestRecord[], records: FirstRequestRecord[]) => FirstRequests['overheadRatio']} */
function overheadRatio({ upstream }, variant, own, records) {
  const idleMs = idleMsOf(upstream, variant)
  const plain = new Map(
    records.flatMap(({ variant: name, repeat, firstMs }) => (name === PLAIN ? [[repeat, firstMs - idleMs]] : []))
  )
  const ratios = own.flatMap(({ repeat, firstMs }) => {
    const [mine, other] = [firstMs - idleMs, plain.get(repeat) ?? 0]
    return mine > 0 && other > 0 ? [mine / other] : []
  })
  return variant.name === PLAIN ? null : meanRatio(ratios)
}
