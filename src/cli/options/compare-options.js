import path from 'node:path'
import { checkProfilers, usualProfilers } from '../../compare/ask/asked-variants.js'
import { badOption, reworded } from '../../compare/ask/bad-option.js'
import { BUDGETS_KEY } from '../../compare/ask/budgets.js'
import { readMeasureOptions, usualLoads, valuesOfKeys } from '../../compare/ask/measure-options.js'
import { parseCommand, parsedCommand } from '../../compare/ask/parse-command.js'
import { checkProfile, VERDICT_OPTIONS } from '../../compare/ask/verdict-options.js'
import { findConfig } from '../../compare/config/find-config.js'
import { keyText } from '../../compare/config/keys.js'
import { askedRequests, checkPath, lowerCased, pathOfUrl } from '../../compare/requests/asked-requests.js'
import { namingRequests, readBody, requestsOf, requestsOfFile } from '../../compare/requests/requests-file.js'
import { presetOf } from '../../measure/rounds/presets.js'
import { optionsOf } from './options.js'
import { parseCommandLine } from './read-arguments.js'
import { COMPARED_WORDS, isOneServer, readVariantOptions } from './variant-options.js'

/** @import { ParsedCommand } from '../../compare/ask/parse-command.js' */
/** @import { KeyPath } from '../../compare/config/keys.js' */
/** @import { ReadConfig } from '../../compare/config/read-config.js' */
/** @import { PossibleRequest } from '../../compare/requests/asked-requests.js' */
/** @import { FileOfRequests } from '../../compare/requests/requests-file.js' */

/**
 * @typedef {{ path?: string, method?: string, header?: string[], body?: string, 'body-file'?: string, request?: (string | PossibleRequest)[], requests?: string }} RequestValues
 * @typedef {{ command: string | string[], env?: Record<string, string>, cwd?: string }} ConfigCommand
 */

const rows = optionsOf('compare')
const COMPARED_IN_FILE = 'two servers or more, or one and what differs, such as "refs": ["main", "."]'

/** Keys of a configuration that say what is compared: a profile is of the server alone. */
const COMPARED_KEYS = ['ref', 'node', 'preload', ...VERDICT_OPTIONS]

/**
 * Returns the configuration that `workshop compare` or `workshop profile` reads: the file that is named or, where no commands are typed,
 * that of the working directory.
 * @param {string[]} args @param {'compare' | 'profile'} [name] of the command @returns {Promise<ReadConfig | null>}
 * @throws {WorkshopError} ERR_BAD_OPTION, ERR_CONFIG
 */
export async function readCompareConfig(args, name = 'compare') {
  const { values, words } = parseCommandLine(name, args)
  if (values.config === undefined && words.length > 0) return null
  const file = findConfig(values.config)
  if (file === null) return null
  // The checks of a schema take a tenth of a second to load.
  const { readConfig } = await import('../../compare/config/read-config.js')
  return readConfig(file)
}

/**
 * Returns the options of `workshop compare` or `workshop profile`: those of every measurement, the variants and the request. What is
 * typed wins over the configuration.
 * @param {string[]} args @param {ReadConfig | null} [config] @param {'compare' | 'profile'} [name] of the command
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function readCompareOptions(args, config = null, name = 'compare') {
  const { values: typed, words } = parseCommandLine(name, args)
  const configured = config ? configValues(config) : { values: {}, servers: { commands: [], values: {} } }
  if (name === 'profile') for (const key of COMPARED_KEYS) delete configured.values[key]
  const { commands, values: ofServers } =
    words.length > 0 ? { commands: words.map(text => parseCommand(text)), values: {} } : configured.servers
  try {
    const values = { ...withoutReplaced(configured.values, typed), ...ofServers, ...typed }
    return readValues(values, commands, name === 'profile' || isOneServer(values, commands))
  } catch (error) {
    throw config ? withPlace(error, config, typed) : error
  }
}

/** @param {Record<string, any>} values @param {ParsedCommand[]} commands @param {boolean} isProfile */
function readValues(values, commands, isProfile) {
  if (isProfile) checkProfile(values)
  const asked = readVariantOptions(values, commands, isProfile)
  const profiler = values.profiler ?? (presetOf(values).brief ? undefined : usualProfilers(asked.variants).join())
  const load = values.load ?? usualLoads(values)
  const measured = readMeasureOptions({ ...values, load, profiler })
  checkProfilers(asked.variants, measured.profilers)
  if (isProfile) checkProfile(values, measured.profilers)
  const requests = readRequestOptions(values)
  const { health, login } = values
  if (health !== undefined) checkPath('--health', health)
  return { ...measured, ...asked, ...requests, health: /** @type {string | undefined} */ (health), login }
}

/**
 * Returns an error about an option that was not typed as one about its key in the file.
 * @param {unknown} error @param {ReadConfig} config @param {Record<string, unknown>} typed
 */
