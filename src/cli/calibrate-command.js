import { randomInt } from 'node:crypto'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { calibrationOf } from '../analyse/calibrate.js'
import { mean } from '../analyse/means.js'
import { calibration, calibrationTruths } from '../experiments/calibration.js'
import { makeDesign } from '../measure/design.js'
import { runExperiment } from '../measure/run-experiment.js'
import { calibrationLines } from '../report/calibration-words.js'
import { tellRun } from '../report/tell-run.js'
import { toTerminal } from '../report/terminal.js'
import { writeCalibration } from '../runs/calibrations.js'
import { readRun } from '../runs/read-run.js'
import { readTruths } from '../runs/read-truths.js'
import { badUse } from './bad-use.js'
import { watchForInterrupts } from './interrupts.js'
import { startProgress } from './progress.js'
import { PROFILES_FOLDER, readMaxMs } from './run-options.js'
import { usage } from './usage.js'

const MAX_MS = 600_000
const ALLOWED = '--quick --max-time --out --json --quiet --help'

/**
 * `workshop calibrate`: what verdicts and blame are worth on this machine with this Node, for every later report to cite.
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
export async function calibrateCommand(args) {
  const options = readOptions(args)
  if (options.help) {
    console.log(usage)
    return 0
  }
  const root = await measureTruths(options)
  const { manifest, slices, launches } = readRun(root)
  const { analysis } = await tellRun(root)
  const truths = { ...calibrationTruths, micros: meanMicros(readTruths(root, launches)) }
  const found = calibrationOf(manifest, slices, analysis, truths)
  const file = await writeCalibration(options.out, found)
  const lines = [...calibrationLines(found), `Saved as ${path.relative('', file)}: every later run cites it.`]
  const text = toTerminal([{ heading: 'Calibration', lines }], process.stdout.columns)
  process.stdout.write(options.json ? `${JSON.stringify(found, null, 2)}\n` : text)
  return found.identical.change ? 0 : 3
}

/** @param {string[]} args */
function readOptions(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        quick: { type: 'boolean' },
        'max-time': { type: 'string' },
        out: { type: 'string' },
        json: { type: 'boolean' },
        quiet: { type: 'boolean' },
        help: { type: 'boolean' }
      }
    })
    const { out = PROFILES_FOLDER, quick = false, json = false, quiet = false, help = false } = values
    return { maxMs: readMaxMs(values['max-time']) ?? MAX_MS, out: path.resolve(out), quick, json, quiet, help }
  } catch (error) {
    throw badUse('workshop calibrate', ALLOWED, error)
  }
}

/**
 * @param {{ out: string, maxMs: number, quick: boolean, quiet: boolean }} options
 * @returns {Promise<string>} the run folder
 */
async function measureTruths({ out, maxMs, quick, quiet }) {
  const design = makeDesign({ profilers: ['prof', 'cdp'], loads: calibration.loads, seed: randomInt(1e6), quick, maxMs })
  const progress = startProgress(calibration, design, { quiet })
  const interrupts = watchForInterrupts()
  const order = {
    experiment: calibration,
    design,
    profilesFolder: out,
    reproduce: `node scripts/workshop.js calibrate --max-time ${maxMs / 1e3}`,
    signal: interrupts.signal,
    notify: progress.show
  }
  const { root, problem } = await runExperiment(order).finally(progress.stop)
  interrupts.stop()
  if (problem) throw problem
  return root
}

/**
 * Of the servers nobody profiled, by variant.
 * @param {import('../runs/read-truths.js').Truth[]} truths
 */
function meanMicros(truths) {
  /** @type {Map<string, number[]>} */
  const told = new Map()
  for (const { variant, profiler, micros } of truths) {
    if (profiler === 'none' && micros) told.set(variant, [...(told.get(variant) ?? []), micros])
  }
  return new Map([...told].map(([variant, values]) => [variant, mean(values)]))
}
