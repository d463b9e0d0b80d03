import { getHeapStatistics } from 'node:v8'
import { WorkshopError } from '../errors/errors.js'
import { knownError } from '../measure/project/problem-of.js'
import { workshopVersion } from '../system/files/workshop-root.js'
import { exitUnwatched } from './commands/interrupts.js'
import { commands, helpOf } from './options/commands.js'
import { print, printError } from './print/print.js'

/** A run and its page take half of that. Where the heap is full, Node.js ends the process, and no code can say why. */
const LEAST_MB = 140

/**
 * Runs a command and returns its exit code: 0 done, 1 a gate fired, 2 invalid arguments, 3 the measurement failed or is invalid,
 * 130 interrupted.
 * @param {string[]} args
 * @param {(failure: WorkshopError) => void} [note] is called with the error that ends the command, after it is printed
 * @returns {Promise<number>}
 */
export async function main([name, ...args], note = ignore) {
  process.stdout.on('error', endAtFullDisk)
  // What was measured is saved and printed, whoever reads the progress.
  process.stderr.on('error', ignore)
  exitUnwatched()
  if (name === '--version' || name === '-v') return print(workshopVersion())
  if (name === undefined) {
    print(helpOf())
    return 2
  }
  try {
    if (['--help', '-h', 'help'].includes(name)) {
      if (args[0] !== undefined) requireCommand(args[0])
      return print(helpOf(args[0]))
    }
    requireCommand(name)
    // The app that `inspect` starts may have a --help of its own, after other arguments.
    const own = name === 'inspect' ? args.slice(0, 1) : args
    if (own.some(arg => arg === '--help' || arg === '-h')) return print(helpOf(name))
    requireHeap()
    const exported = await import(`./commands/${name}.js`)
    return await exported[`${name}Command`](args)
  } catch (error) {
    const failure = knownError(error)
    printError(failure.message)
    note(failure)
    return failure.exitCode
  }
}

/** @param {string} name @throws {WorkshopError} ERR_UNKNOWN_COMMAND */
function requireCommand(name) {
  if (Object.hasOwn(commands, name)) return
  throw new WorkshopError('ERR_UNKNOWN_COMMAND', { command: name, allowed: Object.keys(commands).join(', ') })
}

/** Of an output that nobody reads any more: `| head`, a terminal that was closed. */
const CLOSED = new Set(['EPIPE', 'EIO', 'ENXIO', 'ERR_STREAM_DESTROYED'])

/**
 * Ends the command when its output cannot be written, as on a full disk. Where it is closed, the command goes on to its exit code.
 * @param {NodeJS.ErrnoException} error
 */
function endAtFullDisk({ code = '', message }) {
  if (CLOSED.has(code)) return
  printError(`The report could not be printed: ${message}`)
  process.exit(3)
}

function ignore() {}

/** Refuses to begin where the heap of Node.js is limited to less than a command needs. @throws {WorkshopError} ERR_LITTLE_HEAP */
function requireHeap() {
  const limitMB = Math.round(getHeapStatistics().heap_size_limit / 1e6)
  if (limitMB < LEAST_MB) throw new WorkshopError('ERR_LITTLE_HEAP', { limitMB, leastMB: LEAST_MB })
}
