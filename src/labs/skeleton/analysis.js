import { relativeChange } from '../../stats/intervals.js'
import { classifyChange } from '../../verdict/decide/classify-change.js'

/** @import { Change } from '../../stats/types.js' */
/** @import { AnalysisOf, LabManifest, LabMetricName, LabRefusal, LabVerdict } from '../../runs/lab-types.js' */
/** @import { LostOutcome } from './types.js' */

/**
 * Returns the analysis of a lab: what all of them have, and what one has of its own.
 * @template OwnAnalysis
 * @param {LabManifest} manifest
 * @param {{ rounds: number, verdicts: LabVerdict[], lab: OwnAnalysis }} own `rounds`: complete repeats that count
 * @returns {AnalysisOf<OwnAnalysis>}
 */
export function labAnalysis(
  { lab: { name, question }, plan, status, problem, folder, failedRepeats },
  { rounds, verdicts, lab }
) {
  return {
    schemaVersion: 8,
    experiment: name,
    question,
    folder,
    status,
    problem,
    quick: plan.length === 'quick',
    rounds,
    verdicts,
    blames: [],
    ...(failedRepeats && { failedRepeats }),
    lab
  }
}

/**
 * Returns the repeats of a lab that have every planned cell.
 * @param {{ repeat: number }[]} cells
 * @param {number} planned cells of a repeat
 */
export function completeRepeats(cells, planned) {
  const repeats = [...new Set(cells.map(({ repeat }) => repeat))]
  return repeats.filter(repeat => cells.filter(cell => cell.repeat === repeat).length === planned)
}

/**
 * @typedef {object} LabTimes
 * @property {LabMetricName} metric
 * @property {string[]} names of the strategies, the baseline first
 * @property {number} marginRatio
 * @property {number[]} repeats those that count
 * @property {(pair: { own: string, other: string, repeat: number }) => number | null} timeOf returns the time of a strategy in a repeat,
 *   over what it and the other one both did; null where a part of it is missing
 * @property {number} [fewest] repeats of both strategies below which there is no verdict
 * @property {(name: string) => LostOutcome | null} [lossOf] returns why a strategy has no time, where it failed
 */

/** An interval needs two. */
const FEWEST_REPEATS = 2

/**
 * Returns the verdict on each strategy compared with the baseline, corrected for the number of strategies (Bonferroni).
 * @param {LabTimes} times @returns {LabVerdict[]}
 */
export function labVerdicts(times) {
  const [baseline = '', ...candidates] = times.names
  return candidates.map(candidate => verdictOn(candidate, baseline, candidates.length, times))
}

/** @type {(candidate: string, baseline: string, comparisons: number, times: LabTimes) => LabVerdict} */
function verdictOn(candidate, baseline, comparisons, times) {
  const { metric, marginRatio, repeats, timeOf, fewest = FEWEST_REPEATS } = times
  const rounds = repeats.map(repeat => ({
    baseline: timeOf({ own: baseline, other: candidate, repeat }),
    candidate: timeOf({ own: candidate, other: baseline, repeat })
  }))
  const complete = rounds.filter(hasBoth)
  const change = complete.length < fewest ? null : relativeChange(complete, { comparisons })
  const facts = { candidate, baseline, metric, slices: null, marginRatio }
  if (change) return { ...facts, change, refusal: null, ...classifyChange(metric, change, marginRatio) }
  const refusal = refusalOf([candidate, baseline], complete.length, times)
  return { ...facts, change, verdict: 'cannot tell', lean: null, refusal }
}

/** @type {(names: string[], repeats: number, times: LabTimes) => LabRefusal} */
function refusalOf(names, repeats, { lossOf = () => null }) {
  const losses = names.flatMap(strategy => {
    const outcome = lossOf(strategy)
    return outcome ? [{ code: /** @type {const} */ ('no-time'), strategy, outcome }] : []
  })
  const [loss] = repeats === 0 ? losses : []
  return loss ?? { code: 'too-few-repeats', repeats }
}

/** @param {{ baseline: number | null, candidate: number | null }} round */
function hasBoth({ baseline, candidate }) {
  return baseline !== null && candidate !== null
}
