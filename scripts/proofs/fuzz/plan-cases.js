import { WorkshopError } from '../../../src/errors/errors.js'
import { wholeNumber } from '../../whole-number.js'

const USUAL_CASES = 1000

/**
 * Returns how many cases are played of each target.
 * @param {string[]} words such as 1000 run-folder=300: the cases of every target, and those of one
 * @param {{ names: string[], only?: string }} targets all there are, and the only one that is played
 * @returns {{ name: string, cases: number }[]}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function planCases(words, { names, only }) {
  if (only !== undefined) checkName(only, '--target')
  let usual = USUAL_CASES
  /** @type {Map<string, number>} */
  const own = new Map()
  for (const word of words) {
    const [name, count] = word.includes('=') ? word.split(/=(.*)/s) : [null, word]
    const cases = wholeNumber(count ?? '', { option: 'cases', least: 1 })
    if (name === null) usual = cases
    else own.set(checkName(name ?? '', 'cases'), cases)
  }
  const chosen = only === undefined ? names : [only]
  return chosen.map(name => ({ name, cases: own.get(name) ?? usual }))

  /** @param {string} name @param {string} option */
  function checkName(name, option) {
    if (names.includes(name)) return name
    const allowed = names.join(', ')
    throw new WorkshopError('ERR_BAD_OPTION', { option, problem: `there is no target "${name}"`, allowed })
  }
}
