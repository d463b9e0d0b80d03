import { relativeChange } from '../../../stats/intervals.js'
import { mean } from '../../../stats/means.js'

/**
 * Successive halving (Karnin, Koren and Somekh 2013, algorithm 1; Jamieson and Talwalkar 2016, arxiv.org/abs/1502.07943): all
 * candidates are measured in a few rounds, the better half in twice as many, and so on, so that most of the time is spent on those
 * that are hard to distinguish. All candidates of a stage are measured in each of its rounds.
 */

/**
 * @typedef {{ candidate: string, round: number, value: number }} Trial a value above 0, of which less is better
 *
 * @typedef {object} Winner
 * @property {string} name
 * @property {{ candidate: string, relative: number, low: number | null, high: number | null }[]} others the other candidates of the
 *   last stage, the best first: how much larger their value is, with intervals that hold together in 95% of runs (Bonferroni)
 */

/**
 * Returns the stages of a search: how many candidates each has and how many rounds it measures them in.
 * @param {number} candidates
 * @param {number} rounds of the first stage
 * @param {number} [finalists] candidates of the last stage, at the least
 * @returns {{ candidates: number, rounds: number }[]}
 */
export function halvingStages(candidates, rounds, finalists = 2) {
  if (candidates <= finalists) return [{ candidates, rounds }]
  const next = Math.max(finalists, Math.ceil(candidates / 2))
  return [{ candidates, rounds }, ...halvingStages(next, rounds * 2, finalists)]
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
 * @returns {Winner | null} null without a trial
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
