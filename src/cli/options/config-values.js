import path from 'node:path'
import { badOption } from '../../compare/ask/bad-option.js'
import { BUDGETS_KEY } from '../../compare/ask/budgets.js'
import { valuesOfKeys } from '../../compare/ask/measure-options.js'
import { parsedCommand } from '../../compare/ask/parse-command.js'
import { keyText } from '../../compare/config/key-text.js'
import { WorkshopError } from '../../errors/errors.js'
import { optionsOf } from './options.js'

/** @import { KeyPath } from '../../compare/config/key-text.js' */
/** @import { ReadConfig } from '../../compare/config/read-config.js' */
/** @import { ParsedCommand } from '../../compare/ask/parse-command.js' */

/**
 * @typedef {{ command: string | string[], env?: Record<string, string> }} ConfigCommand
 * @typedef {{ commands: ParsedCommand[], values: Record<string, any> }} ServerValues `values`: one per server
 * @typedef {{ values: Record<string, any>, servers: ServerValues }} ConfigValues
 */

const rows = optionsOf('compare')

/** Options that exclude each other: typed, one of them replaces the others of the file. */
const alternatives = [
  ['ref', 'node', 'preload'],
  ['rounds', 'until'],
  ['body', 'body-file'],
  ['request', 'requests'],
  ...['path', 'method', 'body', 'body-file'].flatMap(one => [
    ['request', one],
    ['requests', one]
  ])
]

/**
 * Returns what the command line would have, had the configuration been typed there. Paths become absolute.
 * @param {ReadConfig} read @returns {ConfigValues}
 * @throws {WorkshopError} ERR_BAD_OPTION with the place of the key as its option
 */
export function configValues({ config, folder, placeOf }) {
  const { servers, request = {}, requests, companions } = config
  if (config.request && requests)
    throw badOption(`${placeOf(['requests'])}: requests`, 'the file has the key request too', 'one of the two keys')
  const placed = servers.map((/** @type {any} */ server) => ({
    ...server,
    cwd: path.resolve(folder, server.cwd ?? '.')
  }))
  const values = {
    ...valuesOfKeys(rows, { ...config, ...pathsOf(config, folder), companions: companions?.map(toCompanion) }),
    ...valuesOfKeys(rows, request, 'request')
  }
  return { values, servers: { commands: servers.map(toServer), values: valuesPerServer(placed) } }

  /** @param {ConfigCommand} server @param {number} index */
  function toServer(server, index) {
    return toCommand(server, ['servers', index, 'command'])
  }

  /** @param {ConfigCommand & { cwd?: string }} companion @param {number} index */
  function toCompanion(companion, index) {
    const command = toCommand(companion, ['companions', index, 'command'])
    return { command, cwd: path.resolve(folder, companion.cwd ?? '.') }
  }

  /** @param {ConfigCommand} server @param {KeyPath} key */
  function toCommand({ command, env }, key) {
    try {
      const parsed = parsedCommand(command)
      return { words: parsed.words, env: { ...env, ...parsed.env } }
    } catch (error) {
      throw atKey(error, key, placeOf)
    }
  }
}

/**
 * Returns an error about an option as one about the key of the file that stands for it.
 * @param {unknown} error @param {KeyPath} key @param {ReadConfig['placeOf']} placeOf
 */
export function atKey(error, key, placeOf) {
  if (!(error instanceof WorkshopError) || error.code !== 'ERR_BAD_OPTION') return error
  const { problem, allowed } = /** @type {WorkshopError<'ERR_BAD_OPTION'>} */ (error).details
  return badOption(`${placeOf(key)}: ${keyText(key)}`, problem, allowed, error)
}

/** @param {Record<string, any>} config @param {string} folder */
function pathsOf({ out, nodes }, folder) {
  return {
    out: out && path.resolve(folder, out),
    nodes: nodes?.map((/** @type {string} */ node) => (/[\\/]/.test(node) ? path.resolve(folder, node) : node))
  }
}

/** Returns a value per server of the keys that one of them has. @param {Record<string, any>[]} servers */
function valuesPerServer(servers) {
  const perServer = servers.map(server => valuesOfKeys(rows, server, 'servers'))
  const used = new Set(perServer.flatMap(Object.keys))
  return Object.fromEntries([...used].map(option => [option, perServer.map(values => values[option])]))
}

/**
 * Returns the values of a configuration without those that the command line replaces.
 * @param {Record<string, any>} values
 * @param {Record<string, any>} given on the command line
 */
export function withoutReplaced(values, given) {
  const isReplaced = (/** @type {string} */ option) =>
    alternatives.some(names => names.includes(option) && names.some(name => given[name] !== undefined))
  return Object.fromEntries(Object.entries(values).filter(([option]) => !isReplaced(option)))
}

/**
 * Returns the key that an option stands for; that of the servers for what is none.
 * @param {string} option such as --path, or budgets.p99
 * @returns {KeyPath}
 */
export function keyOfOption(option) {
  const [key, name] = option.split('.')
  if (key === BUDGETS_KEY && name !== undefined) return [key, name]
  const found = rows[option.replace('--', '')]?.key
  if (!found || found.of === 'servers') return ['servers']
  return found.of === undefined ? [found.name] : [found.of, found.name]
}
