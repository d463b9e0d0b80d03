import { badOption } from '../../compare/ask/bad-option.js'
import { measureOptions } from '../../compare/ask/options.js'
import { labs } from '../../labs/index.js'
import { optionsOf } from './options.js'

const names = Object.keys(optionsOf('lab'))
/** Options of `lab` that `run` has too. */
const shared = names.filter(name => Object.hasOwn(measureOptions, inRun(name)))
/** Options of `lab` that mean nothing to `run`. */
const ofCells = names.filter(name => name !== 'profiles' && !shared.includes(name))

/**
 * Returns the arguments of `workshop run` that profile the servers of a lab.
 * @param {string} lab
 * @param {Record<string, any>} values of the options of `lab`
 * @returns {string[]}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function runOfProfiles(lab, values) {
  const profiled = labs.get(lab)?.profiled
  if (!profiled) throw badOption('--profiles', `the lab ${lab} has none`, profiledLabs().join(', '))
  const other = ofCells.find(name => values[name] !== undefined)
  if (other) throw badOption(`--${other}`, 'with --profiles a lab has neither parts nor --full', '--profiles alone')
  return [
    ...[profiled.experiment.name, '--profiler', profiled.profilers],
    ...shared.flatMap(name => wordsOf(inRun(name), values[name]))
  ]
}

/** Returns the name in `run` of an option of `lab`: what is a trial there is a short run. @param {string} name */
function inRun(name) {
  return name === 'quick' ? 'short' : name
}

/** Returns the names of the labs whose servers are the variants of an experiment. */
function profiledLabs() {
  return [...labs.values()].flatMap(({ question, profiled }) => (profiled ? [question.name] : []))
}

/** @param {string} name @param {string | boolean | undefined} value @returns {string[]} */
function wordsOf(name, value) {
  if (value === undefined || value === false) return []
  return value === true ? [`--${name}`] : [`--${name}`, value]
}
