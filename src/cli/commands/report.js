import path from 'node:path'
import { analyseRun, prepareRun } from '../../analyse.js'
import { invalidUse } from '../../compare/ask/bad-option.js'
import { PROFILES_FOLDER } from '../../compare/ask/measure-options.js'
import { readRunWithProfiles } from '../../compare/save/read-left-profiles.js'
import { saveReport } from '../../compare/save/save-report.js'
import { labs } from '../../labs/index.js'
import { reportLab } from '../../labs/skeleton/measure-lab.js'
import { writeIndex } from '../../page/write-index.js'
import { listedRun, runLines } from '../../report/words/run-answers.js'
import { listRuns } from '../../runs/list-runs.js'
import { isLab, readManifest } from '../../runs/read-manifest.js'
import { runLayout } from '../../runs/run-layout.js'
import { hasDisplay, openPage } from '../../system/open-page.js'
import { parseOnce } from '../options/parse-once.js'
import { print, printError, printJson } from '../print/print.js'
import { exitCodeOf, exitCodeOfLab, exitCodeWith, printEnd, printLab, printReport } from '../print/print-report.js'
import { watchForInterrupts } from './interrupts.js'

/** The options of `workshop report`, for `parseArgs`. */
export const reportOptions = /** @type {const} */ ({
  out: { type: 'string' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean' }
})

/**
 * `workshop report`: writes the page of all runs, prints the newest, and opens the page where there is a display.
 * `workshop report <run folder>`: analyses a saved run again, saves its report and prints it, or its verdict only.
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
export async function reportCommand(args) {
  const { root, out, ...options } = readOptions(args)
  return root === undefined ? reportAll(out, options.json) : reportOne(root, options)
}

/** @param {string[]} args */
function readOptions(args) {
  const allowed = 'workshop report [run folder [--quiet] | --out folder] [--json]'
  try {
    const { values, positionals } = parseOnce({
      args,
      allowPositionals: true,
      options: reportOptions
    })
    const [root, ...others] = positionals
    if (others.length > 0) throw new TypeError('name one run folder')
    if (root !== undefined && values.out !== undefined) throw new TypeError('name a run folder or --out, not both')
    if (root === undefined && values.quiet) throw new TypeError('--quiet needs a run folder')
    const { out = PROFILES_FOLDER, json = false, quiet = false } = values
    return { root, out, json, quiet }
  } catch (error) {
    throw invalidUse('report', allowed, error)
  }
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

/** @param {string} root the run folder @param {{ json: boolean, quiet: boolean }} options */
async function reportOne(root, options) {
  if (isLab(readManifest(runLayout(root), labs))) return reportOneLab(root, options)
  const run = await readUntilInterrupted(root)
  const prepared = prepareRun(run)
  const analysis = analyseRun(run, prepared)
  const saved = await saveReport(root, run, analysis, prepared, labs)
  printReport(analysis, saved, options)
  printEnd([analysis], options)
  return exitCodeWith(exitCodeOf(analysis), saved)
}

/** @param {string} root the run folder */
async function readUntilInterrupted(root) {
  const interrupts = watchForInterrupts()
  try {
    return await readRunWithProfiles(root, { signal: interrupts.signal, notify: printReading, warn: printError })
  } finally {
    interrupts.stop()
  }
}

/** @param {number} launches */
function printReading(launches) {
  console.error(
    `Reading the profiles of ${launches} ${launches === 1 ? 'launch' : 'launches'}: the run ended before it did.`
  )
}

/** @param {string} root the run folder of a lab @param {{ json: boolean, quiet: boolean }} options */
async function reportOneLab(root, options) {
  const reported = await reportLab(root, labs)
  if (options.json) printJson(reported.analysis)
  printLab(reported, options)
  return exitCodeWith(exitCodeOfLab(reported.analysis), reported.saved)
}
