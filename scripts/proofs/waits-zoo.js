import path from 'node:path'
import { WorkshopError } from '../../src/errors/errors.js'
import { PROFILER_NAMES } from '../../src/profilers/names.js'
import { waitCases } from '../../test/fixtures/servers/zoo/waits/catalog.js'
import { untilInterrupted } from '../until-interrupted.js'
import { compareFully } from './lib/compare-fully.js'
import { keyOfDrawn, readDrawnOptions } from './lib/drawn-runs.js'
import { nodesOf } from './lib/node-of.js'
import { badOption, playOpenRows } from './lib/play-runs.js'
import { readWaitFindings } from './lib/wait-findings.js'
import { OPTIONS, PROFILER, planWaits, prepareWaits, waitExperiment } from './lib/waits-plan.js'

/** @import { WaitCase } from '../../test/fixtures/servers/zoo/waits/catalog.js' */
/** @import { WaitRow } from './lib/waits-plan.js' */

/**
 * Plays the servers with planted waits of docs/zoo-of-waits.md, each by `workshop compare` under the profiler `waits`:
 * `node scripts/proofs/waits-zoo.js [folder] [--minutes n] [--node path] [--cases a,b] [--half tuning|held-out]`.
 * Each run that ends, also one that failed, is one line of <folder>/rows.jsonl. An interrupted proof continues where it stopped. Versions of
 * Node.js that are not on this machine are installed into the cache of the workshop; with --node all runs are on that one binary.
 */
const FOLDER = 'profiles/waits'

await untilInterrupted(async function playWaits(signal) {
  const { folder, endMs, chosen, node } = readDrawnOptions(waitCases, FOLDER)
  if (!(/** @type {readonly string[]} */ (PROFILER_NAMES).includes(PROFILER)))
    throw badOption('--profiler', `there is no profiler "${PROFILER}"`, PROFILER_NAMES.join(', '))
  await prepareWaits(signal)
  const planned = planWaits(chosen)
  const binaries = await nodesOf(planned, signal, node)
  const runs = planned.filter(({ major }) => binaries.has(major))
  await playOpenRows(runs, keyOfDrawn, playOne, { folder, endMs })

  /** @param {WaitRow} run @returns {Promise<WaitRow>} */
  async function playOne(run) {
    const startedMs = performance.now()
    const { version = '', file = '' } = binaries.get(run.major) ?? {}
    const known = { ...run, node: version, at: new Date().toISOString() }
    try {
      const root = await compare(run, file)
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
      return { ...known, folder: null, wallMs: performance.now() - startedMs, problem: error.code, findings: null }
    }
  }

  /** @param {WaitRow} run @param {string} node the binary @returns {Promise<string>} the run folder */
  function compare({ name, isFull }, node) {
    const seed = waitCases.findIndex(each => each.name === name)
    const experiment = waitExperiment(/** @type {WaitCase} */ (waitCases[seed]), node)
    return compareFully({ experiment, seed, folder, signal, options: isFull ? [] : OPTIONS })
  }
})
