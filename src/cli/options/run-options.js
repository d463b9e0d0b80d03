import { badOption } from '../../compare/ask/bad-option.js'
import { readMeasureOptions } from '../../compare/ask/measure-options.js'
import { WorkshopError } from '../../errors/errors.js'
import { experiments } from './experiments.js'
import { parseCommandLine } from './read-arguments.js'

/** @import { Given } from './read-arguments.js' */

/**
 * Returns the options of `workshop run`.
 * @param {string[]} args
 * @throws {WorkshopError} ERR_BAD_OPTION, ERR_UNKNOWN_EXPERIMENT
 */
export function readRunOptions(args) {
  return runOptions(parseCommandLine('run', args))
}

/** @param {Given} given */
export function runOptions({ values, words }) {
  return { ...readMeasureOptions(values), experiments: readExperiments(words) }
}

/** @param {string[]} names */
function readExperiments(names) {
  const allowed = [...experiments.keys()].join(', ')
  if (names.length === 0) throw badOption('run', 'name an experiment', allowed)
  return names.map(function find(name) {
    const experiment = experiments.get(name)
    if (!experiment) throw new WorkshopError('ERR_UNKNOWN_EXPERIMENT', { name, allowed })
    return experiment
  })
}
