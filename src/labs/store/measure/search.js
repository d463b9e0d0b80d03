import { seededRandom, shuffled } from '../../../stats/seeded-random.js'
import { cellProgress } from '../../skeleton/cell-progress.js'
import { latencyOfSent } from '../analysis/latency-of-sent.js'
import { halvingStages, rankCandidates } from '../analysis/successive-halving.js'
import { measureCapacities } from './capacities.js'
import { warmUpStore, withStore } from './launch.js'
import { estimateStoreCellsMs, plannedStoreCells } from './plan.js'

/**
 * @import { StoreVariant } from '../types.js'
 * @import { StoreBench } from './launch.js'
 * @import { Trial } from '../analysis/successive-halving.js'
 */

/**
 * Searches the best pool and queue by successive halving: all candidates of a stage are measured in each of its rounds, in random
 * order. The rate is a share of the capacity of the slowest candidate, which is measured with the operation of the search only.
 * @param {StoreBench} bench
 */
export async function searchPools(bench) {
  const { run, manifest, notify } = bench.session
  const { lab, plan } = manifest
  const { candidates, operation, level, rounds } = lab.search
  const random = seededRandom(plan.seed)
  const rateOf = await measureCapacities(bench, { variants: candidates, operations: [operation] })
  const ratePerSecond = rateOf({ operation, share: level.share })
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
    const load = {
      operation,
      connections: level.connections,
      durationMs: lab.durationMs[plan.length],
      seed: plan.seed,
      ratePerSecond
    }
    const measured = await withStore(bench, candidate, async function playTrial(server) {
      await warmUpStore(server, [operation])
      return server.playAtRate(load)
    })
    notifyAfter(++done)
    run.append('trials', { candidate: candidate.name, stage, round, ...measured })
    return { candidate: candidate.name, round, value: latencyOfSent(measured, 0.99) }
  }
}
