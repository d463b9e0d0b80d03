import { checkProfilers, usualProfilers } from '../../compare/ask/asked-variants.js'
import { badOption } from '../../compare/ask/bad-option.js'
import { readMeasureOptions, usualLoads } from '../../compare/ask/measure-options.js'
import { parseCommand } from '../../compare/ask/parse-command.js'
import { findConfig } from '../../compare/config/find-config.js'
import { WorkshopError } from '../../errors/errors.js'
import { presetOf } from '../../measure/rounds/presets.js'
import { atKey, configValues, keyOfOption, withoutReplaced } from './config-values.js'
import { parseCommandLine } from './read-arguments.js'
import { readHealth, readRequestOptions } from './request-options.js'
import { COMPARED_WORDS, readVariantOptions } from './variant-options.js'

/**
 * @import { ReadConfig } from '../../compare/config/read-config.js'
 * @import { ParsedCommand } from '../../compare/ask/parse-command.js'
 */

const COMPARED_IN_FILE = 'two servers or more, or one and what differs, such as "refs": ["main", "."]'

/**
 * Returns the configuration that `workshop compare` reads: the file that is named or, where no commands are typed, that of the
 * working directory.
 * @param {string[]} args
 * @returns {Promise<ReadConfig | null>}
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
 * @param {string[]} args
 * @param {ReadConfig | null} [config]
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
 * @param {unknown} error
 * @param {ReadConfig} config
 * @param {Record<string, unknown>} typed
 */
function withPlace(error, { placeOf }, typed) {
  if (!(error instanceof WorkshopError) || error.code !== 'ERR_BAD_OPTION') return error
  const { option, problem, allowed } = /** @type {WorkshopError<'ERR_BAD_OPTION'>} */ (error).details
  if (typed[option.replace('--', '')] !== undefined) return error
  const inFile = badOption(option, problem, allowed === COMPARED_WORDS ? COMPARED_IN_FILE : allowed, error)
  return atKey(inFile, keyOfOption(option), placeOf)
}
