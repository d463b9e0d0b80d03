import { parse } from 'shell-quote'
import { findSecrets } from '../../errors/secrets.js'
import { badOption } from './bad-option.js'

/** @typedef {{ words: string[], env: Record<string, string> }} ParsedCommand */

const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/s

/**
 * Returns the words of a command and the environment variables before them, as in `LOG=1 node server.js`. Variables such as
 * `$HOME` have their values; no shell runs.
 * @param {string} text @returns {ParsedCommand}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function parseCommand(text) {
  const entries = entriesOf(text)
  const words = entries.flatMap(entry => (typeof entry === 'string' ? [entry] : []))
  if (words.length < entries.length)
    throw badOption(`"${text}"`, 'it needs a shell', 'one program with its arguments; put the rest into a script')
  if (/^https?:\/\//i.test(words[0] ?? ''))
    throw badOption(`"${text}"`, 'it is a URL', "the command of that server, such as 'node server.js', and --path")
  const first = words.findIndex(word => !ASSIGNMENT.test(word))
  if (first < 0)
    throw badOption(`"${text}"`, 'it names no program', "a command that starts a server, such as 'node server.js'")
  const env = Object.fromEntries(words.slice(0, first).map(word => (ASSIGNMENT.exec(word) ?? []).slice(1)))
  findSecrets({ ...env, words })
  return { words: words.slice(first), env }
}

/** @param {string} text */
function entriesOf(text) {
  try {
    return parse(text, process.env)
  } catch (error) {
    // Such as ${ without its other end.
    const problem = /** @type {Error} */ (error).message
      .replace(/[:\s]+$/, '')
      .toLowerCase()
    throw badOption(`"${text}"`, `it cannot be read (${problem})`, 'a command as it is typed into a shell', error)
  }
}

/**
 * Returns a command that is given as a person types it, or as its words.
 * @param {string | string[]} command @returns {ParsedCommand}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function parsedCommand(command) {
  return typeof command === 'string' ? parseCommand(command) : { words: command, env: {} }
}

/** @param {string | string[]} [command] */
export function optionalCommand(command) {
  return command === undefined ? null : parsedCommand(command)
}
