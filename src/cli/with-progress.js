import { analyseRun } from '../analyse-run.js'
import { verdictWords } from '../report/verdict-words.js'
import { readRun } from '../runs/read-run.js'
import { startProgress } from './progress.js'

/**
 * @import { Experiment } from '../experiments/types.js'
 * @import { Order } from '../measure/run-experiment.js'
 * @import { Design } from '../measure/types.js'
 */

/**
 * Measures with the progress on stderr, and prints the verdicts there when the run begins to measure their size.
 * @template T
 * @param {{ experiment: Experiment, design: Design, quiet: boolean }} shown
 * @param {(notify: Order['notify']) => Promise<T>} measure
 * @returns {Promise<T>}
 */
export function withProgress({ experiment, design, quiet }, measure) {
  const progress = startProgress(experiment, design, { quiet })
  let folder = ''
  return measure(notify).finally(progress.stop)

  /** @type {Order['notify']} */
  function notify(event) {
    if (event.type === 'folder') folder = event.path
    if (event.type === 'verdict' && design.detailRounds > 0) progress.line(verdictSoFar(folder))
    else progress.show(event)
  }
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
