import { performance } from 'node:perf_hooks'
import { WorkshopError } from '../../errors/errors.js'
import { knownError } from '../../measure/project/problem-of.js'
import { interruptPrograms } from '../../system/processes.js'
import { removeLeftFolders } from '../../system/temporary.js'
import { startWatcher } from '../../system/watcher.js'
import { printError } from '../print/print.js'

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
/**
 * One Ctrl-C under `npm run` or `npx` is two signals, about a millisecond apart: the terminal sends it to npm and to this process, and
 * npm sends it on, where its shell has become this process. A person who presses it twice takes longer than this.
 */
const SAME_SIGNAL_MS = 500
let isWatched = false

/**
 * Ends the command, with all programs that it has started, at a signal and at an error that nothing awaits, such as one of an event,
 * while it does not watch for them.
 */
export function exitUnwatched() {
  for (const signal of signals) process.on(signal, exitUnlessWatched)
  process.on('uncaughtException', function exitAtDefect(error) {
    if (!isWatched) exitWith(error)
  })

  /** @param {NodeJS.Signals} signal */
  function exitUnlessWatched(signal) {
    if (!isWatched) exitWith(new WorkshopError('ERR_INTERRUPTED', { signal }))
  }
}

/** @param {unknown} error */
function exitWith(error) {
  const { message, exitCode } = knownError(error)
  printError(message)
  process.exit(exitCode)
}

/**
 * Calls a function with a signal, which the first Ctrl-C (or SIGTERM, SIGHUP) aborts, or an error that nothing awaits, so that it can
 * end its children and keep what it has; the second ends the process at once, unless it is the same Ctrl-C. When the process is killed,
 * another one ends its children.
 * @template T
 * @param {(signal: AbortSignal) => Promise<T>} work
 */
export async function untilInterrupted(work) {
  const controller = new AbortController()
  const stopWatcher = startWatcher()
  interruptPrograms(controller.signal)
  /** @type {{ signal: NodeJS.Signals, atMs: number } | null} */
  let first = null
  isWatched = true
  for (const signal of signals) process.on(signal, interrupt)
  process.on('uncaughtException', abortAtDefect)
  try {
    await removeLeftFolders()
    return await work(controller.signal)
  } finally {
    for (const signal of signals) process.off(signal, interrupt)
    process.off('uncaughtException', abortAtDefect)
    isWatched = false
    interruptPrograms()
    stopWatcher()
  }

  /** @param {NodeJS.Signals} signal */
  function interrupt(signal) {
    const atMs = performance.now()
    if (first?.signal === signal && atMs - first.atMs < SAME_SIGNAL_MS) return
    if (controller.signal.aborted) exitWith(new WorkshopError('ERR_INTERRUPTED_AGAIN', { signal }))
    first = { signal, atMs }
    controller.abort(new WorkshopError('ERR_INTERRUPTED', { signal }))
  }

  /** @param {unknown} error */
  function abortAtDefect(error) {
    if (controller.signal.aborted) exitWith(error)
    controller.abort(knownError(error))
  }
}
