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
 * @property {number} [outsideMB] the most memory beside that, such as of Buffers, of the thread of a batch
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
export async function runFuzz(target, { cases, seed, registry = './targets.js', ...bounds }) {
  /** @type {FuzzFailure[]} */
  const failures = []
  for (let played = 0; played < cases; played += BATCH_CASES) {
    const batch = {
      target,
      cases: Math.min(BATCH_CASES, cases - played),
      seed: seed + played / BATCH_CASES,
      registry: new URL(registry, import.meta.url).href
    }
    const failure = await playBatch(batch, bounds)
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
 * @param {Pick<FuzzPlan, 'limitMs' | 'heapMB' | 'outsideMB'>} bounds
 * @returns {Promise<FuzzFailure | null>}
 */
async function playBatch(batch, { limitMs = 5000, heapMB = 512, outsideMB = 512 }) {
  const mostBytes = process.memoryUsage.rss() + (heapMB + outsideMB) * 1e6
  /** The number of the case that is played, from 1, written by the thread; 0 before the first and after the last one. */
  const progress = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./play-batch.js', import.meta.url), {
    workerData: { ...batch, progress },
    resourceLimits: { maxOldGenerationSizeMb: heapMB }
  })
  const watch = setInterval(endIfTooMuch, WATCH_MS)
  /** @type {string | null} */
  let excess = null
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

  function endIfTooMuch() {
    const [run = 0] = progress
    if (run !== current.run) current = startOf(run)
    if (run === 0) return
    const { user, system } = process.cpuUsage(current.cpu)
    const isLate = (user + system) / 1e3 > limitMs || performance.now() - current.atMs > WAIT_FACTOR * limitMs
    if (isLate) excess = `it took more than ${limitMs} ms`
    // The limit of the thread does not count Buffers, and `external` of this thread has those of no other.
    else if (process.memoryUsage.rss() > mostBytes) excess = `it took more than ${heapMB + outsideMB} MB of memory`
    if (excess !== null) worker.terminate()
  }

  function unexpected() {
    return unfinished(excess ?? 'its thread ended')
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
