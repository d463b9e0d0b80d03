import path from 'node:path'
import { analyseRun, prepareRun } from '../analyse-run.js'
import { runExperiment } from '../measure/run-experiment.js'
import { verdictWords } from '../report/verdict-words.js'
import { readRun } from '../runs/read-run.js'
import { printReport } from './print-report.js'
import { startProgress } from './progress.js'
import { saveReport } from './save-report.js'
import { saveSources } from './save-sources.js'

/** @import { Order } from '../measure/run-experiment.js' */

/**
 * Measures an experiment, saves its report, and prints it unless the output is JSON.
 * @param {Pick<Order, 'experiment' | 'design' | 'reproduce' | 'answers' | 'signal'>} asked
 * @param {{ out: string, json: boolean, quiet: boolean }} output
 */
export async function measureAndReport(asked, output) {
  const { experiment, design } = asked
  const progress = startProgress(experiment, design, output)
  let folder = ''
  /** @type {Order['notify']} */
  function notify(event) {
    if (event.type === 'folder') folder = event.path
    if (event.type === 'verdict' && design.detailRounds > 0) progress.line(verdictSoFar(folder))
    else progress.show(event)
  }
  const order = { ...asked, profilesFolder: path.resolve(output.out), notify }
  const { root, problem } = await runExperiment(order).finally(progress.stop)
  const run = readRun(root)
  const prepared = prepareRun(run)
  const analysis = await saveSources(root, run, analyseRun(run, prepared))
  const saved = await saveReport(root, run, analysis, prepared)
  printReport(analysis, saved, output)
  return { analysis, problem }
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
