import path from 'node:path'
import { parseArgs } from 'node:util'
import { WorkshopError } from '../../src/errors/errors.js'
import { PROFILER_NAMES } from '../../src/profilers/names.js'
import { waitCases } from '../../test/fixtures/servers/zoo/waits/catalog.js'
import { untilInterrupted } from '../until-interrupted.js'
import { compareFully } from './lib/compare-fully.js'
import { badOption, chosenCases, playOpenRows, readEndMs } from './lib/play-runs.js'
import { readWaitFindings } from './lib/wait-findings.js'
import { OPTIONS, PROFILER, prepareWaits, waitExperiment } from './lib/waits-plan.js'

/** @import { WaitCase } from '../../test/fixtures/servers/zoo/waits/catalog.js' */
/** @import { WaitRow } from './lib/waits-plan.js' */

/**
 * Plays the servers with planted waits of docs/zoo-of-waits.md, each by `workshop compare` under the profiler `waits`:
 * `node scripts/proofs/waits-zoo.js [folder] [--minutes n] [--cases a,b] [--half tuning|held-out]`.
 * Each run that ends, also one that failed, is one line of <folder>/rows.jsonl. An interrupted proof continues where it stopped.
 */
const FOLDER = 'profiles/waits'

await untilInterrupted(async function playWaits(signal) {
  const { folder, endMs, chosen } = readOptions()
  if (!(/** @type {readonly string[]} */ (PROFILER_NAMES).includes(PROFILER)))
    throw badOption('--profiler', `there is no profiler "${PROFILER}"`, PROFILER_NAMES.join(', '))
  await prepareWaits(signal)
  await playOpenRows(chosen.map(rowOf), ({ name }) => name, playOne, { folder, endMs })

  /** @param {WaitRow} planned @returns {Promise<WaitRow>} */
  async function playOne(planned) {
    const startedMs = performance.now()
    const known = { ...planned, at: new Date().toISOString() }
    try {
      const root = await compare(planned.name)
      const findings = readWaitFindings(root)
      return {
        ...known,
        folder: path.relative(folder, root),
        wallMs: performance.now() - startedMs,
        problem: findings ? null : 'no waits',
        findings
      }
    } catch (error) {
      if (!(error instanceof WorkshopError) || signal.aborted) throw error
      console.error(error.message)
      return { ...known, wallMs: performance.now() - startedMs, problem: error.code }
    }
  }

  /** @param {string} name of a case @returns {Promise<string>} the run folder */
  function compare(name) {
    const seed = waitCases.findIndex(each => each.name === name)
    const waitCase = /** @type {WaitCase} */ (waitCases[seed])
    return compareFully({ experiment: waitExperiment(waitCase), seed, folder, signal, options: OPTIONS })
  }
})

/** Returns the row of a case that has not been played. @param {WaitCase} waitCase @returns {WaitRow} */
function rowOf({ name }) {
  return { name, node: process.version, at: '', folder: null, wallMs: 0, problem: null, findings: null }
}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { minutes: { type: 'string' }, cases: { type: 'string' }, half: { type: 'string' } }
  })
  const { minutes, cases, half } = values
  return {
    folder: path.resolve(positionals[0] ?? FOLDER),
    endMs: readEndMs(minutes),
    chosen: chosenCases(waitCases, { cases, half })
  }
}
