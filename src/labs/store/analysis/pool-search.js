import { relativeChange } from '../../../stats/intervals.js'
import { mean, sum } from '../../../stats/means.js'
import { meanRatio } from '../../skeleton/means.js'
import { halvingStages } from '../measure/plan.js'
import { latencyOfSent } from './cells.js'

/** @import { PoolSearch, StoreSearch, TrialRecord } from '../types.js' */

/**
 * Successive halving (Karnin, Koren and Somekh 2013, algorithm 1; Jamieson and Talwalkar 2016, arxiv.org/abs/1502.07943): all
 * candidates are measured in a few rounds, the better half in twice as many, and so on, so that most of the time is spent on those
 * that are hard to distinguish. All candidates of a stage are measured in each of its rounds.
 */

/** @typedef {{ candidate: string, round: number, value: number }} Trial a value above 0, of which less is better */

const PERCENTILE = 0.99

/**
 * Returns what a search for the best pool found.
 * @param {StoreSearch} search @param {TrialRecord[]} records
 * @param {number} rounds of the first stage
 * @returns {PoolSearch | null} null without a trial
 */
export function poolSearch({ candidates, paper, operation, level }, records, rounds) {
  const [first] = records
  if (!first) return null
  const plan = halvingStages(candidates.length, rounds)
  const stages = [...new Set(records.map(({ stage }) => stage))].map(stage =>
    records.filter(each => each.stage === stage)
  )
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
}

/** @param {TrialRecord[]} records of one stage */
function stageOf(records) {
  return {
    rounds: new Set(records.map(({ round }) => round)).size,
    candidates: rankCandidates(records.map(trialOf)).map(name => {
      const own = records.filter(({ candidate }) => candidate === name)
      const [sent, refused] = [sum(own.map(each => each.sent)), sum(own.map(each => each.refused))]
      return {
        name,
        p99Micros: meanRatio(own.map(each => latencyOfSent(each, PERCENTILE))),
        refusedShare: sent === 0 ? 0 : refused / sent
      }
    })
  }
}

/** @param {TrialRecord} record */
function trialOf(record) {
  return { candidate: record.candidate, round: record.round, value: latencyOfSent(record, PERCENTILE) }
}

/**
 * Returns the candidates of a stage, the best first: by the mean of the logarithms of their values relative to their round, so that
 * what disturbs a whole round disturbs no comparison.
 * @param {Trial[]} trials of one stage
 * @returns {string[]}
 */
export function rankCandidates(trials) {
  const means = new Map()
  for (const round of new Set(trials.map(trial => trial.round))) {
    const own = trials.filter(trial => trial.round === round)
    const middle = mean(own.map(({ value }) => Math.log(value)))
    for (const { candidate, value } of own)
      means.set(candidate, [...(means.get(candidate) ?? []), Math.log(value) - middle])
  }
  return [...means].toSorted(([, one], [, other]) => mean(one) - mean(other)).map(([candidate]) => candidate)
}

/**
 * Returns the best candidate of the last stage, and how sure it is: its rounds are paired with those of every other one.
 * @param {Trial[]} trials of the last stage
 * @returns {PoolSearch['winner']} null without a trial; the others are the best first, with how much larger their value is, and intervals
 *   that hold together in 95% of runs (Bonferroni)
 */
export function winnerOf(trials) {
  const [name, ...others] = rankCandidates(trials)
  if (name === undefined) return null
  const own = valuesByRound(trials, name)
  return { name, others: others.map(comparedWithWinner) }

  /** @param {string} candidate */
  function comparedWithWinner(candidate) {
    const rounds = [...valuesByRound(trials, candidate)].map(([round, value]) => ({
      baseline: own.get(round) ?? null,
      candidate: value
    }))
    const change = relativeChange(rounds, { comparisons: others.length })
    if (change) return { candidate, relative: change.relative, low: change.low, high: change.high }
    const [only] = rounds
    return { candidate, relative: (only?.candidate ?? 1) / (only?.baseline ?? 1) - 1, low: null, high: null }
  }
}

/** @param {Trial[]} trials @param {string} candidate @returns {Map<number, number>} */
function valuesByRound(trials, candidate) {
  return new Map(trials.filter(trial => trial.candidate === candidate).map(({ round, value }) => [round, value]))
}
