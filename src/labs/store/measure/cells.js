import { findPaces } from '../../../measure/rounds/find-pace.js'
import { generatorPool } from '../../../measure/rounds/generator-pool.js'
import { getOrAdd, groupBy } from '../../../stats/group-by.js'
import { seededRandom, shuffled } from '../../../stats/seeded-random.js'
import { cellProgress } from '../../skeleton/cell-progress.js'
import { fileSystemOf } from '../../skeleton/file-system.js'
import { repeatPlayer } from '../../skeleton/repeat-player.js'
import { isExcluded, latencyOfSent } from '../analysis/cells.js'
import { rankCandidates } from '../analysis/pool-search.js'
import { storeData, withStore } from './launch.js'
import { estimateStoreCellsMs, halvingStages, plannedStoreCells } from './plan.js'

/** @import { SliceRecord } from '../../../runs/types.js' */
/** @import { LabOrigin, LabSession } from '../../skeleton/types.js' */
/** @import { Trial } from '../analysis/pool-search.js' */
/** @import { PlannedStoreCell, StoreManifest, StoreOperation, StoreTypes, StoreVariant } from '../types.js' */
/** @import { ClosedLoop, StoreBench, StoreServer } from './launch.js' */

/**
 * @typedef {object} Knees the highest rates that every strategy serves, as far as it is known
 * @property {(cell: Pick<PlannedStoreCell, 'operation' | 'share'>) => number} rateOf returns a share of one, in requests/s
 * @property {(operation: StoreOperation) => void} lower
 */

const CAPACITY_MS = 800
/** Passes over all strategies before the cells: the median of each resists a disturbance of one of them. */
const PASSES = 2
const AGAIN_MS = 700
const COST_MS = 700
/** A knee is looked for from this share of the capacity of the slowest strategy on, and each step is so many times the one before. */
const FIRST_SHARE = 0.9
const STEP = 0.7
const STEP_MS = 700
/** Below its knee a strategy refuses no more than this share: what it refuses is not compared by latency. */
const REFUSED_SHARE = 0.002
/** In a step. */
const FEWEST_SENT = 50

/** Returns run.json of a store lab. @param {LabOrigin<StoreTypes>} origin @returns {StoreManifest} */
export function storeManifest(origin) {
  return { ...origin, fileSystem: null, dataBytes: null }
}

/**
 * Measures a store lab: what every strategy can serve, from which cost of a task on a pool pays, and then every cell at its rate. The
 * part `search` looks for the best pool instead.
 * @param {LabSession<StoreTypes>} session
 */
export async function measureStoreLab(session) {
  const { run, manifest, signal, notify } = session
  const logPath = run.cellsLog
  notify({ type: 'stage', stage: 'store-data' })
  const data = await storeData({ filler: manifest.lab.filler, logPath, signal })
  const generators = generatorPool({ logPathOf: () => logPath, signal })
  try {
    await run.update({ fileSystem: await fileSystemOf(data.path), dataBytes: data.bytes })
    await generators.prepare([
      { generator: 'paced', processes: 1 },
      { generator: 'sockets', processes: 1 }
    ])
    const bench = {
      session,
      data: data.path,
      generator: (/** @type {'paced' | 'sockets'} */ name) => generators.at(name, 0),
      restart: generators.restart
    }
    if (manifest.plan.part === 'search') return await searchPools(bench)
    const knees = await measureCapacities(bench)
    await measureTaskCosts(bench)
    await measureCells(bench, knees)
  } finally {
    await generators.end()
    await data.remove()
  }
}

/**
 * Measures every cell, repeat by repeat. Where a repeat shows that a rate is above the knee of a strategy, the next ones have a lower one.
 * @param {StoreBench} bench @param {Knees} knees
 */
