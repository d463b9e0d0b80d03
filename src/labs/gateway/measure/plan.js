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
export function plannedGateways(lab, plan) {
  const part = partOf(plan)
  const random = seededRandom(plan.seed)
  return Array.from({ length: plan.repeats }, (_, repeat) =>
    shuffled(lab.partVariants[part] ?? [], random).map(variant => ({
      variant,
      repeat,
      stages: plannedStages(lab, plan, variant)
    }))
  ).flat()
}

/** @type {(lab: GatewayLab, plan: LabPlan, variant: string) => GatewayStage[] | null} */
function plannedStages({ stages, variantStages }, plan, variant) {
  const part = partOf(plan)
  const { [plan.length]: own } = variantStages?.[part]?.[variant] ?? stages[part] ?? {}
  return own ?? null
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

/** Returns the part that a plan names. @param {LabPlan} plan */
function partOf({ part }) {
  return /** @type {GatewayPart} */ (part)
}

/** Returns a variant by its name. @param {GatewayLab} lab @param {string} name @returns {GatewayVariant} */
export function gatewayVariant({ variants }, name) {
  const found = variants.find(each => each.name === name)
  if (!found) throw new TypeError(`no variant ${name}`)
  return found
}
