import path from 'node:path'
import { WorkshopError } from '../../src/errors/errors.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { disturbancesOf } from '../../src/verdict/checks/verdict-checks.js'
import { lineCases } from '../../test/fixtures/servers/zoo/lines/catalog.js'
import { untilInterrupted } from '../until-interrupted.js'
import { compareFully } from './lib/compare-fully.js'
import { keyOfDrawn, readDrawnOptions } from './lib/drawn-runs.js'
import { readLineFindings } from './lib/line-findings.js'
import { lineChanges, lineExperiment, PROFILERS, planLines } from './lib/line-plan.js'
import { prepareLines } from './lib/line-setup.js'
import { nodesOf } from './lib/node-of.js'
import { playOpenRows } from './lib/play-runs.js'
import { recordRun } from './lib/record.js'

/** @import { LineCase } from '../../test/fixtures/servers/zoo/lines/catalog.js' */
/** @import { LineRow } from './lib/line-plan.js' */

/**
 * Plays the servers with planted lines of docs/blame.md:
 * `node scripts/proofs/line-zoo.js [folder] [--minutes n] [--node path] [--cases a,b] [--half tuning|held-out]`.
 * Each run that ends, also one that failed, is one line of <folder>/rows.jsonl; one that was disturbed is played once again. An interrupted
 * proof continues where it stopped. Versions of Node.js that are not on this machine are installed into the cache of the workshop; with
 * --node all runs are on that one binary.
 */
const FOLDER = 'profiles/lines'
const REPRODUCE = 'node scripts/proofs/line-zoo.js'

await untilInterrupted(async function playLines(signal) {
  const { folder, endMs, chosen, node } = readDrawnOptions(lineCases, FOLDER)
  await prepareLines(signal)
  const planned = planLines(chosen)
  const binaries = await nodesOf(planned, signal, node)
  const runs = planned.filter(({ major }) => binaries.has(major))
  await playOpenRows(runs, keyOfDrawn, playOne, { folder, endMs })

  /** @param {LineRow} run @returns {Promise<LineRow>} */
  async function playOne(run) {
    const startedMs = performance.now()
    const { version = '', file = '' } = binaries.get(run.major) ?? {}
    const known = { ...run, node: version, at: new Date().toISOString() }
    try {
      const first = await record(run, file)
      const root = isDisturbed(first) ? await record(run, file) : first
      return {
        ...known,
        folder: path.relative(folder, root),
        wallMs: performance.now() - startedMs,
        problem: null,
        findings: await readLineFindings(root)
      }
    } catch (error) {
      if (!(error instanceof WorkshopError) || signal.aborted) throw error
      console.error(error.message)
      return { ...known, folder: null, wallMs: performance.now() - startedMs, problem: error.code, findings: null }
    }
  }

  /** @param {LineRow} run @param {string} node the binary */
  function record({ name, major, isFull }, node) {
    const seed = lineCases.findIndex(each => each.name === name)
    const experiment = lineExperiment(/** @type {LineCase} */ (lineCases[seed]), node)
    if (isFull) return compareFully({ experiment, seed, folder, signal })
    const label = `${name}, Node ${major}`
    const design = { profilers: PROFILERS }
    return recordRun({ label, experiment, seed, folder, reproduce: REPRODUCE, signal, design, changes: lineChanges })
  }
})

/** Returns whether something else than the run used the cores in a tenth of its slices. @param {string} root the run folder */
function isDisturbed(root) {
  return disturbancesOf(new RunFolder(root).read().slices).some(({ code }) => code !== 'generator-busy')
}
