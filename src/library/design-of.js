import { fitToMachine, makeDesign } from '../measure/design.js'
import { blamedVariants, comparisonsOf } from '../verdict/comparisons.js'

/**
 * @import { Experiment } from '../experiments/types.js'
 * @import { Design } from '../measure/types.js'
 * @import { Budget } from '../verdict/types.js'
 * @import { MeasureOptions } from './measure-options.js'
 */

/**
 * @typedef {Pick<MeasureOptions, 'profilers' | 'generators' | 'rounds' | 'sliceMs' | 'untilHalfWidth' | 'maxMs' | 'only' | 'failIfSlower' | 'budgets' | 'isCold' | 'isQuick' | 'isShort'>} DesignOptions
 */

/**
 * Returns the design that the options of a command ask for.
 * @type {(experiment: Experiment, options: DesignOptions, seed: number, cores: number[]) => Design}
 */
export function designOf(experiment, { generators, isQuick, isShort, failIfSlower, ...chosen }, seed, cores) {
  const usual = isQuick ? experiment.loads.slice(0, 1) : experiment.loads
  const names = generators ?? usual.map(load => load.generator)
  const loads = names.flatMap(name => experiment.loads.filter(load => load.generator === name))
  const warmupLoad = experiment.loads.find(({ mode }) => mode === 'closed')
  const requests = experiment.requests?.map(({ name }) => name)
  const isOfMany = experiment.toggles !== undefined || experiment.hasManyVariants
  const profiledVariants = isOfMany ? blamedVariants(comparisonsOf(experiment)) : undefined
  const budgets = [...slowerThan(failIfSlower, experiment), ...chosen.budgets]
  return fitToMachine(
    makeDesign({ ...chosen, budgets, quick: isQuick || isShort, loads, warmupLoad, seed, profiledVariants, requests }),
    cores
  )
}

/** @type {(failIfSlower: DesignOptions['failIfSlower'], experiment: Experiment) => Budget[]} */
function slowerThan(failIfSlower, { marginRatio }) {
  if (!failIfSlower) return []
  return [{ name: 'slower', kind: 'relative', amount: failIfSlower.marginRatio ?? marginRatio }]
}
