import { commands } from './commands.js'
import { typedOptionsOf } from './options.js'

/** @import { OptionRow } from '../../compare/ask/option-kinds.js' */

/**
 * @typedef {object} CompletedOption
 * @property {string} name without the dashes
 * @property {boolean} takesValue
 * @property {string[]} values fixed ones; none: file names are completed
 *
 * @typedef {object} CompletedCommand
 * @property {string} name
 * @property {string[]} words that can follow it; none: file names
 * @property {CompletedOption[]} options
 */

/**
 * Returns what a shell can complete, from the options that the commands read.
 * @returns {CompletedCommand[]}
 */
export function completionTable() {
  const table = Object.entries(commands).map(([name, { completes = () => [] }]) => ({
    name,
    words: completes(),
    options: [...Object.entries(typedOptionsOf(name)).map(toOption), { name: 'help', takesValue: false, values: [] }]
  }))
  return [...table, { name: 'help', words: Object.keys(commands), options: [] }]
}

/** @param {[string, OptionRow]} option @returns {CompletedOption} */
function toOption([name, { kind }]) {
  return { name, takesValue: kind.label !== undefined, values: kind.values ?? [] }
}
