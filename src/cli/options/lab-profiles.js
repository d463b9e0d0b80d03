import { badOption } from '../../compare/ask/bad-option.js'

/** @import { LabName } from '../../labs/skeleton/types.js' */

/**
 * The experiment that has servers of a lab as variants, and the profilers that show what they differ in.
 * @type {Partial<Record<LabName, { experiment: string, profilers: string }>>}
 */
export const labProfiles = {
  copy: { experiment: 'copy-route', profilers: 'prof,cdp' },
  gateway: { experiment: 'gateway-overheads', profilers: 'prof,cdp' },
  store: { experiment: 'store-queues', profilers: 'cdp,heap' }
}

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
  const found = Object.entries(labProfiles).find(([name]) => name === lab)?.[1]
  if (!found) throw badOption('--profiles', `the lab ${lab} has none`, Object.keys(labProfiles).join(', '))
  const other = ofCells.find(name => values[name] !== undefined)
  if (other) throw badOption(`--${other}`, 'with --profiles a lab has neither parts nor --full', '--profiles alone')
  return [
    ...[found.experiment, '--profiler', found.profilers],
    ...(values.quick ? ['--short'] : []),
    ...shared.flatMap(name => wordsOf(name, values[name]))
  ]
}

/** @param {string} name @param {string | boolean | undefined} value @returns {string[]} */
function wordsOf(name, value) {
  if (value === undefined || value === false) return []
  return value === true ? [`--${name}`] : [`--${name}`, value]
}
