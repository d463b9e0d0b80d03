import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { watchForInterrupts } from '../../src/cli/interrupts.js'
import { WorkshopError } from '../../src/errors.js'
import { makeDesign } from '../../src/measure/design.js'
import { runExperiment } from '../../src/measure/run-experiment.js'
import { readRun } from '../../src/runs/read-run.js'
import { planted, plantedAllocation } from './planted-experiments.js'

/**
 * @import { Experiment } from '../../src/experiments/types.js'
 * @import { ProfilerName } from '../../src/profile/types.js'
 */

/**
 * Records launches of the planted servers, to be resampled by blame-table.js: `node scripts/proofs/record-bank.js [folder]`.
 * A round is a run of its own, so that recording can be interrupted and goes on where it was. A round of the CPU bank has
 * about 80 s of load and warm-up, one of the allocations 20 s.
 */
const CPU_ROUNDS = 8
const HEAP_ROUNDS = 4

const folder = path.resolve(process.argv[2] ?? 'profiles/planted')
const interrupts = watchForInterrupts()

try {
  await record(planted, ['cdp', 'prof'], CPU_ROUNDS)
  await record(plantedAllocation, ['heap'], HEAP_ROUNDS)
} catch (error) {
  if (!(error instanceof WorkshopError)) throw error
  console.error(error.message)
  process.exitCode = error.exitCode
}
interrupts.stop()

/**
 * @param {Experiment} experiment
 * @param {ProfilerName[]} profilers
 * @param {number} rounds
 */
async function record(experiment, profilers, rounds) {
  for (let done = completeRuns(experiment.name); done < rounds; done++) {
    console.error(`${experiment.name}: round ${done + 1} of ${rounds}`)
    const design = makeDesign({ profilers, loads: experiment.loads, seed: done, quick: false, rounds: 1 })
    const { root, problem } = await runExperiment({
      experiment,
      design,
      profilesFolder: folder,
      reproduce: 'node scripts/proofs/record-bank.js',
      signal: interrupts.signal,
      notify: () => undefined
    })
    if (problem) throw problem
    console.error(`  ${path.relative('', root)}`)
  }
}

/** @param {string} experiment */
function completeRuns(experiment) {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const runs = names.map(name => readRun(path.join(folder, name)).manifest)
  return runs.filter(manifest => manifest.status === 'complete' && manifest.experiment.name === experiment).length
}
