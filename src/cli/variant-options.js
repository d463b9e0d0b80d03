import { statSync } from 'node:fs'
import path from 'node:path'
import { variantNames } from '../experiments/variant-names.js'
import { badOption } from './bad-option.js'
import { parseCommand } from './parse-command.js'
import { preloadOption } from './preload-option.js'

/**
 * @import { Experiment, Variant } from '../experiments/types.js'
 * @import { AskedVariants } from '../library/with-variants.js'
 * @import { ParsedCommand } from './parse-command.js'
 */

/**
 * @typedef {{ name?: string[], cwd?: string[], ref?: string[], node?: string, preload?: string[], prepare?: string }} VariantValues
 *
 * @typedef {{ words: string[], label: string[], env: Record<string, string> }} NamedCommand `label`: what its name comes from
 */

/** The options that say what is compared, for `parseArgs`. */
export const variantOptions = /** @type {const} */ ({
  name: { type: 'string', multiple: true },
  cwd: { type: 'string', multiple: true },
  ref: { type: 'string', multiple: true },
  node: { type: 'string' },
  preload: { type: 'string', multiple: true },
  prepare: { type: 'string' }
})

const EXAMPLE = "such as 'node server.js' 'LOG=1 node server.js', or 'node server.js' --ref main --ref HEAD"

/**
 * Returns the variants that commands and options ask for: several commands, or one command in several revisions, under several
 * versions of node, or without and with files that are loaded first.
 * @param {VariantValues} values
 * @param {string[]} positionals
 * @returns {AskedVariants}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function readVariantOptions(values, positionals) {
  const { ref: revisions = [], preload: preloads = [] } = values
  const nodes = values.node?.split(',') ?? []
  const commands = positionals.map(parseCommand)
  requireOneDifference({ commands, revisions, nodes, preloads })
  const compared = comparedCommands(commands, { revisions, nodes, preloads })
  const found = variantNames(compared.map(({ label }) => label))
  const names = values.name ? readNames(values.name, compared.length) : found
  const variants = variantsOf(compared, names, readFolders(values.cwd, compared.length))
  const prepare = values.prepare === undefined ? null : parseCommand(values.prepare)
  return { variants, revisions, nodes, prepare }
}

/** @param {{ commands: ParsedCommand[], revisions: string[], nodes: string[], preloads: string[] }} given */
function requireOneDifference({ commands, revisions, nodes, preloads }) {
  const [first, second] = Object.entries({ '--ref': revisions, '--node': nodes, '--preload': preloads }).filter(
    ([, values]) => values.length > 0
  )
  if (!first && commands.length < 2)
    throw badOption('workshop compare', 'it needs two commands, or one command and what differs', EXAMPLE)
  if (!first) return
  const [option, values] = first
  if (second) throw badOption(option, `it cannot be used with ${second[0]}`, 'one difference at a time')
  if (commands.length !== 1) throw badOption(option, 'it compares variants of one command', EXAMPLE)
  if (new Set(values).size < values.length) throw badOption(option, 'two of its values are equal', 'different values')
  if (option !== '--preload' && values.length < 2)
    throw badOption(option, 'there is nothing to compare with', 'two values or more')
}

/** @type {(commands: ParsedCommand[], differences: { revisions: string[], nodes: string[], preloads: string[] }) => NamedCommand[]} */
function comparedCommands(commands, { revisions, nodes, preloads }) {
  const [only = { words: [], env: {} }] = commands
  if (revisions.length > 0)
    return revisions.map(revision => ({ ...only, label: [revision === '.' ? 'working tree' : revision] }))
  if (nodes.length > 0) return nodes.map(node => ({ ...only, label: [/^v?\d/.test(node) ? `node ${node}` : node] }))
  if (preloads.length > 0) return [{ ...only, label: [] }, ...preloads.map(file => withPreload(only, file))]
  return commands.map(command => ({ ...command, label: [...assignmentsOf(command), ...command.words] }))
}

/** @param {ParsedCommand} command @param {string} file @returns {NamedCommand} */
function withPreload({ words, env }, file) {
  const options = [env.NODE_OPTIONS ?? process.env.NODE_OPTIONS ?? '', preloadOption(file)].join(' ').trim()
  return { words, env: { ...env, NODE_OPTIONS: options }, label: [file] }
}

/** @param {ParsedCommand} command */
function assignmentsOf({ env }) {
  return Object.entries(env).map(pair => pair.join('='))
}

/** @param {string[]} given @param {number} count */
function readNames(given, count) {
  if (given.length !== count)
    throw badOption('--name', `${given.length} names for ${count} variants`, 'one name per variant, in their order')
  const wrong = given.find(name => !/^[\w.=,@+ -]{1,40}$/.test(name))
  if (wrong !== undefined)
    throw badOption('--name', `"${wrong}" is no name`, 'at most 40 letters, digits, spaces and any of . = , @ + - _')
  if (new Set(given).size < given.length) throw badOption('--name', 'two names are equal', 'different names')
  return given
}

/** @param {string[] | undefined} given @param {number} count @returns {string[]} absolute */
function readFolders(given = ['.'], count) {
  if (given.length !== 1 && given.length !== count)
    throw badOption('--cwd', `${given.length} folders for ${count} variants`, 'one folder for all, or one per variant')
  const folders = given.map(folder => path.resolve(folder))
  const missing = folders.find(folder => !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
  if (missing !== undefined)
    throw badOption('--cwd', `there is no folder ${missing}`, 'the folder in which the command starts')
  return Array.from({ length: count }, (_, index) => folders[folders.length === 1 ? 0 : index] ?? '')
}

/** @type {(commands: NamedCommand[], names: string[], folders: string[]) => Experiment['variants']} */
function variantsOf(commands, names, folders) {
  const areCopies = new Set(folders).size > 1
  /** @type {Variant[]} */
  const variants = commands.map(({ words, env }, index) => ({
    name: names[index] ?? '',
    command: words,
    env,
    cwd: folders[index],
    ...(areCopies && { root: folders[index] }),
    contentEncoding: null
  }))
  return /** @type {Experiment['variants']} */ (variants)
}
