import { meanOf } from '../../skeleton/means.js'
import { loadOf } from './cells.js'
import { stageFigures } from './stage-figures.js'

/**
 * @import { GatewayLab, GatewayRecord, GatewayVariant } from '../types.js'
 * @import { GatewayOverhead } from './types.js'
 */

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
