import { mean, median } from '../../../stats/means.js'
import { completeRepeats, labAnalysis } from '../../skeleton/analysis.js'
import { meanOf, meanRatio } from '../../skeleton/means.js'
import { conclusionRows } from '../../skeleton/paper.js'
import { conclusions } from '../paper.js'
import { PLAIN } from '../question.js'
import { gatewayCells, loadOf } from './cells.js'
import { idleMsOf, stageFigures } from './stage-figures.js'

/** @import { FirstRequestRecord, FirstRequests, GatewayLab, GatewayLabAnalysis, GatewayOverhead } from '../types.js' */
/** @import { GatewayPart, GatewayRecord, GatewayVariant, SavedGatewayLab } from '../types.js' */

/** The first of the later requests still compile code. */
const WARM_AFTER = 10

/**
 * Returns every figure that any report of a gateway lab shows, of a complete run or not: a pure function of what was measured. It has no
 * verdicts: the goals decide about each configuration.
 * @param {SavedGatewayLab} saved @returns {GatewayLabAnalysis}
 */
export function analyseGateway({ manifest, cells: records, firsts: firstRecords, checks }) {
  const { lab, plan } = manifest
  const { goals, upstreamLimit, upstream } = lab
  const part = /** @type {GatewayPart} */ (plan.part)
  const names = lab.partVariants[part] ?? []
  const loads = /** @type {const} */ (['paper', 'step', 'users', 'peak', 'half-core', 'waits'])
  const cells = loads.flatMap(load => gatewayCells(lab, lab.variants, records, load))
  const firsts = firstRequests(lab, named(lab, lab.partVariants.first), firstRecords)
  const overheads = gatewayOverheads(lab, named(lab, lab.partVariants.overheads), records)
  const checked = checks.map(check => ({
    ...check,
    mostAddedMs: upstreamLimit.mostAddedMs,
    isHeld: check.failed === 0 && check.addedP99Ms !== null && check.addedP99Ms <= upstreamLimit.mostAddedMs
  }))
  const isTrusted = checked.length > 0 && checked.every(({ isHeld }) => isHeld)
  const launches = [...records, ...firstRecords]
  const repeats = [...new Set(launches.map(({ repeat }) => repeat))]
  return labAnalysis(manifest, {
    rounds: completeRepeats(launches, names.length).length,
    verdicts: [],
    lab: {
      name: 'gateway',
      part,
      length: plan.length,
      repeats: repeats.length,
      variants: lab.variants.map(({ name }) => name).filter(name => launches.some(({ variant }) => variant === name)),
      goals,
      idleMs: idleMsOf(upstream, { isTogether: false, upstreamEnv: {} }),
      checks: checked,
      cells,
      firsts,
      overheads,
      conclusions: conclusionRows(conclusions, { lab, cells, firsts, overheads, isTrusted })
    }
  })
}

/** Returns variants in the order of their names. @param {GatewayLab} lab @param {string[]} names @returns {GatewayVariant[]} */
function named({ variants }, names) {
  return names.flatMap(name => variants.find(variant => variant.name === name) ?? [])
}

/**
 * Returns the CPU and the time per request of each variant, and what it takes more than the first one: the differences are those of
 * launches of the same repeat.
 * @param {GatewayLab} lab
 * @param {GatewayVariant[]} variants the baseline first
 * @param {GatewayRecord[]} records
 * @returns {GatewayOverhead[]} those without a launch are left out
 */
function gatewayOverheads(lab, variants, records) {
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
function firstRequests(lab, variants, records) {
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
  if (variant.name === PLAIN) return null
  const idleMs = idleMsOf(upstream, variant)
  const ratios = own.flatMap(({ repeat, firstMs }) => {
    const plain = records.find(each => each.variant === PLAIN && each.repeat === repeat)
    const [mine, other] = [firstMs - idleMs, plain ? plain.firstMs - idleMs : 0]
    return mine > 0 && other > 0 ? [mine / other] : []
  })
  return meanRatio(ratios)
}
