import path from 'node:path'
import { analyseRun } from '../../src/analyse-run.js'
import { WorkshopError } from '../../src/errors.js'
import { experiments } from '../../src/experiments/index.js'
import { formatPValue } from '../../src/report/format.js'
import { untilInterrupted } from '../until-interrupted.js'
import { completeRuns, recordRun } from './lib/record.js'
import { changeCell, header, row, seconds } from './lib/tables.js'

/**
 * How often the same question gets the same answer: `node scripts/proofs/live-runs-table.js <experiment> [times] [folder]`
 * runs it at its defaults, without a profiler, each time with another seed, and prints the verdicts. An interrupted
 * recording continues where it stopped.
 */
const [name = '', times = '10', folder = 'profiles/repeated'] = process.argv.slice(2)

await untilInterrupted(async function repeat(signal) {
  const experiment = experiments.get(name)
  if (!experiment)
    throw new WorkshopError('ERR_UNKNOWN_EXPERIMENT', { name, allowed: [...experiments.keys()].join(', ') })
  const warmupLoad = experiment.loads.find(({ mode }) => mode === 'closed')
  for (let done = completeRuns(folder, name).length; done < Number(times); done++)
    await recordRun({
      label: `${name}: run ${done + 1} of ${times}`,
      experiment,
      seed: done,
      folder: path.resolve(folder),
      reproduce: `node scripts/workshop.js run ${name} --seed ${done}`,
      signal,
      design: { warmupLoad }
    })
  printTable()
})

function printTable() {
  /** @type {Map<string, number>} */
  const counts = new Map()
  console.log(header(['run', 'candidate', 'verdict', 'change', 'p', 'wall time'], 3).join('\n'))
  for (const [index, run] of completeRuns(folder, name).slice(0, Number(times)).entries()) {
    const { verdicts, timing } = analyseRun(run)
    for (const { candidate, verdict, change } of verdicts) {
      const figures = change ? [changeCell(change), formatPValue(change.pValue)] : ['-', '-']
      console.log(row(String(index + 1), candidate, verdict, ...figures, seconds(timing.wallMs)))
      const answer = `${candidate}: ${verdict}`
      counts.set(answer, (counts.get(answer) ?? 0) + 1)
    }
  }
  const often = [...counts].sort(([, one], [, other]) => other - one)
  console.log(`\n${often.map(([answer, count]) => `${answer}, ${count} times`).join('; ')}.`)
}
