import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { analyse } from '../../src/analyse.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { makeProfiledRun } from './lib/profiled-run.js'
import { printUse, timed } from './lib/timed.js'

/**
 * The time and memory of the analysis of many profiled launches: `node scripts/proofs/many-launches.js [launches] [stacks]
 * [own functions] [own stacks]`, by default 400 launches of 3,000 stacks. The last two are the shares of functions and of stacks that
 * only one launch has, 0 by default. The run is made from a seed in a temporary folder, and analysed in a process of its own
 * with the flame graphs. Budgets for the default: 10 s and 768 MB. Exits with 1 when one is exceeded.
 */
const BUDGET = { seconds: 10, megabytes: 768 }

const [first = '400', second = '3000', ownFunctions = '0', ownStacks = '0'] = process.argv.slice(2)
if (first === '--analyse') analyseOne(second)
else process.exitCode = (await measure(Number(first), Number(second))) ? 0 : 1

/** @type {(launches: number, stacks: number) => Promise<boolean>} */
async function measure(launches, stacks) {
  const own = { ownShare: Number(ownFunctions), ownStacks: Number(ownStacks) }
  const folder = await mkdtemp(path.join(tmpdir(), 'many-launches-'))
  try {
    const root = await makeProfiledRun(folder, { launches, stacks, ...own, seed: 16 })
    console.log(`${launches} launches of ${stacks} stacks, ${Math.round(bytesIn(root) / 1e6)} MB on disk`)
    const printed = execFileSync(process.execPath, [import.meta.filename, '--analyse', root], { encoding: 'utf8' })
    process.stdout.write(printed)
    const [, seconds, megabytes] = /^total: ([\d.]+) s, (\d+) MB$/m.exec(printed) ?? []
    return Number(seconds) <= BUDGET.seconds && Number(megabytes) <= BUDGET.megabytes
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @param {string} root the run folder */
function analyseOne(root) {
  const run = timed('read', () => new RunFolder(root).read())
  const { graphs } = timed('analyse', () => analyse(run))
  timed('flame graphs', graphs)
  printUse()
}

/** @param {string} folder @returns {number} */
function bytesIn(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0)
}
