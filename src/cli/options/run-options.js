import { badOption, invalidUse } from '../../compare/ask/bad-option.js'
import { measureOptions, optionNames, readMeasureOptions, withFailMargin } from '../../compare/ask/measure-options.js'
import { WorkshopError } from '../../errors/errors.js'
import { experiments } from './experiments.js'
import { parseOnce } from './parse-once.js'

/** @typedef {ReturnType<typeof readRunOptions>} RunOptions */

/**
 * Returns the options of `workshop run`.
 * @param {string[]} args
 * @throws {WorkshopError} ERR_BAD_OPTION, ERR_UNKNOWN_EXPERIMENT
 */
export function readRunOptions(args) {
  const { values, positionals } = parse(args)
  return { ...readMeasureOptions(values), experiments: readExperiments(positionals) }
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseOnce({ args: withFailMargin(args), allowPositionals: true, options: measureOptions })
  } catch (error) {
    throw invalidUse('run', `${optionNames(measureOptions)} --help`, error)
  }
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
