import { findPaces } from '../../../measure/rounds/find-pace.js'
import { warmUpStore, withStore } from './launch.js'

/**
 * @import { PlannedStoreCell, StoreOperation, StoreVariant } from '../types.js'
 * @import { SliceRecord } from '../../../runs/types.js'
 * @import { ClosedLoop, StoreBench, StoreServer } from './launch.js'
 */

/** @typedef {(cell: Pick<PlannedStoreCell, 'operation' | 'share'>) => number} RateOf returns requests/s */

const CAPACITY_MS = 800
/** Passes over all strategies before the cells: the median of each resists a disturbance of one of them. */
const PASSES = 2
const AGAIN_MS = 700
const COST_MS = 1000

/**
 * Measures how many requests/s each strategy serves in a closed loop.
 * @param {StoreBench} bench
 * @param {{ variants: StoreVariant[], operations: StoreOperation[] }} [measured] all of the lab when absent
 * @returns {Promise<RateOf>} of the share of the capacity of the slowest strategy
 */
export async function measureCapacities(bench, { variants, operations } = bench.session.manifest.lab) {
  const { run, manifest, notify } = bench.session
  const { levels } = manifest.lab
  const { length, seed } = manifest.plan
  notify({ type: 'stage', stage: 'capacity' })
  const connections = Math.max(...levels[length].map(level => level.connections))
  const paceOf = findPaces()
  for (let pass = -PASSES; pass < 0; pass++) for (const variant of variants) await measureVariant(variant, pass)
  return ({ operation, share }) => paceOf(operation).rateAt(share)

  /** @param {StoreVariant} variant @param {number} pass */
  async function measureVariant(variant, pass) {
    await withStore(bench, variant, async function measureOperations(server) {
      await warmUpStore(server, operations)
      for (const operation of operations) {
        const loop = await server.playClosed({ operation, connections, durationMs: CAPACITY_MS, seed })
        run.append('capacities', { variant: variant.name, operation, repeat: pass, ...closedRecord(loop) })
        paceOf(operation).add(sliceOf(variant.name, loop))
      }
    })
  }
}

/**
 * Measures the capacity of a strategy again, on the launch of a repeat.
 * @param {StoreBench} bench
 * @param {StoreServer} server that is warm
 * @param {{ variant: string, repeat: number }} launch
 */
export async function measureCapacityAgain({ session }, server, { variant, repeat }) {
  const { operations, levels } = session.manifest.lab
  const { length, seed } = session.manifest.plan
  const connections = Math.max(...levels[length].map(level => level.connections))
  for (const operation of operations) {
    const loop = await server.playClosed({ operation, connections, durationMs: AGAIN_MS, seed: seed + repeat + 1 })
    session.run.append('capacities', { variant, operation, repeat, ...closedRecord(loop) })
  }
}

/**
 * Measures requests/s of the main thread and of a pool with tasks of several costs, one launch per cost and repeat.
 * @param {StoreBench} bench
 */
export async function measureTaskCosts(bench) {
  const { run, manifest, notify } = bench.session
  const { operation, inline, pool, connections, rounds, repeats } = manifest.lab.cost
  const { length, seed } = manifest.plan
  notify({ type: 'stage', stage: 'task-cost' })
  const compared = manifest.lab.variants.filter(({ name }) => name === inline || name === pool)
  for (let repeat = 0; repeat < repeats[length]; repeat++)
    for (const taskRounds of rounds[length])
      for (const variant of repeat % 2 === 0 ? compared : compared.toReversed())
        run.append('costs', {
          variant: variant.name,
          rounds: taskRounds,
          repeat,
          ...(await withStore(bench, variant, measureOne, { taskRounds }))
        })

  /** @param {StoreServer} server */
  async function measureOne(server) {
    await warmUpStore(server, [operation])
    const { connections: _, ...record } = closedRecord(
      await server.playClosed({ operation, connections, durationMs: COST_MS, seed })
    )
    return record
  }
}

/** @param {ClosedLoop} loop */
function closedRecord({ result: { completed, non2xx, durationMs }, server: { cpuMicros }, connections }) {
  return { connections, completed: completed - non2xx, durationMs, cpuMicros }
}

/**
 * Returns a closed loop as a slice, as the finder of a pace takes it.
 * @param {string} variant
 * @param {ClosedLoop} loop
 * @returns {SliceRecord}
 */
function sliceOf(variant, { result, server, connections }) {
  return {
    ...result,
    variant,
    launch: variant,
    round: 0,
    index: 0,
    profiler: 'none',
    load: { generator: 'sockets', mode: 'closed', connections },
    beside: [],
    achievedRatePerSecond: (result.completed / result.durationMs) * 1e3,
    server,
    otherProcessesMicros: null
  }
}