function withPlace(error, { placeOf }, typed) {
  return reworded(error, function place({ option, allowed }) {
    if (typed[option.replace('--', '')] !== undefined) return {}
    const inFile = allowed === COMPARED_WORDS ? COMPARED_IN_FILE : allowed
    return { option: placedKey(keyOfOption(option), placeOf), allowed: inFile }
  })
}

/**
 * Returns the requests that options describe, and of a file what is not measured; `origin` is the server in a HAR file, or in a URL in place of a path.
 * @param {RequestValues} values
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function readRequestOptions({ header = [], ...values }) {
  const typed = lowerCased(Object.fromEntries(header.map(readHeader)))
  const { requests: found, ...others } = requestsIn(values)
  const asked = found.map(each => ({ ...each, headers: { ...lowerCased(each.headers ?? {}), ...typed } }))
  const { requests: file } = values
  const requests =
    file === undefined ? askedRequests(asked) : namingRequests(file, () => askedRequests(asked, '--requests'))
  return { requests, ...others }
}

/** @param {Omit<RequestValues, 'header'>} values @returns {FileOfRequests} */
function requestsIn({ request, requests: file, path, method, body, 'body-file': bodyFile }) {
  const several = file === undefined ? '--request' : '--requests'
  const one = Object.entries({ path, method, body, 'body-file': bodyFile })
  const [single] = one.find(([, value]) => value !== undefined) ?? []
  if ((request || file !== undefined) && single !== undefined) {
    const allowed = "method and path in one, such as --request 'POST /items'"
    throw badOption(several, `it cannot be used with --${single}`, allowed)
  }
  if (request && file !== undefined) throw badOption('--requests', 'there is a --request too', 'either of them')
  if (file !== undefined) return requestsOfFile(file)
  const requests = request?.flatMap(each =>
    typeof each === 'string' ? requestsOf([each], { option: several, folder: '.' }) : [each]
  )
  const url = path !== undefined && /^https?:/i.test(path) && URL.canParse(path) ? new URL(path) : undefined
  const asked = { path: url ? pathOfUrl(url) : path, method, body: bodyOf(body, bodyFile) }
  return { requests: requests ?? [asked], leftOut: [], ...(url && { origin: url.origin }) }
}

/** @param {string} text @returns {[string, string]} */
function readHeader(text) {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*([\t -~]*?)\s*$/.exec(text) ?? []
  if (name !== undefined && value !== undefined) return [name, value]
  throw badOption('--header', `"${text}" is no header`, "such as 'authorization: Bearer 1'")
}

/** @param {string} [body] @param {string} [file] */
function bodyOf(body, file) {
  if (file === undefined) return body
  if (body !== undefined) throw badOption('--body', 'there is a --body-file too', 'either --body or --body-file')
  return readBody(file, '--body-file')
}

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
 * Returns what the command line would have, had the configuration been typed there: of servers, a value per server. Paths become absolute.
 * @param {ReadConfig} read
 * @throws {WorkshopError} ERR_BAD_OPTION with the place of the key as its option
 */
export function configValues({ config, folder, placeOf }) {
  const { servers, request = {}, requests, companions } = config
  if (config.request && requests)
    throw badOption(placedKey(['requests'], placeOf), 'the file has the key request too', 'one of the two keys')
  const placed = servers.map((/** @type {ConfigCommand} */ server) => ({ ...server, cwd: folderOf(server) }))
  const values = {
    ...valuesOfKeys(rows, { ...config, ...pathsOf(config, folder), companions: companions?.map(toCompanion) }),
    ...valuesOfKeys(rows, request, 'request')
  }
  return { values, servers: { commands: servers.map(toServer), values: valuesPerServer(placed) } }

  /** @param {ConfigCommand} server */
  function folderOf({ cwd = '.' }) {
    return path.resolve(folder, cwd)
  }

  /** @param {ConfigCommand} server @param {number} index */
  function toServer(server, index) {
    return toCommand(server, ['servers', index, 'command'])
  }

  /** @param {ConfigCommand} companion @param {number} index */
  function toCompanion(companion, index) {
    return { command: toCommand(companion, ['companions', index, 'command']), cwd: folderOf(companion) }
  }

  /** @param {ConfigCommand} server @param {KeyPath} key */
  function toCommand({ command, env }, key) {
    try {
      const parsed = parsedCommand(command)
      return { words: parsed.words, env: { ...env, ...parsed.env } }
    } catch (error) {
      throw reworded(error, () => ({ option: placedKey(key, placeOf) }))
    }
  }
}

/** Returns where a key is, and its name. @param {KeyPath} key @param {ReadConfig['placeOf']} placeOf */
function placedKey(key, placeOf) {
  return `${placeOf(key)}: ${keyText(key)}`
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
function withoutReplaced(values, given) {
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
  if (key === BUDGETS_KEY) return name === undefined ? [key] : [key, name]
  const found = rows[option.replace('--', '')]?.key
  if (!found || found.of === 'servers') return ['servers']
  return found.of === undefined ? [found.name] : [found.of, found.name]
}
