import { parseArgs } from 'node:util'
import { badOption } from '../../compare/ask/bad-option.js'

/** @import { ParseArgsConfig } from 'node:util' */

/** `withFailMargin` gives it an empty value where its margin was left out. */
const MAY_BE_EMPTY = new Set(['fail-if-slower'])

/**
 * Reads arguments as `parseArgs` of Node.js does, and refuses what that lets pass: an option that is given twice, of which the first
 * would be lost in silence, and an empty value.
 * @template {ParseArgsConfig & { args: string[], options: NonNullable<ParseArgsConfig['options']> }} Config
 * @param {Config} config
 * @returns {ReturnType<typeof parseArgs<Config>>}
 * @throws {Error} of `parseArgs`, or ERR_BAD_OPTION
 */
export function parseOnce(config) {
  const { options } = config
  const { tokens = [] } = parseArgs({ ...config, tokens: true })
  /** @type {Set<string>} */
  const given = new Set()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    if (given.has(name) && !options[name]?.multiple)
      throw badOption(rawName, 'it is given twice', `once, such as ${rawName}${value === undefined ? '' : ` ${value}`}`)
    if (value?.trim() === '' && !MAY_BE_EMPTY.has(name)) throw badOption(rawName, 'its value is empty', 'a value')
    given.add(name)
  }
  return /** @type {ReturnType<typeof parseArgs<Config>>} */ (parseArgs(config))
}
