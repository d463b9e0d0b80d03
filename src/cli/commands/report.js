import path from 'node:path'
import { analyse } from '../../analyse.js'
import { readRunWithProfiles } from '../../compare/save/read-left-profiles.js'
import { saveReport } from '../../compare/save/save-report.js'
import { labs } from '../../labs/index.js'
import { reportLab } from '../../labs/skeleton/measure-lab.js'
import { writeIndex } from '../../page/write-index.js'
import { listedRun, runLines } from '../../report/words/run-answers.js'
import { listRuns } from '../../runs/list-runs.js'
import { isLab } from '../../runs/read-manifest.js'
import { RunFolder } from '../../runs/run-folder.js'
import { hasDisplay, openPage } from '../../system/open-page.js'
import { command, misuse, readGiven } from '../options/read-arguments.js'
import { print, printError, printJson } from '../print/print.js'
import { exitCodeOf, exitCodeWith, printFired, printLab, printReport } from '../print/print-report.js'
import { untilInterrupted } from './interrupts.js'

/** @import { Given } from '../options/read-arguments.js' */

/**
 * `workshop report`: writes the page of all runs, prints the newest, and opens the page where there is a display.
 * `workshop report <run folder>`: analyses a saved run again, saves its report and prints it, or its verdict only.
 */
export const reportCommand = command({
  name: 'report',
  options: readOptions,
  run: ({ out, json, quiet, verbose, allowUndecided, words: [root] }) =>
    root === undefined ? reportAll(out, json) : reportOne(root, { json, quiet, verbose, allowUndecided })
})

/** @param {Given} given */
function readOptions(given) {
  const { values, words } = given
  if (words.length > 0 && values.out !== undefined) throw misuse('report', 'name a run folder or --out, not both')
  for (const name of ['quiet', 'verbose'])
    if (words.length === 0 && values[name]) throw misuse('report', `--${name} needs a run folder`)
  return readGiven(given)
}

/** @type {(profilesFolder: string, json: boolean) => Promise<number>} */
async function reportAll(profilesFolder, json) {
  const runs = listRuns(profilesFolder, labs)
  if (json) return printJson(runs.map(listedRun))
  const file = await writeIndex(profilesFolder, runs)
  print([`All runs: ${path.relative('', file)}`, ...runLines(runs, process.stdout.columns)].join('\n'))
  if (hasDisplay()) await openPage(path.resolve(file))
  return 0
}

/** @param {string} root the run folder @param {{ json: boolean, quiet: boolean, verbose: boolean, allowUndecided: boolean }} options */
async function reportOne(root, options) {
  const folder = new RunFolder(root)
  if (isLab(folder.readManifest(labs))) return printLab(await reportLab(folder, labs), options)
  const run = await untilInterrupted(signal =>
    readRunWithProfiles(folder, { signal, notify: printReading, warn: printError })
  )
  const analysed = analyse(run)
  const { analysis } = analysed
  const saved = await saveReport(folder, run, analysed, labs)
  printReport(analysis, saved, options)
  if (options.json) printJson(analysis)
  printFired(analysis)
  return exitCodeWith(exitCodeOf(analysis, options), saved)
}

/** @param {number} launches */
function printReading(launches) {
  console.error(
    `Reading the profiles of ${launches} ${launches === 1 ? 'launch' : 'launches'}: the run ended before it did.`
  )
}
