import { WorkshopError } from '../errors.js'
import { calibrateCommand } from './calibrate-command.js'
import { compareCommand } from './compare-command.js'
import { exportCommand } from './export-command.js'
import { inspectCommand } from './inspect-command.js'
import { reportCommand } from './report-command.js'
import { runCommand } from './run-command.js'
import { usage } from './usage.js'

/** @type {Map<string, (args: string[]) => Promise<number>>} */
const commands = new Map([
  ['run', runCommand],
  ['compare', compareCommand],
  ['report', reportCommand],
  ['calibrate', calibrateCommand],
  ['export', exportCommand],
  ['inspect', inspectCommand]
])

/**
 * Runs a command and returns its exit code: 0 done, 2 invalid arguments, 3 the measurement failed or is invalid, 130
 * interrupted.
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export async function main([name, ...args]) {
  process.stdout.on('error', endAtClosedPipe)
  if (name === undefined || name === '--help' || name === 'help') {
    console.log(usage)
    return name === undefined ? 2 : 0
  }
  try {
    const command = commands.get(name)
    if (!command)
      throw new WorkshopError('ERR_UNKNOWN_COMMAND', { command: name, allowed: [...commands.keys()].join(', ') })
    // The app that `inspect` starts has a --help of its own.
    if (command === inspectCommand || !args.includes('--help')) return await command(args)
    console.log(usage)
    return 0
  } catch (error) {
    if (!(error instanceof WorkshopError)) throw error
    console.error(error.message)
    return error.exitCode
  }
}

/**
 * Ends the command when its output is closed (`| head`) or full.
 * @param {NodeJS.ErrnoException} error
 */
function endAtClosedPipe({ code, message }) {
  if (code !== 'EPIPE') console.error(`The report could not be printed: ${message}`)
  process.exit(code === 'EPIPE' ? 0 : 3)
}
