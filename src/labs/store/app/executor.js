import { fileURLToPath } from 'node:url'
import { UsageError } from '../../../app/toggles.js'
import { createAdmission } from './admission.js'
import { createTaskRunner } from './engine.js'

/** @import { Admission, Limits } from './admission.js' */
/** @import { Engine, Result, Task } from './engine.js' */
/** @import { StoreSettings } from './settings.js' */

/** @typedef {Admission<Task, Result> & { threads: () => number, close: () => Promise<void> }} Executor */

/** So that a thread that a burst has started is still there for the next one. */
const IDLE_LIMIT_MS = 10_000
const HEAP_LIMIT_MB = 64
/** Any id: a read of it shows that a thread works. */
const PROBE = { id: 'AAA', value: null }

/**
 * Creates what runs the tasks: this thread, or a pool of threads.
 * @param {StoreSettings} settings
 * @param {Engine} engine of this thread
 * @returns {Promise<Executor>}
 */
export async function createExecutor(settings, engine) {
  if (settings.pool) return createPool(settings, settings.pool)
  const limits = { min: Number.POSITIVE_INFINITY, capacity: 0, max: Number.POSITIVE_INFINITY }
  const admission = createAdmission(limits, createTaskRunner(engine, settings.taskRounds))
  return { ...admission, threads: () => 0, close: async () => {} }
}

/**
 * Creates a pool behind an admission that decides which tasks run, wait or are refused. The queue of the pool itself holds at most
 * the tasks of threads that are being started: no more are given to it than it may have threads.
 * @param {StoreSettings} settings @param {Limits} limits @returns {Promise<Executor>}
 */
async function createPool(settings, limits) {
  const { Piscina } = await import('piscina').catch(explain)
  const pool = /** @type {import('piscina').Piscina<Task, Result>} */ (
    new Piscina({
      filename: fileURLToPath(new URL('./pool-worker.js', import.meta.url)),
      minThreads: limits.min,
      maxThreads: limits.max,
      idleTimeout: IDLE_LIMIT_MS,
      // By default a thread waits for its next task in Atomics.wait, where it answers neither profilers nor timers.
      atomics: 'disabled',
      workerData: { settings },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB }
    })
  )
  // Of a thread that ends between tasks: the next task starts another one.
  pool.on('error', ({ message }) => console.error(`A thread of the pool ended: ${message}`))
  await pool.run(PROBE)
  const admission = createAdmission(limits, task => pool.run(task))
  return { ...admission, threads: () => pool.threads.length, close: () => pool.close() }
}

/** @param {NodeJS.ErrnoException} error @returns {never} */
function explain(error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new UsageError('EXECUTOR=pool needs the package piscina: npm ci --prefix src/labs')
}
