import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * @typedef {object} FuzzFailure
 * @property {number} seed of the batch: `--seed` of it plays the case again
 * @property {number} run the case in the batch, from 0
 * @property {string} problem the message of the error, or that it took too long or too much memory
 * @property {string} input of the case, made as small as possible where the check ended
 */

/**
 * @typedef {object} FuzzPlan
 * @property {number} cases
 * @property {number} seed of the first batch; each next one has the next number
 * @property {number} [limitMs] the most CPU that a case may use, so that a busy machine does not matter; it may take ten times as long
 * @property {number} [heapMB] the most memory of JavaScript
 * @property {string} [registry] a module that exports `fuzzTargets`
 */

const BATCH_CASES = 100
const WATCH_MS = 250
const WAIT_FACTOR = 10

/**
 * Plays the cases of a target. A batch ends at its first failed case; the next ones are played all the same.
 * @param {string} target its name
 * @param {FuzzPlan} plan
 * @returns {Promise<FuzzFailure[]>}
 */
export async function runFuzz(target, { cases, seed, limitMs = 5000, heapMB = 512, registry = './targets.js' }) {
  /** @type {FuzzFailure[]} */
  const failures = []
  for (let played = 0; played < cases; played += BATCH_CASES) {
    const batch = {
      target,
      cases: Math.min(BATCH_CASES, cases - played),
      seed: seed + played / BATCH_CASES,
      registry: new URL(registry, import.meta.url).href
    }
    const failure = await playBatch(batch, limitMs, heapMB)
    if (failure) failures.push(failure)
  }
  return failures
}

/** @param {number} run */
function startOf(run) {
  return { run, atMs: performance.now(), cpu: process.cpuUsage() }
}

/**
 * @param {{ target: string, cases: number, seed: number, registry: string }} batch
 * @param {number} limitMs
 * @param {number} heapMB
 * @returns {Promise<FuzzFailure | null>}
 */
async function playBatch(batch, limitMs, heapMB) {
  /** The number of the case that is played, from 1, written by the thread; 0 before the first and after the last one. */
  const progress = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./play-batch.js', import.meta.url), {
    workerData: { ...batch, progress },
    resourceLimits: { maxOldGenerationSizeMb: heapMB }
  })
  const watch = setInterval(endIfLate, WATCH_MS)
  let isLate = false
  let current = startOf(0)
  try {
    const [failure] = await Promise.race([once(worker, 'message'), once(worker, 'exit').then(() => [unexpected()])])
    return failure
  } catch (error) {
    return unfinished(/** @type {Error} */ (error).message)
  } finally {
    clearInterval(watch)
    await worker.terminate()
  }

  function endIfLate() {
    const [run = 0] = progress
    if (run !== current.run) current = startOf(run)
    const { user, system } = process.cpuUsage(current.cpu)
    const isOver = (user + system) / 1e3 > limitMs || performance.now() - current.atMs > WAIT_FACTOR * limitMs
    if (run === 0 || !isOver) return
    isLate = true
    worker.terminate()
  }

  function unexpected() {
    return unfinished(isLate ? `it took more than ${limitMs} ms` : 'its thread ended')
  }

  /** @param {string} problem @returns {FuzzFailure} */
  function unfinished(problem) {
    const [run = 0] = progress
    return {
      seed: batch.seed,
      run: run - 1,
      problem,
      input: `(not made smaller: ${run} cases with this seed end with it)`
    }
  }
}
