import { statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { variantNames } from '../experiments/variant-names.js'
import { measureOptions, optionNames, readMeasureOptions } from './measure-options.js'
import { parseCommand } from './parse-command.js'
import { readRequestOptions, requestOptions } from './request-options.js'
import { badOption, invalidUse } from './usage.js'

/**
 * @import { Variant } from '../experiments/types.js'
 * @import { ParsedCommand } from './parse-command.js'
 */

const ownOptions = /** @type {const} */ ({
  name: { type: 'string', multiple: true },
  cwd: { type: 'string', multiple: true }
})
const options = { ...measureOptions, ...requestOptions, ...ownOptions }

/** Where a program is not node itself, only what works through the inspector reaches the server. */
const PROFILERS = { node: 'prof,cdp', other: 'cdp' }

/**
 * Returns the options of `workshop compare`: those of every measurement, the variants, the request and the folder of the
 * project.
 * @param {string[]} args
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function readCompareOptions(args) {
  const { values, positionals } = parse(args)
  if (positionals.length < 2)
    throw badOption(
      'workshop compare',
      'it needs two commands or more',
      "such as 'node server.js' 'LOG=1 node server.js'"
    )
  const commands = positionals.map(parseCommand)
  const variants = variantsOf(commands, readNames(values.name, commands), readFolders(values.cwd, commands.length))
  const hasBlame = !values.only && !values.cold && !values.quick
  const profiler = values.profiler ?? (hasBlame ? profilersFor(commands) : 'none')
  const measured = readMeasureOptions({ load: 'autocannon,paced', ...values, profiler })
  return { ...measured, variants, request: readRequestOptions(values) }
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw invalidUse('workshop compare', `${optionNames(options)} --help`, error)
  }
}

/** @param {ParsedCommand[]} commands */
function profilersFor(commands) {
  const areNode = commands.every(({ words: [program = ''] }) => /^node(\.exe)?$/.test(path.basename(program)))
  return areNode ? PROFILERS.node : PROFILERS.other
}

/** @param {string[] | undefined} given @param {ParsedCommand[]} commands */
function readNames(given, commands) {
  const found = variantNames(
    commands.map(({ words, env }) => [...Object.entries(env).map(pair => pair.join('=')), ...words])
  )
  if (!given) return found
  if (given.length !== commands.length)
    throw badOption(
      '--name',
      `${given.length} names for ${commands.length} commands`,
      'one name per command, in their order'
    )
  const wrong = given.find(name => !/^[\w.=,@+ -]{1,40}$/.test(name))
  if (wrong !== undefined)
    throw badOption('--name', `"${wrong}" is no name`, 'at most 40 letters, digits, spaces and any of . = , @ + - _')
  if (new Set(given).size < given.length) throw badOption('--name', 'two names are equal', 'different names')
  return given
}

/** @param {string[] | undefined} given @param {number} count @returns {string[]} absolute */
function readFolders(given = ['.'], count) {
  if (given.length !== 1 && given.length !== count)
    throw badOption(
      '--cwd',
      `${given.length} folders for ${count} commands`,
      'one folder for all commands, or one per command'
    )
  const folders = given.map(folder => path.resolve(folder))
  const missing = folders.find(folder => !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
  if (missing !== undefined)
    throw badOption('--cwd', `there is no folder ${missing}`, 'the folder in which the command starts')
  return Array.from({ length: count }, (_, index) => folders[folders.length === 1 ? 0 : index] ?? '')
}

/** @type {(commands: ParsedCommand[], names: string[], folders: string[]) => [Variant, Variant, ...Variant[]]} */
function variantsOf(commands, names, folders) {
  const variants = commands.map(({ words, env }, index) => ({
    name: names[index] ?? '',
    command: words,
    env,
    cwd: folders[index],
    contentEncoding: null
  }))
  return /** @type {[Variant, Variant, ...Variant[]]} */ (variants)
}
