import { invalidUse } from '../../compare/ask/bad-option.js'
import { PROFILES_FOLDER } from '../../compare/ask/measure-options.js'
import { parseOnce } from './parse-once.js'

/** The options of `workshop list` and `workshop trend`, for `parseArgs`. */
export const listOptions = /** @type {const} */ ({ out: { type: 'string' }, json: { type: 'boolean' } })

/**
 * Returns the options of a command about the runs of a folder.
 * @param {'list' | 'trend'} command
 * @param {string[]} args
 * @param {number} count of its words
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function readListOptions(command, args, count) {
  const words = command === 'trend' ? 'workshop trend <experiment>' : 'workshop list'
  try {
    const { values, positionals } = parseOnce({ args, allowPositionals: true, options: listOptions })
    if (positionals.length !== count) throw new TypeError(count === 0 ? 'it takes no arguments' : 'name one experiment')
    return { out: values.out ?? PROFILES_FOLDER, json: values.json ?? false, words: positionals }
  } catch (error) {
    throw invalidUse(command, `${words} [--out folder] [--json]`, error)
  }
}
