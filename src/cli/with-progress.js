import { analyseRun } from '../analyse-run.js'
import { verdictWords } from '../report/verdict-words.js'
import { readRun } from '../runs/read-run.js'
import { startProgress } from './progress.js'

/**
 * @import { Experiment } from '../experiments/types.js'
 * @import { CheckoutEvent } from '../library/with-variants.js'
 * @import { Order } from '../measure/run-experiment.js'
 * @import { Design } from '../measure/types.js'
 */

/** @typedef {Parameters<Order['notify']>[0] | CheckoutEvent} RunEvent */

/**
 * Measures with the progress on stderr, and prints the verdicts there when the run begins to measure their size. What comes before
 * the run, such as an install, is printed in lines of its own.
 * @template T
 * @param {{ experiment: Experiment, design: Design, quiet: boolean }} shown
 * @param {(notify: (event: RunEvent) => void) => Promise<T>} measure
 * @returns {Promise<T>}
 */
export function withProgress({ experiment, design, quiet }, measure) {
  /** @type {ReturnType<typeof startProgress> | undefined} */
  let progress
  let folder = ''
  return measure(notify).finally(() => progress?.stop())

  /** @param {RunEvent} event */
  function notify(event) {
    if (isBeforeRun(event)) return quiet ? undefined : console.error(beforeRunInWords(event))
    progress ??= startProgress(experiment, design, { quiet })
    if (event.type === 'folder') folder = event.path
    if (event.type === 'verdict' && design.detailRounds > 0) progress.line(verdictSoFar(folder))
    else progress.show(event)
  }
}

/** @param {RunEvent} event @returns {event is CheckoutEvent} */
function isBeforeRun(event) {
  const { type } = event
  return type === 'checkout' || type === 'prepare' || type === 'uncommitted' || type === 'node'
}

/** @param {CheckoutEvent} event */
function beforeRunInWords(event) {
  if (event.type === 'checkout') return `${event.revision}: installing its packages`
  if (event.type === 'node')
    return `Node.js ${event.version} is not on this machine: installing ${event.spec} into ${event.folder}`
  if (event.type === 'prepare') return `Preparing ${event.folder}`
  return 'Uncommitted changes and new files are left out: --ref . is the working tree.'
}

/**
 * Returns the verdicts of a run that still measures their size.
 * @param {string} root the run folder
 */
function verdictSoFar(root) {
  try {
    const { verdicts } = analyseRun(readRun(root))
    return verdicts.map(verdict => verdictWords(verdict, { isComplete: false })[0]).join('\n')
  } catch (error) {
    return `The verdict could not be read yet: ${messageOfError(error)}`
  }
}

/** @param {unknown} error */
function messageOfError(error) {
  return error instanceof Error ? error.message : String(error)
}
