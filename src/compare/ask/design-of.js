import { fitToMachine, makeDesign } from '../../measure/rounds/design.js'
import { blamedVariants, comparisonsOf } from '../../verdict/decide/comparisons.js'
import { budgetedMetrics } from '../../verdict/gates/budgeted-metrics.js'
import { badOption } from './bad-option.js'
import { BUDGETS_KEY, gatesOf } from './budgets.js'

/** @import { WorkshopError } from '../../errors/errors.js' */
/** @import { Experiment } from '../../experiments/types.js' */
/** @import { Load } from '../../load/types.js' */
/** @import { Design } from '../../measure/types.js' */
/** @import { Budget } from '../../verdict/types.js' */
/** @import { MeasureOptions } from './measure-options.js' */

/**
 * Returns the design that the options of a command ask for.
 * @type {(experiment: Experiment, options: MeasureOptions, seed: number, cores: number[]) => Design}
 * @throws {WorkshopError} ERR_BAD_OPTION where the experiment has none of the loads, or a budget needs one that a full run would not play
 */
export function designOf(experiment, { generators, failIfSlower, preset, ...chosen }, seed, cores) {
  const usual = preset.leavesOut.has('loads') ? experiment.loads.slice(0, 1) : experiment.loads
  const names = generators ?? usual.map(load => load.generator)
  const loads = names.flatMap(name => experiment.loads.filter(load => load.generator === name))
  if (loads.length === 0) {
    const allowed = experiment.loads.map(load => load.generator).join(', ')
    throw badOption('--load', `${experiment.name} has no load of ${names.join(', ')}`, allowed)
  }
  const warmupLoad = experiment.loads.find(({ mode }) => mode === 'closed')
  const { variants, toggles, hasManyVariants } = experiment
  const facts = {
    servers: variants.length,
    isProfile: variants.length === 1,
    profiledVariants: toggles || hasManyVariants ? blamedVariants(comparisonsOf(experiment)) : undefined,
    requests: experiment.requests?.map(({ name }) => name)
  }
  if (!preset.brief) chosen.budgets.forEach(budget => checkPlayed(budget, loads))
  const budgets = gatesOf(failIfSlower, experiment.marginRatio, chosen.budgets)
  return fitToMachine(makeDesign({ ...chosen, ...facts, preset, budgets, loads, warmupLoad, seed }), cores)
}

/** @type {(budget: Budget, loads: Load[]) => void} */
function checkPlayed({ name }, [first, ...others]) {
  if (name === 'slower' || !first) return
  const budgeted = budgetedMetrics[name]
  const key = `${BUDGETS_KEY}.${name}`
  if ('quantile' in budgeted && [first, ...others].every(({ mode }) => mode !== 'open'))
    throw badOption(key, 'none of the loads is an open loop', '--load autocannon,paced, or a run without this budget')
  if ('metric' in budgeted && budgeted.metric === 'requestsPerSecond' && first.mode === 'open')
    throw badOption(key, 'the first load is an open loop', '--load autocannon first, or a run without this budget')
}