async function measureCells(bench, { rateOf, lower }) {
  const { run, manifest, notify } = bench.session
  const { lab, plan } = manifest
  const { operations } = lab
  const cells = plannedStoreCells(lab, plan)
  const notifyAfter = cellProgress({ cells, estimateMs: estimateStoreCellsMs, notify })
  const playRepeat = repeatPlayer(bench.session, { beforeAgain: bench.restart })
  let done = 0
  notifyAfter(done)
  for (const [repeat, own] of groupBy(cells, cell => cell.repeat)) {
    /** @type {Set<StoreOperation>} */
    const tooFast = new Set()
    await playRepeat(repeat, function begin() {
      done = cells.filter(cell => cell.repeat < repeat).length
      tooFast.clear()
      const launches = [...groupBy(own, ({ variant }) => variant).values()]
      return async function measureLeft() {
        for (; launches[0]; launches.shift()) await measureLaunch(launches[0], tooFast)
      }
    })
    for (const operation of tooFast) lower(operation)
    done = cells.filter(cell => cell.repeat <= repeat).length
  }

  /** @param {PlannedStoreCell[]} left the cells of one launch, emptied as they are measured @param {Set<StoreOperation>} tooFast */
  async function measureLaunch(left, tooFast) {
    const [first] = left
    const variant = lab.variants.find(({ name }) => name === first?.variant)
    if (!first || !variant) return
    const { repeat } = first
    const { name } = variant
    await withStore(bench, { variant, operations }, async function playCells(server) {
      await measureCapacityAgain(server)
      for (; left[0]; left.shift()) {
        const [cell] = left
        const seed = plan.seed + done
        const measured = await server.playAtRate({ ...cell, seed, ratePerSecond: rateOf(cell) })
        run.append('cells', { ...cell, ...measured })
        if (cell.share < 1 && isExcluded(measured)) tooFast.add(cell.operation)
        notifyAfter(++done)
      }
      // Before and after its cells: what disturbs a launch for a second or two counts half.
      await measureCapacityAgain(server)

      /** @param {StoreServer} server */
      async function measureCapacityAgain(server) {
        for (const operation of operations) {
          const loop = { variant: name, operation, repeat, durationMs: AGAIN_MS, seed: plan.seed + repeat + 1 }
          await measureCapacity(bench, server, loop)
        }
      }
    })
  }
}

/**
 * Measures how many requests/s each strategy serves in a closed loop, and finds for each operation the highest rate that all serve.
 * @param {StoreBench} bench
 * @param {{ variants: StoreVariant[], operations: StoreOperation[] }} [measured] all of the lab when absent
 * @returns {Promise<Knees>}
 */
async function measureCapacities(bench, { variants, operations } = bench.session.manifest.lab) {
  const { manifest, notify } = bench.session
  const { lab, plan } = manifest
  const { seed, length } = plan
  notify({ type: 'stage', stage: 'capacity' })
  const paceOf = findPaces()
  /** @type {Map<StoreOperation, number>} */
  const knees = new Map()
  const kneeOf = (/** @type {StoreOperation} */ operation) =>
    getOrAdd(knees, operation, () => paceOf(operation).rateAt(FIRST_SHARE))
  for (let pass = -PASSES; pass < 0; pass++)
    for (const variant of variants)
      await withStore(bench, { variant, operations }, async function measureOperations(server) {
        for (const operation of operations) {
          const cell = { variant: variant.name, operation, repeat: pass, durationMs: CAPACITY_MS, seed }
          paceOf(operation).add(sliceOf(variant.name, await measureCapacity(bench, server, cell)))
          if (pass === -1) await descend(server, operation)
        }
      })
  return { rateOf: ({ operation, share }) => kneeOf(operation) * share, lower }

  /** Lowers a rate until a server serves it. @param {StoreServer} server @param {StoreOperation} operation */
  async function descend(server, operation) {
    const connections = Math.min(...lab.levels[length].map(level => level.connections))
    for (;;) {
      const load = { operation, connections, durationMs: STEP_MS, seed, ratePerSecond: kneeOf(operation) }
      // Once more: a disturbance is no knee.
      if ((await isServed(server, load)) || (await isServed(server, load))) return
      lower(operation)
    }
  }

  /** @param {StoreOperation} operation */
  function lower(operation) {
    knees.set(operation, kneeOf(operation) * STEP)
  }
}

