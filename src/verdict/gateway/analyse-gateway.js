import { firstRequests } from './first-requests.js'
import { gatewayCells } from './gateway-cells.js'
import { gatewayConclusions } from './gateway-conclusions.js'
import { gatewayOverheads } from './overheads.js'
import { idleMsOf } from './stage-figures.js'

/**
 * @import { GatewayPart } from '../../experiments/lab-types.js'
 * @import { SavedLabs } from '../../runs/read-run.js'
 * @import { LabAnalyses } from '../types.js'
 */

/**
 * Returns every figure that any report of a gateway lab shows, of a complete run or not: a pure function of what was measured. It has no
 * verdicts: the goals decide about each configuration.
 * @param {SavedLabs['gateway']} saved
 * @returns {LabAnalyses['gateway']}
 */
export function analyseGateway({ manifest, cells: records, firsts: firstRecords, checks }) {
  const { lab, plan, status, problem, folder } = manifest
  const { name: experiment, question, goals, claims, upstreamLimit, upstream } = lab
  const part = /** @type {GatewayPart} */ (plan.part)
  const names = lab.partVariants[part]
  const variants = names.flatMap(name => lab.variants.find(variant => variant.name === name) ?? [])
  const cells = gatewayCells(lab, variants, records)
  const firsts = firstRequests(lab, variants, firstRecords)
  const overheads = part === 'overheads' ? gatewayOverheads(lab, variants, records) : []
  const checked = checks.map(check => ({
    ...check,
    mostAddedMs: upstreamLimit.mostAddedMs,
    isHeld: check.failed === 0 && check.addedP99Ms !== null && check.addedP99Ms <= upstreamLimit.mostAddedMs
  }))
  const isTrusted = checked.length > 0 && checked.every(({ isHeld }) => isHeld)
  const launches = [...records, ...firstRecords]
  const repeats = [...new Set(launches.map(({ repeat }) => repeat))]
  const complete = repeats.filter(repeat =>
    names.every(name => launches.some(launch => launch.repeat === repeat && launch.variant === name))
  )
  return {
    schemaVersion: 7,
    experiment,
    question,
    folder,
    status,
    problem,
    quick: plan.length === 'quick',
    rounds: complete.length,
    verdicts: [],
    blames: [],
    lab: {
      name: 'gateway',
      part,
      length: plan.length,
      repeats: repeats.length,
      variants: names,
      goals,
      idleMs: idleMsOf(upstream, { isTogether: false }),
      checks: checked,
      cells,
      firsts,
      overheads,
      claims,
      conclusions: gatewayConclusions(lab, { cells, firsts, overheads, isTrusted })
    }
  }
}
