import { sum } from '../../../stats/means.js'
import { seededRandom, shuffled } from '../../../stats/seeded-random.js'

/** @import { GatewayLab, GatewayPart, GatewayStage, GatewayVariant } from '../types.js' */
/** @import { LabPlan } from '../../../runs/lab-types.js' */

/** @typedef {{ variant: string, repeat: number, stages: GatewayStage[] | null }} PlannedGateway `stages`: null for single requests */

/** What a launch takes besides its load, roughly: two starts, and the responses that are still due at the end. */
const LAUNCH_MS = 2500
/** Single requests of 200 ms. */
export const LATER_REQUESTS = 20
const FIRST_MS = (LATER_REQUESTS + 1) * 210

/**
 * Returns every cell of a gateway lab in the order in which it is measured: the variants of the part, in random order in each repeat.
 * @param {GatewayLab} lab @param {LabPlan} plan @returns {PlannedGateway[]}
 */
export function plannedGateways({ partVariants, stages, variantStages }, { repeats, seed, length, ...plan }) {
  const part = /** @type {GatewayPart} */ (plan.part)
  const random = seededRandom(seed)
  return Array.from({ length: repeats }, (_, repeat) =>
    shuffled(partVariants[part] ?? [], random).map(variant => {
      const own = variantStages?.[part]?.[variant] ?? stages[part]
      return { variant, repeat, stages: own?.[length] ?? null }
    })
  ).flat()
}

/**
 * Returns about how long cells take.
 * @param {GatewayLab} _lab @param {PlannedGateway[]} cells
 * @returns {number} milliseconds
 */
export function estimateGatewaysMs(_lab, cells) {
  return sum(
    cells.map(({ stages }) => LAUNCH_MS + (stages ? sum(stages.map(({ durationMs }) => durationMs)) : FIRST_MS))
  )
}

/** Returns a variant by its name. @param {GatewayLab} lab @param {string} name @returns {GatewayVariant} */
export function gatewayVariant({ variants }, name) {
  const found = variants.find(each => each.name === name)
  if (!found) throw new TypeError(`no variant ${name}`)
  return found
}
