/**
 * The toggles of the app. Each is a choice between named values; the first value is the default.
 *
 * @typedef {{ gzip: 'off' | 'on', log: 'off' | 'sync', viewCache: 'off' | 'on' }} Toggles
 */

/**
 * @template {string} Value
 * @typedef {{ flag: string, variable: string, values: readonly [Value, ...Value[]] }} Choice
 */

/** @type {{ [Name in keyof Toggles]: Choice<Toggles[Name]> }} */
export const toggleChoices = {
  gzip: { flag: 'gzip', variable: 'GZIP', values: ['off', 'on'] },
  log: { flag: 'log', variable: 'LOG', values: ['off', 'sync'] },
  viewCache: { flag: 'view-cache', variable: 'VIEW_CACHE', values: ['off', 'on'] }
}

/** Bad use of the command line or the environment; the message is one line, meant for the user. */
export class UsageError extends Error {
  name = 'UsageError'
}

/**
 * Reads every toggle; a flag wins over an environment variable, and an empty variable counts as not set.
 *
 * @param {{ [flag: string]: string }} flags values by flag name, without the dashes
 * @param {NodeJS.ProcessEnv} env @returns {Toggles}
 * @throws {UsageError} for a value that is not one of the choice's
 */
export function readToggles(flags, env) {
  return {
    gzip: readChoice(toggleChoices.gzip, flags, env),
    log: readChoice(toggleChoices.log, flags, env),
    viewCache: readChoice(toggleChoices.viewCache, flags, env)
  }
}

/**
 * @template {string} Value
 * @param {Choice<Value>} choice @param {{ [flag: string]: string }} flags @param {NodeJS.ProcessEnv} env
 * @returns {Value}
 * @throws {UsageError} for a value that is not one of the choice's
 */
export function readChoice({ flag, variable, values }, flags, env) {
  const given = flags[flag] ?? (env[variable] || values[0])
  const value = values.find(allowed => allowed === given)
  if (value) return value

  const source = flags[flag] === undefined ? variable : `--${flag}`
  throw new UsageError(`${source} must be ${alternatives(values)}, not ${JSON.stringify(given)}`)
}

/** Returns values as a list, such as one, two or three. @param {readonly string[]} values */
function alternatives(values) {
  return [values.slice(0, -1).join(', '), values.at(-1)].filter(Boolean).join(' or ')
}

/**
 * Returns the toggles as text: `gzip=off log=sync view-cache=off`.
 *
 * @param {Toggles} toggles @returns {string}
 */
export function describeToggles(toggles) {
  return `gzip=${toggles.gzip} log=${toggles.log} view-cache=${toggles.viewCache}`
}
