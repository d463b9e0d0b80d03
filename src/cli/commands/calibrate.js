import { randomInt } from 'node:crypto'
import path from 'node:path'
import { analyse } from '../../analyse.js'
import { badOption } from '../../compare/ask/bad-option.js'
import { saveReport } from '../../compare/save/save-report.js'
import { WorkshopError } from '../../errors/errors.js'
import { calibration, calibrationTruths } from '../../experiments/calibration.js'
import { labs } from '../../labs/index.js'
import { fitToMachine, makeDesign } from '../../measure/rounds/design.js'
import { estimateRoundMs } from '../../measure/rounds/estimate-duration.js'
import { fixedPlan } from '../../measure/rounds/plan.js'
import { presetOf } from '../../measure/rounds/presets.js'
import { runExperiment } from '../../measure/rounds/run-experiment.js'
import { toTerminal, wrapped } from '../../report/print/terminal.js'
import { calibrationLines } from '../../report/words/check-words.js'
import { formatDuration } from '../../report/words/format.js'
import { writeCalibration } from '../../runs/calibrations.js'
import { sum } from '../../stats/means.js'
import { usableCores } from '../../system/cores.js'
import { typedCommand } from '../../system/files/workshop-root.js'
import { calibrationOf } from '../../verdict/checks/calibrate.js'
import { checkSlices } from '../../verdict/slices/slice-validity.js'
import { command, readGiven } from '../options/read-arguments.js'
import { printError, printJson } from '../print/print.js'
import { startProgress } from '../print/progress.js'
import { untilInterrupted } from './interrupts.js'

/** @import { Design } from '../../measure/types.js' */
/** @import { RunFolder } from '../../runs/run-folder.js' */
/** @import { Given } from '../options/read-arguments.js' */

const MAX_MS = 600_000
const { fewestRounds } = calibrationTruths

/** `workshop calibrate`: measures the accuracy of verdicts and blame on this machine, for later reports to show. */
export const calibrateCommand = command({ name: 'calibrate', options: readOptions, run: calibrate })

/** @typedef {ReturnType<typeof readOptions>} CalibrateOptions */

/** @param {CalibrateOptions} options */
async function calibrate(options) {
  const folder = await measureTruths(options)
  const run = folder.read()
  const analysed = analyse(run)
  const { problems } = await saveReport(folder, run, analysed, labs)
  for (const problem of problems) printError(problem)
  const truths = folder.readTruths(run.launches)
  const found = calibrationOf(
    run.manifest,
    checkSlices(run.slices, calibration),
    analysed.analysis,
    calibrationTruths,
    truths
  )
  if (!found) throw new WorkshopError('ERR_NO_CALIBRATION', { path: path.relative('', folder.root) })
  const file = await writeCalibration(options.out, found)
  const sections = [{ heading: 'Calibration', lines: calibrationLines(found) }]
  if (options.json) printJson(found)
  else process.stdout.write(toTerminal(sections, { columns: process.stdout.columns }))
  const place = `Saved as ${path.relative('', file)}: reports of later runs below ${path.relative('', options.out)} show it.`
  console.error(wrapped(place, process.stderr.columns))
  return 0
}

/** @param {Given} given */
function readOptions(given) {
  const { maxMs = MAX_MS, seed = randomInt(1e6), out, quick, json, quiet } = readGiven(given)
  return { maxMs, seed, out: path.resolve(out), quick, json, quiet }
}

/** @param {CalibrateOptions} options @returns {Promise<RunFolder>} */
async function measureTruths({ out, maxMs, seed, quick, quiet }) {
  const rounds = quick ? fewestRounds : undefined
  const preset = presetOf({ short: quick })
  const { loads, variants } = calibration
  const { length: servers } = variants
  const chosen = makeDesign({ profilers: ['prof', 'cdp'], loads, seed, servers, preset, rounds, maxMs })
  const design = fitToMachine(chosen, await usableCores())
  refuseTooShort(design, maxMs)
  const progress = startProgress(calibration, design, { quiet })
  const reproduce = `${typedCommand} calibrate --seed ${seed} --max-time ${maxMs / 1e3}${quick ? ' --quick' : ''}`
  const order = { experiment: calibration, design, profilesFolder: out, reproduce, notify: progress.show }
  const running = untilInterrupted(signal => runExperiment({ ...order, signal }))
  const { folder, problem } = await running.finally(progress.stop)
  if (problem) throw problem
  return folder
}

/**
 * Refuses a calibration whose time is too short for enough rounds, before it starts.
 * @param {Design} design @param {number} maxMs
 */
function refuseTooShort(design, maxMs) {
  const names = calibration.variants.map(variant => variant.name)
  const first = fixedPlan({ ...design, rounds: fewestRounds, maxMs: null }, names)
  const neededMs = sum(first.map(round => estimateRoundMs(round, design)))
  if (neededMs <= maxMs) return
  const problem = `at least ${fewestRounds} rounds are needed, which take about ${formatDuration(neededMs)}`
  throw badOption('--max-time', problem, `${Math.ceil(neededMs / 1e3)} and more, fewer with --quick`)
}
