import { masked } from '../../errors/secrets.js'
import { visibleJson, visibleLines, withoutJobCommands } from '../../report/words/text.js'
import { formatJson } from '../../system/files/files.js'

/**
 * Prints a text on stdout, with one line end after it. It may contain names and output of servers: what would command the
 * terminal is shown.
 * @param {string} text
 * @returns {number} the exit code of a command that only prints
 */
export function print(text) {
  process.stdout.write(`${printed(text)}\n`)
  return 0
}

/**
 * Prints a value as JSON on stdout.
 * @param {unknown} value
 * @returns {number} the exit code of a command that only prints
 */
export function printJson(value) {
  process.stdout.write(`${visibleJson(formatJson(value))}\n`)
  return 0
}

/** Prints a message on stderr, as {@link print} does. @param {string} message */
export function printError(message) {
  process.stderr.write(`${printed(message)}\n`)
}

/** @param {string} text */
function printed(text) {
  return withoutJobCommands(visibleLines(masked(text).replaceAll('\r\n', '\n')).trimEnd())
}
