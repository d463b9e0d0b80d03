import { parseArgs } from 'node:util'
import { readChoice, readToggles, toggleChoices, UsageError } from './toggles.js'

/** @import { Choice, Toggles } from './toggles.js' */
/** @typedef {{ help: boolean, mode: 'fork' | 'cluster', host: string, port: number, toggles: Toggles }} Settings */

/** @type {Choice<'fork' | 'cluster'>} */
const modeChoice = { flag: 'mode', variable: 'MODE', values: ['fork', 'cluster'] }

const toggleFlags = Object.values(toggleChoices).map(choice => choice.flag)
const knownFlags = [...toggleFlags, 'mode', 'host', 'port', 'help']

export const usage = `Usage: node server.js [flags]

  --gzip off|on          compress answers (GZIP)
  --log off|sync         print what is collected with console.log before answering (LOG)
  --view-cache off|on    keep compiled views instead of compiling them on every request (VIEW_CACHE)
  --mode fork|cluster    one process, or one worker per CPU (MODE)
  --host 127.0.0.1       address to listen on (HOST)
  --port 8080            port to listen on, 0 takes any free one (PORT)
  --help                 print this

The value first named is the default. A flag wins over the environment variable in brackets.`

/**
 * Reads the command line and the environment.
 *
 * @param {string[]} args without the node binary and the script
 * @param {NodeJS.ProcessEnv} env @returns {Settings}
 * @throws {UsageError} for an unknown flag, an unknown value, or a port out of range
 */
export function readSettings(args, env) {
  const { flags, others } = readFlags(args)
  const settings = {
    help: flags.help !== undefined,
    mode: readChoice(modeChoice, flags, env),
    host: readHost(flags.host ?? (env.HOST || '127.0.0.1')),
    port: readPort(flags.port ?? (env.PORT || '8080')),
    toggles: readToggles(flags, env)
  }
  if (others.length > 0) throw new UsageError(`Unexpected argument ${JSON.stringify(others[0])}; see --help`)
  return settings
}

/**
 * @param {string[]} args
 * @returns {{ flags: { [flag: string]: string }, others: string[] }} a flag without a value has an empty one
 */
function readFlags(args) {
  const options = Object.fromEntries(knownFlags.map(flag => [flag, { type: flagType(flag) }]))
  // Not strict: the messages of the strict parser have several lines and do not name the allowed values.
  const { tokens, positionals } = parseArgs({ args, options, strict: false, tokens: true })
  const given = tokens.filter(token => token.kind === 'option')

  const unknown = given.find(({ name }) => !knownFlags.includes(name))
  if (unknown) throw new UsageError(`Unknown flag ${unknown.rawName}; known are --${knownFlags.join(' --')}`)
  return { flags: Object.fromEntries(given.map(({ name, value }) => [name, value ?? ''])), others: positionals }
}

/** @param {string} flag */
function flagType(flag) {
  return flag === 'help' ? /** @type {const} */ ('boolean') : /** @type {const} */ ('string')
}

/** @param {string} host @throws {UsageError} */
function readHost(host) {
  if (host !== '') return host
  throw new UsageError('The host must be an address or a name, such as 127.0.0.1')
}

/** @param {string} port @throws {UsageError} */
function readPort(port) {
  const number = /^\d{1,5}$/.test(port) ? Number(port) : Number.NaN
  if (number <= 65535) return number
  throw new UsageError(`The port must be a whole number from 0 to 65535, not ${JSON.stringify(port)}`)
}
