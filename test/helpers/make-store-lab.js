import { planLab } from '../../src/labs/skeleton/plan.js'
import { halvingStages, plannedStoreCells } from '../../src/labs/store/measure/plan.js'
import { store } from '../../src/labs/store/question.js'
import { microsHistogram } from '../../src/stats/micros-histogram.js'
import { makeManifest } from './make-run.js'

/** @import { LabLength } from '../../src/runs/types.js' */
/** @import { CostRecord, RateRecord, SavedStoreLab, StoreManifest, StoreRecord, TrialRecord } from '../../src/labs/store/types.js' */

const REQUESTS = 2000
const MICROS_PER_ROUND = 0.5
/** Milliseconds that every request takes, by strategy. @type {Record<string, number>} */
const latencyMs = { inline: 1, 'hand-over': 3, 'queue 10': 2, 'queue 128': 2, unbounded: 4 }
/** Requests/s in a closed loop. @type {Record<string, number>} */
const capacity = { inline: 20_000, 'hand-over': 4000, 'queue 10': 8000, 'queue 128': 10_000, unbounded: 5000 }

/**
 * Returns the saved run of a store lab with known figures. Each request of inline takes 1 ms, of unbounded 4 ms; repeats differ by
 * 2% at most. The bounded queue of 10 refuses 1 of 2,000 PUT requests. A task of x µs takes 40 + x µs inline and 100 + x / 2 µs in the
 * pool: their lines cross at 120 µs.
 * @param {object} [given]
 * @param {LabLength} [given.length]
 * @param {Partial<StoreManifest>} [given.manifest]
 * @param {(record: StoreRecord) => Partial<StoreRecord>} [given.change]
 * @returns {SavedStoreLab}
 */
export function makeStoreLab({ length = 'usual', manifest = {}, change = () => ({}) } = {}) {
  const plan = planLab(store, { part: 'table', length, seed: 1 })
  const { experiment: _, design: __, calibration: ___, timing: ____, ...origin } = makeManifest()
  const cells = plannedStoreCells(store, plan).map(cell => {
    const refused = cell.variant === 'queue 10' && cell.operation === 'PUT' ? 1 : 0
    const swing = 1 + 0.01 * ((cell.repeat % 3) - 1)
    const ms = (latencyMs[cell.variant] ?? 1) * swing
    const record = { ...cell, ...makeRate({ ratePerSecond: 4000 * cell.share, ms, refused }) }
    return { ...record, ...change(record) }
  })
  return {
    manifest: { ...origin, lab: store, plan, fileSystem: 'ext4', dataBytes: 90e6, ...manifest },
    cells,
    capacities: store.variants.flatMap(({ name }) =>
      store.operations.flatMap(operation =>
        [-2, -1, 0, 1].map(repeat => ({
          variant: name,
          operation,
          connections: 64,
          repeat,
          completed: capacity[name] ?? 0,
          durationMs: 1000,
          cpuMicros: 50 * (capacity[name] ?? 0)
        }))
      )
    ),
    costs: store.cost.rounds[length].flatMap(rounds => [0, 1, 2].flatMap(repeat => makeCosts(rounds, repeat))),
    trials: []
  }
}

/**
 * Returns the saved run of a search in which the p99 latency grows with the number of threads, and a queue of 10 refuses 5%.
 * @returns {SavedStoreLab}
 */
export function makeStoreSearch() {
  const { manifest } = makeStoreLab()
  const rounds = store.search.rounds.usual
  const p99 = (/** @type {string} */ name) => Number(name.split(' / ')[0]) + (name.endsWith('128') ? 0 : 0.5)
  let left = store.search.candidates.map(({ name }) => name)
  /** @type {TrialRecord[]} */
  const trials = []
  for (const [stage, planned] of halvingStages(left.length, rounds).entries()) {
    left = left.slice(0, planned.candidates)
    for (let round = 0; round < planned.rounds; round++)
      for (const candidate of left) {
        const ms = p99(candidate) * (1 + 0.01 * ((round % 3) - 1))
        const refused = candidate.endsWith(' 10') ? 100 : 0
        trials.push({ candidate, stage, round, ...makeRate({ ratePerSecond: 1000, ms, refused }) })
      }
    left = left.toSorted((a, b) => costOf(a) - costOf(b))
  }
  return {
    manifest: { ...manifest, plan: { ...manifest.plan, part: 'search' } },
    cells: [],
    capacities: [],
    costs: [],
    trials
  }

  /** @param {string} name */
  function costOf(name) {
    return name.endsWith(' 10') ? 1000 + p99(name) : p99(name)
  }
}

/** @param {{ ratePerSecond: number, ms: number, refused: number }} known @returns {RateRecord} */
function makeRate({ ratePerSecond, ms, refused }) {
  const histogram = microsHistogram()
  for (let request = refused; request < REQUESTS; request++) histogram.record(ms)
  return {
    ratePerSecond,
    sent: REQUESTS,
    accepted: REQUESTS - refused,
    failed: 0,
    refused,
    errors: 0,
    latencyMicros: histogram.encode(),
    isSaturated: false,
    sendDelayP99Micros: 50,
    cpuMicros: 80 * (REQUESTS - refused),
    rssBytes: 80e6,
    executor: { mostRunning: 2, mostWaiting: 5, threads: 2, waitMicros: { mean: 20, p50: 10, p99: 90, max: 200 } }
  }
}

/** @param {number} rounds @param {number} repeat @returns {CostRecord[]} */
function makeCosts(rounds, repeat) {
  const micros = rounds * MICROS_PER_ROUND
  const swing = 1 + 0.01 * (repeat - 1)
  const times = { inline: 40 + micros, unbounded: (100 + micros / 2) * swing }
  return Object.entries(times).map(([variant, perRequest]) => ({
    variant,
    rounds,
    repeat,
    completed: 1000,
    durationMs: perRequest,
    cpuMicros: 1000 * (40 + micros)
  }))
}