/**
 * Returns whether a server answers what it is sent, or is sent so little that a lower rate would show nothing.
 * @param {StoreServer} server @param {Parameters<StoreServer['playAtRate']>[0]} load
 */
async function isServed(server, load) {
  const { isSaturated, sent, accepted } = await server.playAtRate(load)
  return sent <= FEWEST_SENT || (!isSaturated && sent - accepted <= sent * REFUSED_SHARE)
}

/**
 * Measures how many requests/s a server that is warm serves in a closed loop.
 * @param {StoreBench} bench @param {StoreServer} server
 * @param {{ variant: string, operation: StoreOperation, repeat: number, durationMs: number, seed: number }} cell
 */
async function measureCapacity({ session: { run, manifest } }, server, { variant, repeat, ...load }) {
  const { lab, plan } = manifest
  const connections = Math.max(...lab.levels[plan.length].map(level => level.connections))
  const loop = await server.playClosed({ ...load, connections })
  const place = { variant, operation: load.operation, repeat, connections: loop.connections }
  run.append('capacities', { ...place, ...closedRecord(loop) })
  return loop
}

/**
 * Measures requests/s of the main thread and of a pool with tasks of several costs, one launch per cost and repeat.
 * @param {StoreBench} bench
 */
async function measureTaskCosts(bench) {
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
          ...(await withStore(bench, { variant, operations: [operation], taskRounds }, measureOne))
        })

  /** @param {StoreServer} server */
  async function measureOne(server) {
    return closedRecord(await server.playClosed({ operation, connections, durationMs: COST_MS, seed }))
  }
}

/** @param {ClosedLoop} loop */
function closedRecord({ result: { completed, non2xx, durationMs }, server: { cpuMicros } }) {
  return { completed: completed - non2xx, durationMs, cpuMicros }
}

/**
 * Returns a closed loop as a slice, as the finder of a pace takes it.
 * @param {string} variant @param {ClosedLoop} loop @returns {SliceRecord}
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

/**
 * Searches the best pool and queue by successive halving: all candidates of a stage are measured in each of its rounds, in random
 * order. The rate is a share of the highest one that every candidate serves, which is found with the operation of the search only.
 * @param {StoreBench} bench
 */
async function searchPools(bench) {
  const { run, manifest, notify } = bench.session
  const { lab, plan } = manifest
  const { candidates, operation, level, rounds } = lab.search
  const random = seededRandom(plan.seed)
  const { rateOf } = await measureCapacities(bench, { variants: candidates, operations: [operation] })
  const ratePerSecond = rateOf({ operation, share: level.share })
  const { connections } = level
  const load = { operation, connections, durationMs: lab.durationMs[plan.length], seed: plan.seed, ratePerSecond }
  notify({ type: 'stage', stage: 'search' })
  const notifyAfter = cellProgress({ cells: plannedStoreCells(lab, plan), estimateMs: estimateStoreCellsMs, notify })
  let done = 0
  notifyAfter(done)
  let left = candidates
  for (const [stage, planned] of halvingStages(candidates.length, rounds[plan.length]).entries()) {
    left = left.slice(0, planned.candidates)
    const order = rankCandidates(await measureStage(stage, planned.rounds))
    left = left.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
  }

  /** @param {number} stage @param {number} count of rounds */
  async function measureStage(stage, count) {
    /** @type {Trial[]} */
    const trials = []
    for (let round = 0; round < count; round++)
      for (const candidate of shuffled(left, random)) trials.push(await measureTrial(candidate, stage, round))
    return trials
  }

  /** @type {(candidate: StoreVariant, stage: number, round: number) => Promise<Trial>} */
  async function measureTrial(candidate, stage, round) {
    const asked = { variant: candidate, operations: [operation] }
    const measured = await withStore(bench, asked, server => server.playAtRate(load))
    notifyAfter(++done)
    run.append('trials', { candidate: candidate.name, stage, round, ...measured })
    return { candidate: candidate.name, round, value: latencyOfSent(measured, 0.99) }
  }
}
