import { mean, median } from '../../../stats/means.js'
import { meanOf, meanRatio } from '../../skeleton/means.js'
import { loadOf } from './cells.js'
import { idleMsOf, stageFigures } from './stage-figures.js'

/** @import { FirstRequestRecord, FirstRequests, GatewayLab, GatewayOverhead, GatewayRecord, GatewayVariant } from '../types.js' */

/** The variant without TLS, serialisation and logging. */
export const PLAIN = 'plain'
/** The first of the later requests still compile code. */
const WARM_AFTER = 10

/**
 * Returns the CPU and the time per request of each variant, and what it takes more than the first one: the differences are those of
 * launches of the same repeat.
 * @param {GatewayLab} lab
 * @param {GatewayVariant[]} variants the baseline first
 * @param {GatewayRecord[]} records
 * @returns {GatewayOverhead[]} those without a launch are left out
 */
export function gatewayOverheads(lab, variants, records) {
  const [baseline] = variants
  if (!baseline) return []
  const usual = costsOf(baseline)
  return variants.flatMap(variant => {
    const own = costsOf(variant)
    if (own.size === 0) return []
    const pairs = [...own].flatMap(([repeat, cost]) => {
      const other = usual.get(repeat)
      return other ? [{ cpuMicros: cost.cpuMicros - other.cpuMicros, latencyMs: cost.latencyMs - other.latencyMs }] : []
    })
    const hasPairs = variant !== baseline && pairs.length > 0
    const costs = [...own.values()]
    return [
      {
        variant: variant.name,
        launches: own.size,
        cpuMicros: meanOf(costs.map(({ cpuMicros }) => cpuMicros)),
        moreCpuMicros: hasPairs ? meanOf(pairs.map(({ cpuMicros }) => cpuMicros)) : null,
        latencyMs: meanOf(costs.map(({ latencyMs }) => latencyMs)),
        moreLatencyMs: hasPairs ? meanOf(pairs.map(({ latencyMs }) => latencyMs)) : null
      }
    ]
  })

  /** Returns the cost of each launch in the last stage, by repeat. @param {GatewayVariant} variant */
  function costsOf(variant) {
    const own = records.filter(record => record.variant === variant.name && loadOf(record) === 'overhead')
    return new Map(
      own.flatMap(record => {
        const { cpuPerRequestMicros: cpuMicros = null, meanMs: latencyMs = null } =
          stageFigures(lab, variant, record).at(-1) ?? {}
        return cpuMicros === null || latencyMs === null ? [] : [[record.repeat, { cpuMicros, latencyMs }]]
      })
    )
  }
}

/**
 * Returns the time of the first request of each variant beside that of later ones. The launch is the unit of replication.
 * @param {GatewayLab} lab @param {GatewayVariant[]} variants @param {FirstRequestRecord[]} records
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
