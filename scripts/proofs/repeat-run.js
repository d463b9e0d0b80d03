import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { analyseRun } from '../../src/analyse-run.js'
import { watchForInterrupts } from '../../src/cli/interrupts.js'
import { WorkshopError } from '../../src/errors.js'
import { experiments } from '../../src/experiments/index.js'
import { makeDesign } from '../../src/measure/design.js'
import { runExperiment } from '../../src/measure/run-experiment.js'
import { formatPValue } from '../../src/report/format.js'
import { refusalInWords } from '../../src/report/verdict-words.js'
import { readRun } from '../../src/runs/read-run.js'
import { change, row, seconds } from './table-words.js'

/** @import { Experiment } from '../../src/experiments/types.js' */

/**
 * How often the same question gets the same answer: `node scripts/proofs/repeat-run.js <experiment> [times] [folder]` runs
 * it at its defaults, without a profiler, each time from another seed, and prints what came. It can be interrupted and goes
 * on where it was.
 */
const experiment = experiments.get(process.argv[2] ?? '')
const times = Number(process.argv[3] ?? 10)
const folder = path.resolve(process.argv[4] ?? 'profiles/repeated')
const interrupts = watchForInterrupts()

try {
  if (!experiment) {
    const allowed = [...experiments.keys()].join(', ')
    throw new WorkshopError('ERR_UNKNOWN_EXPERIMENT', { name: process.argv[2] ?? '', allowed })
  }
  await repeat(experiment)
  await printTable(experiment)
} catch (error) {
  if (!(error instanceof WorkshopError)) throw error
  console.error(error.message)
  process.exitCode = error.exitCode
}
interrupts.stop()

/** @param {Experiment} repeated */
async function repeat({ name, ...rest }) {
  for (let done = completeRuns(name).length; done < times; done++) {
    console.error(`${name}: run ${done + 1} of ${times}`)
    const warmupLoad = rest.loads.find(({ mode }) => mode === 'closed')
    const { root, problem } = await runExperiment({
      experiment: { name, ...rest },
      design: makeDesign({ profilers: [], loads: rest.loads, warmupLoad, seed: done, quick: false }),
      profilesFolder: folder,
      reproduce: `node scripts/workshop.js run ${name} --seed ${done}`,
      signal: interrupts.signal,
      notify: () => undefined
    })
    if (problem) throw problem
    console.error(`  ${path.relative('', root)}`)
  }
}

/** @param {Experiment} repeated */
async function printTable({ name }) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  console.log(row('run', 'candidate', 'verdict', 'change', 'p', 'wall time'))
  console.log(row('--:', ':--', ':--', '--:', '--:', '--:'))
  for (const [index, root] of completeRuns(name).slice(0, times).entries()) {
    const analysis = analyseRun(readRun(root))
    for (const { candidate, verdict, change: found, refusal } of analysis.verdicts) {
      const told = found ? [change(found), formatPValue(found.pValue)] : [refusal ? refusalInWords(refusal) : '-', '-']
      console.log(row(String(index + 1), candidate, verdict, ...told, seconds(analysis.timing.wallMs)))
      const answer = `${candidate}: ${verdict}`
      counts.set(answer, (counts.get(answer) ?? 0) + 1)
    }
  }
  const often = [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([answer, count]) => `${answer}, ${count} times`)
  console.log(`\n${often.join('; ')}.`)
}

/** @param {string} name */
function completeRuns(name) {
  const names = existsSync(folder) ? readdirSync(folder).sort() : []
  const roots = names.map(each => path.join(folder, each))
  return roots.filter(function isComplete(root) {
    const { status, experiment: run } = readRun(root).manifest
    return status === 'complete' && run.name === name
  })
}
