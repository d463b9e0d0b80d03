import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { analyse } from '../../src/analyse.js'
import { createRun } from '../../src/runs/create-run.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { microsHistogram } from '../../src/stats/micros-histogram.js'
import { seededRandom } from '../../src/stats/seeded-random.js'
import { makeLaunch, makeManifest, makeSlice } from '../../test/helpers/make-run.js'
import { printUse, timed } from './lib/timed.js'

/**
 * The time and memory of the analysis of many slices: `node scripts/proofs/many-slices.js [slices] [per launch]`, by default 20,000
 * slices, 8 per launch. The run is made from a seed in a temporary folder, and analysed in a process of its own. The budget of
 * the default is 3 s. Exits with 1 when it is exceeded.
 */
const BUDGET_S = 3
const VARIANTS = /** @type {const} */ (['log=off', 'log=sync'])
const REQUESTS = 1000

const [first = '20000', second = '8'] = process.argv.slice(2)
if (first === '--analyse') analysisOf(second)
else process.exitCode = (await measure(Number(first), Number(second))) ? 0 : 1

/** @type {(slices: number, perLaunch: number) => Promise<boolean>} */
async function measure(slices, perLaunch) {
  const folder = await mkdtemp(path.join(tmpdir(), 'many-slices-'))
  try {
    const root = await makeRun(folder, slices, perLaunch)
    const { size } = statSync(new RunFolder(root).slices)
    console.log(`${slices} slices, ${perLaunch} per launch, ${Math.round(size / 1e6)} MB on disk`)
    const printed = execFileSync(process.execPath, [import.meta.filename, '--analyse', root], { encoding: 'utf8' })
    process.stdout.write(printed)
    const [, seconds] = /^total: ([\d.]+) s/m.exec(printed) ?? []
    return Number(seconds) <= BUDGET_S
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @type {(folder: string, slices: number, perLaunch: number) => Promise<string>} */
async function makeRun(folder, slices, perLaunch) {
  const run = await createRun(folder, 'slices', makeManifest())
  const random = seededRandom(16)
  for (let launch = 0; launch < slices / perLaunch; launch++) {
    const [round, variant] = [launch >> 1, VARIANTS[launch % 2] ?? VARIANTS[0]]
    const id = `${round + 1}-${variant}`
    run.appendLaunch(makeLaunch({ variant, round }))
    for (let index = 0; index < perLaunch; index++) {
      const cpuMicros = REQUESTS * (100 + 10 * random() + (variant === 'log=sync' ? 5 : 0))
      const latencyMicros = latencies(random)
      run.appendSlice(makeSlice({ variant, launch: id, round, index, completed: REQUESTS, cpuMicros, latencyMicros }))
    }
  }
  return run.root
}

/** Returns encoded response times around 5 ms, with a tail. @param {() => number} random */
function latencies(random) {
  const histogram = microsHistogram()
  for (let request = 0; request < REQUESTS; request++) histogram.record(5 * Math.exp(random() + random() - random()))
  return histogram.encode()
}

/** @param {string} root the run folder */
function analysisOf(root) {
  const run = timed('read', () => new RunFolder(root).read())
  timed('analyse', () => analyse(run).analysis)
  printUse()
}
