import { mean } from '../../stats/means.js'

/** @import { Experiment } from '../../experiments/types.js' */
/** @import { Compared, Comparison } from '../types.js' */

/**
 * Returns what an experiment compares: each toggle over all levels of the others, or, without toggles, each candidate with the
 * baseline.
 * @param {Pick<Experiment, 'variants' | 'primaryMetric' | 'toggles'>} experiment @returns {Comparison[]}
 * @throws {TypeError} where the first pairs of the toggles have different baselines: blame compares all of them with one
 */
export function comparisonsOf({ variants, primaryMetric, toggles }) {
  const [first, ...candidates] = variants
  if (!toggles) return candidates.map(({ name }) => ({ ...onePair(name, first.name), metric: primaryMetric }))
  if (new Set(toggles.map(({ pairs: [[baseline]] }) => baseline)).size > 1)
    throw new TypeError('the first pairs of all toggles must have the same baseline')
  return toggles.map(function comparisonOf({ pairs, primaryMetric: metric }) {
    const [[baseline, candidate]] = pairs
    return { baseline, candidate, metric, pairs: pairs.map(([off, on]) => ({ baseline: off, candidate: on })) }
  })
}

/**
 * Returns how many verdicts are decided together, so that 95% of runs contain all true changes: those on the candidates of one
 * question. Each toggle is a question of its own.
 * @param {Pick<Experiment, 'variants' | 'toggles'>} experiment
 */
export function familyOf({ variants, toggles }) {
  return toggles ? 1 : variants.length - 1
}

/** Returns the comparison of one variant with another. @type {(candidate: string, baseline: string) => Compared} */
export function onePair(candidate, baseline) {
  return { candidate, baseline, pairs: [{ candidate, baseline }] }
}

/**
 * Returns the variants that are profiled: those that blame compares, which are the candidates and the baseline.
 * @param {Pick<Comparison, 'candidate' | 'baseline'>[]} comparisons
 */
export function blamedVariants(comparisons) {
  return [...new Set(comparisons.flatMap(({ candidate, baseline }) => [baseline, candidate]))]
}

/** Returns the variants of a comparison, each once. @param {Pick<Compared, 'pairs'>} comparison */
export function variantsIn({ pairs }) {
  return [...new Set([...sideOf(pairs, 'baseline'), ...sideOf(pairs, 'candidate')])]
}

/**
 * Returns the variants on one side of a comparison, one per pair.
 * @type {(pairs: Compared['pairs'], side: 'baseline' | 'candidate') => string[]}
 */
export function sideOf(pairs, side) {
  return pairs.map(pair => pair[side])
}

/**
 * Returns the values of both sides of a comparison by round: the mean over its pairs, of rounds in which every pair has a value.
 * @param {Compared['pairs']} pairs
 * @param {(variant: string) => Map<number, number>} byRound values of a variant
 * @returns {[Map<number, number>, Map<number, number>]} of the baseline and of the candidate
 */
export function bothSides(pairs, byRound) {
  return [meanOf('baseline'), meanOf('candidate')]

  /** @param {'baseline' | 'candidate'} side @returns {Map<number, number>} */
  function meanOf(side) {
    const [first = new Map(), ...others] = sideOf(pairs, side).map(byRound)
    return new Map(
      [...first].flatMap(function inRound([round, value]) {
        const values = [value, ...others.flatMap(other => other.get(round) ?? [])]
        return values.length < pairs.length ? [] : [[round, mean(values)]]
      })
    )
  }
}

/**
 * Returns the rounds that have a value on both sides.
 * @type {(baselines: Map<number, number>, candidates: Map<number, number>) => { round: number, baseline: number, candidate: number }[]}
 */
export function inBoth(baselines, candidates) {
  return [...baselines].flatMap(([round, baseline]) => {
    const candidate = candidates.get(round)
    return candidate === undefined ? [] : [{ round, baseline, candidate }]
  })
}
