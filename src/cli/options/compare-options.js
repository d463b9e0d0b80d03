import { checkProfilers, usualProfilers } from '../../compare/ask/asked-variants.js'
import { badOption } from '../../compare/ask/bad-option.js'
import { readMeasureOptions, usualLoads } from '../../compare/ask/measure-options.js'
import { parseCommand } from '../../compare/ask/parse-command.js'
import { findConfig } from '../../compare/config/find-config.js'
import { askedRequests, checkPath, lowerCased } from '../../compare/requests/asked-requests.js'
import { namingRequests, readBody, requestsOf, requestsOfFile } from '../../compare/requests/requests-file.js'
import { WorkshopError } from '../../errors/errors.js'
import { presetOf } from '../../measure/rounds/presets.js'
import { atKey, configValues, keyOfOption, withoutReplaced } from './config-values.js'
import { parseCommandLine } from './read-arguments.js'
import { COMPARED_WORDS, readVariantOptions } from './variant-options.js'

/** @import { ParsedCommand } from '../../compare/ask/parse-command.js' */
/** @import { ReadConfig } from '../../compare/config/read-config.js' */
/** @import { PossibleRequest } from '../../compare/requests/asked-requests.js' */
/** @import { FileOfRequests, LeftOut } from '../../compare/types.js' */
/** @import { WeightedRequest } from '../../experiments/types.js' */

/**
 * @typedef {{ path?: string, method?: string, header?: string[], body?: string, 'body-file'?: string, request?: (string | PossibleRequest)[], requests?: string }} RequestValues
 *
 * @typedef {{ requests: [WeightedRequest, ...WeightedRequest[]], leftOut: LeftOut[], origin?: string }} ReadRequests `leftOut`: what of a file is not measured; `origin`: the server in a HAR file
 */

const COMPARED_IN_FILE = 'two servers or more, or one and what differs, such as "refs": ["main", "."]'

/**
 * Returns the configuration that `workshop compare` reads: the file that is named or, where no commands are typed, that of the
 * working directory.
 * @param {string[]} args @returns {Promise<ReadConfig | null>}
 * @throws {WorkshopError} ERR_BAD_OPTION, ERR_CONFIG
 */
export async function readCompareConfig(args) {
  const { values, words } = parseCommandLine('compare', args)
  if (values.config === undefined && words.length > 0) return null
  const file = findConfig(values.config)
  if (file === null) return null
  // The checks of a schema take a tenth of a second to load.
  const { readConfig } = await import('../../compare/config/read-config.js')
  return readConfig(file)
}

/**
 * Returns the options of `workshop compare`: those of every measurement, the variants and the request. What is typed wins over
 * the configuration.
 * @param {string[]} args @param {ReadConfig | null} [config]
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function readCompareOptions(args, config = null) {
  const { values: typed, words } = parseCommandLine('compare', args)
  const configured = config ? configValues(config) : { values: {}, servers: { commands: [], values: {} } }
  const { commands, values: ofServers } =
    words.length > 0 ? { commands: words.map(text => parseCommand(text)), values: {} } : configured.servers
  try {
    return readValues({ ...withoutReplaced(configured.values, typed), ...ofServers, ...typed }, commands)
  } catch (error) {
    throw config ? withPlace(error, config, typed) : error
  }
}

/** @param {Record<string, any>} values @param {ParsedCommand[]} commands */
function readValues(values, commands) {
  const asked = readVariantOptions(values, commands)
  const profiler = values.profiler ?? (presetOf(values).brief ? undefined : usualProfilers(asked.variants).join())
  const load = values.load ?? usualLoads(values)
  const measured = readMeasureOptions({ ...values, load, profiler })
  checkProfilers(asked.variants, measured.profilers)
  return { ...measured, ...asked, ...readRequestOptions(values), health: readHealth(values) }
}

/**
 * Returns an error about an option that was not typed as one about its key in the file.
 * @param {unknown} error @param {ReadConfig} config @param {Record<string, unknown>} typed
 */
function withPlace(error, { placeOf }, typed) {
  if (!(error instanceof WorkshopError) || error.code !== 'ERR_BAD_OPTION') return error
  const { option, problem, allowed } = /** @type {WorkshopError<'ERR_BAD_OPTION'>} */ (error).details
  if (typed[option.replace('--', '')] !== undefined) return error
  const inFile = badOption(option, problem, allowed === COMPARED_WORDS ? COMPARED_IN_FILE : allowed, error)
  return atKey(inFile, keyOfOption(option), placeOf)
}

/**
 * Returns the requests that options describe.
 * @param {RequestValues} values @returns {ReadRequests}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function readRequestOptions({ header = [], ...values }) {
  const headers = Object.fromEntries(header.map(readHeader))
  const { requests, leftOut, origin } = requestsIn(values)
  const asked = requests.map(each => ({
    ...each,
    headers: { ...lowerCased(each.headers ?? {}), ...lowerCased(headers) }
  }))
  const { requests: file } = values
  if (file === undefined) return { requests: askedRequests(asked), leftOut, origin }
  return { requests: namingRequests(file, () => askedRequests(asked, '--requests')), leftOut, origin }
}

/** @param {Omit<RequestValues, 'header'>} values @returns {FileOfRequests} */
function requestsIn({ request, requests: file, path, method, body, 'body-file': bodyFile }) {
  const several = file === undefined ? '--request' : '--requests'
  const one = Object.entries({ path, method, body, 'body-file': bodyFile })
  const [single] = one.find(([, value]) => value !== undefined) ?? []
  if ((request || file !== undefined) && single !== undefined)
    throw badOption(
      several,
      `it cannot be used with --${single}`,
      "method and path in one, such as --request 'POST /items'"
    )
  if (request && file !== undefined) throw badOption('--requests', 'there is a --request too', 'either of them')
  if (file !== undefined) return requestsOfFile(file)
  if (request) return { requests: request.flatMap(each => readRequest(each, several)), leftOut: [] }
  return { requests: [{ path, method, body: bodyOf({ body, 'body-file': bodyFile }) }], leftOut: [] }
}

/** @param {string | PossibleRequest} request as it is typed, or as the configuration has it @param {string} option @returns {PossibleRequest[]} */
function readRequest(request, option) {
  return typeof request === 'string' ? requestsOf([request], { option, folder: '.' }) : [request]
}

/**
 * Returns the path that responds with 2xx once a server is ready.
 * @param {{ health?: string }} values
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
function readHealth({ health }) {
  if (health !== undefined) checkPath('--health', health)
  return health
}

/** @param {string} text @returns {[string, string]} */
function readHeader(text) {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*([\t -~]*?)\s*$/.exec(text) ?? []
  if (name !== undefined && value !== undefined) return [name, value]
  throw badOption('--header', `"${text}" is no header`, "such as 'authorization: Bearer 1'")
}

/** @param {{ body?: string, 'body-file'?: string }} given */
function bodyOf({ body, 'body-file': file }) {
  if (file === undefined) return body
  if (body !== undefined) throw badOption('--body', 'there is a --body-file too', 'either --body or --body-file')
  return readBody(file, '--body-file')
}
