import { badOption } from '../../compare/ask/bad-option.js'
import { labs } from '../../labs/index.js'

/** Options of `lab` that `run` has too. */
const shared = /** @type {const} */ (['seed', 'out', 'dry-run', 'json', 'quiet'])
/** Options of `lab` that mean nothing to `run`. */
const ofCells = ['part', 'limits', 'grid', 'search', 'full']

/**
 * Returns the arguments of `workshop run` that profile the servers of a lab.
 * @param {string} lab
 * @param {Record<string, string | boolean | undefined>} values of the options of `lab`
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
    ...(values.quick ? ['--short'] : []),
    ...shared.flatMap(name => wordsOf(name, values[name]))
  ]
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
