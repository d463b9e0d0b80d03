import { sum } from '../../../stats/means.js'
import { meanRatio } from '../../skeleton/means.js'
import { latencyOfSent } from './latency-of-sent.js'
import { halvingStages, rankCandidates, winnerOf } from './successive-halving.js'

/**
 * @import { PoolSearch, StoreSearch, TrialRecord } from '../types.js'
 */

const PERCENTILE = 0.99

/**
 * Returns what a search for the best pool found.
 * @param {StoreSearch} search
 * @param {TrialRecord[]} records
 * @param {number} rounds of the first stage
 * @returns {PoolSearch | null} null without a trial
 */
export function poolSearch({ candidates, paper, operation, level }, records, rounds) {
  const [first] = records
  if (!first) return null
  const plan = halvingStages(candidates.length, rounds)
  const stages = [...new Set(records.map(({ stage }) => stage))].map(stage => recordsOf(stage))
  const last = stages.at(-1) ?? []
  const { candidates: finalists = 0, rounds: lastRounds = 0 } = plan.at(-1) ?? {}
  const isComplete = stages.length === plan.length && last.length === finalists * lastRounds
  return {
    operation,
    ratePerSecond: first.ratePerSecond,
    connections: level.connections,
    stages: stages.map(stageOf),
    winner: isComplete ? winnerOf(last.map(trialOf)) : null,
    paper: {
      name: paper,
      lastStage: Math.max(...records.filter(({ candidate }) => candidate === paper).map(({ stage }) => stage), 0)
    }
  }

  /** @param {number} stage */
  function recordsOf(stage) {
    return records.filter(record => record.stage === stage)
  }
}

/** @param {TrialRecord[]} records of one stage */
function stageOf(records) {
  return {
    rounds: new Set(records.map(({ round }) => round)).size,
    candidates: rankCandidates(records.map(trialOf)).map(name => {
      const own = records.filter(({ candidate }) => candidate === name)
      return {
        name,
        p99Micros: meanRatio(own.map(each => latencyOfSent(each, PERCENTILE))),
        refusedShare: refusedShare(own)
      }
    })
  }
}

/** Returns the share of the requests that were refused; 0 where none was sent. @param {TrialRecord[]} records */
function refusedShare(records) {
  const sent = sum(records.map(record => record.sent))
  return sent === 0 ? 0 : sum(records.map(({ refused }) => refused)) / sent
}

/** @param {TrialRecord} record */
function trialOf(record) {
  return { candidate: record.candidate, round: record.round, value: latencyOfSent(record, PERCENTILE) }
}
