import { parseArgs } from 'node:util'
import { badOption } from '../../compare/ask/bad-option.js'
import { readRows, withFailMargin } from '../../compare/ask/measure-options.js'
import { WorkshopError } from '../../errors/errors.js'
import { maskedArguments } from '../../errors/secrets.js'
import { didYouMean } from '../../errors/words.js'
import { print } from '../print/print.js'
import { commands } from './commands.js'
import { typedOptionsOf } from './options.js'

/** @import { ParseArgsConfig } from 'node:util' */

/** `withFailMargin` gives it an empty value where its margin was left out. */
const MAY_BE_EMPTY = new Set(['fail-if-slower'])

/** @typedef {{ name: string, values: Record<string, any>, words: string[] }} Given `values`: by the option that is typed */

/**
 * Returns a command: it parses its arguments by the table of options, refuses what it does not have, and runs.
 * @template [Options=Record<string, any> & { words: string[] }]
 * @param {object} about @param {string} about.name
 * @param {(given: Given) => Options} [about.options] reads and checks what is given; as {@link readGiven} when absent
 * @param {(options: Options) => number | Promise<number>} about.run returns the exit code
 * @returns {(args: string[]) => Promise<number>}
 */
export function command({ name, options, run }) {
  const read = options ?? /** @type {(given: Given) => any} */ (readGiven)
  return async args => run(read(parseCommandLine(name, args)))
}

/**
 * Returns a command that prints the text that its one word names.
 * @param {string} name @param {string} what the word is
 * @param {Record<string, () => string>} texts by word
 * @returns {(args: string[]) => Promise<number>}
 */
export function printingCommand(name, what, texts) {
  return async function printText([word = '', ...others]) {
    const textOf = others.length === 0 && Object.hasOwn(texts, word) ? texts[word] : undefined
    if (textOf === undefined) throw badOption(name, `name one ${what}`, Object.keys(texts).join(', '))
    return print(textOf())
  }
}

/**
 * Returns the options of a command as its rows read them, and its words.
 * @param {Given} given @returns {Record<string, any> & { words: string[] }}
 */
export function readGiven({ name, values, words }) {
  return { ...readRows(typedOptionsOf(name), values), words }
}

/**
 * Reads the arguments of a command. Refuses an option that it has not, one that is given twice, of which the first would be lost in
 * silence, an empty value, and more or fewer words than it takes.
 * @param {string} name @param {string[]} args @returns {Given}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function parseCommandLine(name, args) {
  maskedArguments(args)
  const { words: taken } = commands[name] ?? {}
  const { least = 0, most = 0, problem = '' } = taken ?? {}
  // A profile says why it refuses some of the options of a comparison.
  const options = parserOptions(name === 'profile' ? 'compare' : name)
  try {
    const config = { args: withFailMargin(args), allowPositionals: taken !== undefined, options }
    checkNames(name, parseArgs({ ...config, allowPositionals: true, strict: false, tokens: true }).tokens, options)
    const { values, positionals: words, tokens } = parseArgs({ ...config, tokens: true })
    checkValues(tokens, options)
    if (words.length < least || words.length > most) throw new TypeError(problem)
    return { name, values, words }
  } catch (error) {
    throw misuse(name, error)
  }
}

/** @typedef {ReturnType<typeof parseArgs>['tokens'] & {}} Tokens */

/** @param {string} command @param {Tokens} tokens @param {ReturnType<typeof parserOptions>} options */
function checkNames(command, tokens, options) {
  for (const token of tokens) {
    if (token.kind !== 'option' || Object.hasOwn(options, token.name)) continue
    const { rawName } = token
    const meant = didYouMean(
      rawName,
      Object.keys(options).map(option => `--${option}`)
    )
    const problem = `Unknown option '${rawName}'${meant}`
    throw meant ? badOption(command, problem, `what ${command} --help lists`) : misuse(command, problem)
  }
}

/** @param {Tokens} tokens @param {ReturnType<typeof parserOptions>} options */
function checkValues(tokens, options) {
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
}

/**
 * Returns the error for arguments that a command, or `parseArgs`, cannot read.
 * @param {string} name
 * @param {unknown} problem an error, or a text
 */
export function misuse(name, problem) {
  if (problem instanceof WorkshopError) return problem
  const options = [...Object.keys(typedOptionsOf(name)), 'help'].map(option => `--${option}`)
  const allowed = commands[name]?.allowed ?? options.join(' ')
  const [sentence = ''] = String(Object(problem).message ?? problem).split(/\. |\.?\n/)
  return badOption(name, sentence, allowed, problem)
}

/**
 * Returns the options of a command for `parseArgs`.
 * @param {string} name @returns {NonNullable<ParseArgsConfig['options']>}
 */
export function parserOptions(name) {
  const options = Object.entries(typedOptionsOf(name)).map(function toOption([option, { kind }]) {
    return [option, { type: kind.label ? 'string' : 'boolean', multiple: kind.multiple ?? false }]
  })
  return Object.fromEntries(options)
}
