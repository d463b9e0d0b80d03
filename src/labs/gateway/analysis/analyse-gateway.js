import { completeRepeats, labAnalysis } from '../../skeleton/analysis.js'
import { conclusionRows } from '../../skeleton/paper.js'
import { conclusions } from '../paper.js'
import { gatewayCells } from './cells.js'
import { firstRequests, gatewayOverheads } from './overheads.js'
import { idleMsOf } from './stage-figures.js'

/** @import { GatewayLab, GatewayLabAnalysis, GatewayPart, GatewayVariant, SavedGatewayLab } from '../types.js' */

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
  const loads = /** @type {const} */ (['paper', 'step', 'users', 'peak', 'half-core'])
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
