import { measureOptions } from '../../compare/ask/options.js'
import { typedCommand } from '../../system/files/workshop-root.js'
import { commands } from './commands.js'
import { optionsOf, serverOptions } from './options.js'

/** @import { OptionRow, OptionRows } from '../../compare/ask/option-kinds.js' */

/** The columns of a name in a list of options, and in that of the commands. */
const NAME_COLUMNS = 22
const COMMAND_COLUMNS = 24
const ALSO_IN_COMPARE =
  'The options of every measurement, here with the defaults --load autocannon,paced and --profiler prof,cdp:'
/** These list their options. The usage of the others has them. */
const LISTING = ['run', 'compare', 'init', 'lab']

const overview = `Compares the performance of variants of an HTTP server, and lists the functions that changed.
Example: ${typedCommand} compare 'node server.js' 'LOG=1 node server.js' --path /info

Usage: ${typedCommand} <command>

${Object.values(commands)
  .map(({ typed, about }) => entry(typed, about, COMMAND_COLUMNS))
  .join('\n')}
  help <command>        the options of a command
  -v, --version         print the version

Exit codes: 0 done, 1 a gate fired (--fail-if-slower, or a budget of the configuration), 2 invalid arguments or npm ci
not run, 3 the measurement failed or has no verdict (a lab: is not complete), 130 interrupted.
Without a gate the verdict does not change the exit code, nor does a strategy of a lab that fails.`

/** Returns the help of a command, or of all. @param {string} [command] */
export function helpOf(command) {
  return command !== undefined && Object.hasOwn(commands, command) ? helpOfCommand(command) : overview
}

/** @param {string} name @returns {string} */
function helpOfCommand(name) {
  const { help = '' } = commands[name] ?? {}
  if (!LISTING.includes(name)) return help
  if (name === 'init') return `${help}\n${linesOf(optionsOf(name))}`
  const above = name === 'compare' ? `${linesOf(serverOptions)}\n\n${ALSO_IN_COMPARE}\n\n` : ''
  const listed = linesOf(name === 'compare' ? measureOptions : optionsOf(name))
  return `${help}\n\n${above}${listed}\n${entry('--help', 'print this help', NAME_COLUMNS)}`
}

/** @param {OptionRows} rows */
function linesOf(rows) {
  /** @param {[string, OptionRow]} row @returns {string[]} */
  function lineOf([name, { kind, help }]) {
    return help === undefined ? [] : [entry(`--${name}${kind.label ? ` ${kind.label}` : ''}`, help, NAME_COLUMNS)]
  }
  return Object.entries(rows).flatMap(lineOf).join('\n')
}

/** Returns a name and its text beside it, or below it where the name is long. @param {string} name @param {string} text @param {number} columns */
function entry(name, text, columns) {
  const indent = `\n${' '.repeat(columns)}`
  const start = `  ${name}`
  const place = start.length < columns ? start.padEnd(columns) : `${start}${indent}`
  return place + text.replace(/\n\s*/g, indent)
}
