import { readChoice, UsageError } from '../../../app/toggles.js'
import { readWhole, wholeNumber } from '../../skeleton/app/settings.js'

/** @import { Limits } from './admission.js' */

/** @typedef {ReturnType<typeof readStoreSettings>} StoreSettings */

/** A thread of Node.js takes some 10 MB and a reader of the database, which has room for 126. */
const MOST_THREADS = 64
/** A request that waits takes some 10 kB with its connection: half a gigabyte. */
export const MOST_WAITING = 50_000
const MOST_ROUNDS = 1_000_000

const poolVariables = ['MIN', 'MAX', 'QUEUE']

/**
 * Reads the environment. An empty variable counts as not set.
 *
 *     DATA         folder of the data
 *     EXECUTOR     inline | pool
 *     MIN, MAX     threads of the pool
 *     QUEUE        hand-over | unbounded | how many tasks may wait
 *     TASK_ROUNDS  rounds of SHA-256 that each task takes on top: to find from which cost of a task on a pool pays
 *     HOST, PORT   where to listen
 * @param {NodeJS.ProcessEnv} env
 * @throws {UsageError} for a value that is not allowed
 */
export function readStoreSettings(env) {
  const { HOST, DATA } = env
  if (!DATA) throw new UsageError('DATA must name the folder of the data')
  return {
    host: HOST || '127.0.0.1',
    port: readWhole('PORT', env.PORT || '8080', { least: 0, most: 65_535 }),
    data: DATA,
    /** null runs tasks in the main thread. */
    pool: readPool(env),
    taskRounds: readWhole('TASK_ROUNDS', env.TASK_ROUNDS || '0', { least: 0, most: MOST_ROUNDS })
  }
}

/** @param {NodeJS.ProcessEnv} env @returns {Limits | null} */
function readPool(env) {
  const executor = readChoice({ flag: '', variable: 'EXECUTOR', values: ['inline', 'pool'] }, {}, env)
  if (executor === 'inline') {
    const given = poolVariables.find(variable => env[variable])
    if (given) throw new UsageError(`${given} is a setting of a pool: set EXECUTOR=pool too`)
    return null
  }
  const min = readWhole('MIN', env.MIN || '1', { least: 1, most: MOST_THREADS })
  const max = readWhole('MAX', env.MAX || String(min), { least: 1, most: MOST_THREADS })
  if (max < min) throw new UsageError(`MAX must be at least MIN, which is ${min}, not ${max}`)
  return { min, max, capacity: readQueue(env) }
}

/** @param {NodeJS.ProcessEnv} env */
function readQueue(env) {
  if (env.QUEUE === 'hand-over') return 0
  if (!env.QUEUE || env.QUEUE === 'unbounded') return MOST_WAITING
  const capacity = wholeNumber(env.QUEUE)
  if (capacity >= 1 && capacity <= MOST_WAITING) return capacity
  throw new UsageError(
    `QUEUE must be hand-over, unbounded or a whole number from 1 to ${MOST_WAITING}, not ${JSON.stringify(env.QUEUE)}`
  )
}

/** Returns the settings as text: `executor=pool min=2 max=4 queue=10`. @param {StoreSettings} settings */
export function describeStoreSettings({ pool, taskRounds }) {
  const rounds = taskRounds > 0 ? ` task-rounds=${taskRounds}` : ''
  if (!pool) return `executor=inline${rounds}`
  return `executor=pool min=${pool.min} max=${pool.max} queue=${queueText(pool)}${rounds}`
}

/** @param {Limits} limits */
function queueText({ capacity }) {
  if (capacity === 0) return 'hand-over'
  return capacity === MOST_WAITING ? `unbounded (at most ${MOST_WAITING} wait)` : String(capacity)
}
