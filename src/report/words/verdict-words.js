import { excludesZero } from '../../stats/intervals.js'
import { FEWEST_CPU_ROUNDS, FEWEST_MACHINES, moreIs } from '../../verdict/decide/classify-change.js'
import { isRate } from '../../verdict/slices/slice-validity.js'
import { disturbancesInWords, reasonInWords } from './check-words.js'
import {
  formatChangeInText,
  formatConfidence,
  formatCostDifference,
  formatCount,
  formatDuration,
  formatExactPercent,
  formatPairs,
  formatPercent,
  formatPValue,
  formatTooFew
} from './format.js'
import { isTooLarge, isTooWide, tooFewForChange } from './too-few-samples.js'
import { metricInWords, slicesWords } from './words.js'

/** @import { Change } from '../../stats/types.js' */
/** @import { Source } from './too-few-samples.js' */
/** @import { MetricName, Refusal, SizeOfThreads, Verdict, VerdictName } from '../../verdict/types.js' */

/** What a reader of a short run would otherwise take for figures of a full run. */
export const shortRunWords =
  'A short run: its servers are not warm, so requests cost more and percentages differ from those of a full run. Intervals are wider.'
/** @type {Source} the verdict and the size have samples of every round */
const ALL_ROUNDS = { hasAllRounds: true }
const FEW_ROUNDS = `CPU alone decides from ${FEWEST_CPU_ROUNDS} rounds on`

/**
 * Returns a verdict as sentences: the changes, the power of the run and, where it cannot tell, what would decide it. What disturbed the
 * machine stands beside the first of them: see `disturbedInWords`.
 * @param {Verdict} verdict
 * @param {{ isQuick?: boolean, isComplete?: boolean }} [run] the size of a complete run without one will not be measured
 * @returns {string[]}
 */
export function verdictWords(verdict, { isQuick = false, isComplete = true } = {}) {
  const { change, secondary, refusal } = verdict
  if (!change) return [`${openingOf(verdict)}${refusal ? `: ${refusalInWords(refusal)}` : ''}.`, ...notesOn(verdict)]
  const primary = primaryInWords(verdict, change, isComplete)
  // The loads beside the deciding one have fewer rounds.
  const hasAllRounds = verdict.slices === 'separate'
  const other = secondary
    ? `; ${withChange(metricInWords(secondary.metric), secondary.change, { hasAllRounds })}${significance(secondary.change)}`
    : ''
  return [
    `${openingOf(verdict)}${verdict.verdict === 'cannot tell' ? `. ${upperCased(primary)}` : `: ${primary}`}${other}.${leanInWords(verdict)}${disagreement(verdict)}`,
    ...notesOn(verdict),
    ...withheldInWords(verdict),
    ...adviceOn(verdict, isQuick),
    ...powerInWords(verdict)
  ]
}

/**
 * Returns what a reader must know of a verdict beside its figures: why there is none, or what limits it.
 * @param {Verdict} verdict
 * @returns {string[]} sentences
 */
export function limitsOfVerdict(verdict) {
  const { change, refusal } = verdict
  if (!change) return refusal ? [`Cannot tell: ${refusalInWords(refusal)}.`] : []
  return [...disturbedInWords(verdict), ...withheldInWords(verdict)]
}

/** @type {(verdict: Verdict, change: Change, isComplete: boolean) => string} */
function primaryInWords({ metric, slices, size, verdict, pValue }, change, isComplete) {
  const name = metricInWords(metric)
  const tests = verdict === 'no difference' ? ' of two one-sided tests' : ''
  const decided = pValue === null ? '' : `, ${formatPValue(pValue)}${tests}`
  if (size && !isTooWide(change)) return `${sizeInWords(size, name)}${decided}`
  if (size || isRate(metric)) return `${withChange(name, change)}${decided}`
  const missing = isComplete ? '' : '; size not measured yet'
  return `${withChange(name, change)} in ${slicesWords[slices]}${decided}${missing}`
}

/**
 * Returns whether the whole interval of a change is beyond the margin, on either side.
 * @param {{ change: Pick<Change, 'low' | 'high'>, marginRatio: number }} verdict
 */
function isBeyond({ change: { low, high }, marginRatio }) {
  return low > marginRatio || high < -marginRatio
}

/** @param {string} name @param {Change} change @param {Source} [source] */
function withChange(name, change, source = ALL_ROUNDS) {
  return `${name}${isTooWide(change) ? ':' : ''} ${formatChangeInText(change, source)}`
}

/** @param {SizeOfThreads} size @param {string} metric in words */
function sizeInWords({ difference: { micros, low, high }, relative }, metric) {
  return `${formatCostDifference({ difference: micros, low, high }, 'micros')} of ${metric}, ${formatChangeInText(relative, ALL_ROUNDS)}`
}

/** Returns the verdict as the start of a sentence. @param {Verdict} verdict */
export function openingOf(verdict) {
  return openingParts(verdict).join('')
}

/**
 * Returns the verdict as the start of a sentence: what is before its figure, the figure, and what is after it.
 * @param {Verdict} verdict @returns {[before: string, figure: string, after: string]} no figure of *slower* and *faster*
 */
export function openingParts(verdict) {
  const [before, figure = '', after = ''] = answerInWords(verdict)
  return [`${verdict.isCold ? 'Cold servers: ' : ''}${before}`, figure, after]
}

/** @param {Verdict} verdict @returns {[before: string, figure?: string, after?: string]} */
function answerInWords({ verdict, lean, metric, change, candidate, baseline, slices, marginRatio }) {
  if (verdict === 'slower' || verdict === 'faster') return [`${candidate} is ${verdict} than ${baseline}`]
  const name = metricInWords(metric)
  const whether = `Cannot tell whether ${candidate} is slower or faster than ${baseline} in ${name}`
  if (!change) return [whether]
  const few = tooFewForChange(change, ALL_ROUNDS)
  if (few) return [`${whether}: ${formatTooFew(few)}`]
  const { slower, faster } = limitsInWords(metric, change)
  const confidence = ` (${formatConfidence(change)}${slices === 'shared-core' ? ', shared core' : ''})`
  if (verdict === 'no difference')
    return [
      `No difference in ${name} found between ${candidate} and ${baseline}, `,
      `at most ${slower ?? faster}`,
      confidence
    ]
  const than = ` than ${baseline} in ${name}${confidence}`
  const what = isBeyond({ change, marginRatio }) ? `with ${formatPairs(change)}` : 'whether it matters'
  if (lean) return [`Cannot tell ${what}: ${candidate} is `, `at most ${lean === 'slower' ? slower : faster}`, than]
  const or = slower && faster ? `, or up to ${faster},` : ''
  return [
    `Cannot tell: ${candidate} may be `,
    `up to ${slower ?? faster}`,
    ` than ${baseline}${or} in ${name}${confidence}`
  ]
}

/**
 * Returns how much slower and how much faster the candidate can be, such as 3.0% slower; null where it cannot be.
 * @param {MetricName} metric @param {Change} change
 */
function limitsInWords(metric, { bound }) {
  const [least, most] = moreIs(metric) === 'worse' ? [bound.low, bound.high] : [-bound.high, -bound.low]
  return {
    slower: most > 0 || least >= 0 ? `${formatPercent(most)} slower` : null,
    faster: least < 0 ? `${formatPercent(-least)} faster` : null
  }
}

/** Returns why there is no verdict, as a part of a sentence. @param {Refusal} refusal @returns {string} */
export function refusalInWords(refusal) {
  switch (refusal.code) {
    case 'too-few-rounds':
      return 'fewer than two rounds were measured'
    case 'too-few-machines':
      return `fewer than ${FEWEST_MACHINES} machines have valid slices of both variants`
    case 'too-few-valid-rounds':
      return 'fewer than two rounds have valid slices of both variants'
    case 'too-many-discarded': {
      const { discarded, slices, reason } = refusal
      const example = reason ? `, for example: ${reasonInWords(reason)}` : ''
      return `${formatCount(discarded)} of ${formatCount(slices)} slices cannot be used${example}`
    }
    case 'disturbed':
      return `${disturbancesInWords(refusal.disturbances)}; repeat the run on an idle machine`
  }
}

/**
 * Returns how significant a verdict is, for a reader who sees an interval for the first time.
 * @param {Verdict} verdict @returns {string}
 */
export function significanceInWords({ verdict, change, refusal, marginRatio, pValue }) {
  if (!change) return refusal ? sentence(refusalInWords(refusal)) : ''
  const margin = `the margin of ${formatExactPercent(marginRatio)}`
  if (verdict === 'cannot tell') {
    const interval = `${formatConfidence(change)} interval`
    return isBeyond({ change, marginRatio })
      ? `Not decided: the whole ${interval} is beyond ${margin}, but ${FEW_ROUNDS}.`
      : `Not decided: the ${interval} crosses ${margin}.`
  }
  if (pValue === null || verdict === 'no difference')
    return sentence(`both limits of the change, each at ${formatConfidence(change)}, are within ${margin}`)
  return `The whole ${formatConfidence(change)} interval is beyond ${margin}. ${chanceInWords(pValue)}`
}

/** @param {number} pValue */
function chanceInWords(pValue) {
  const runs = pValue < 0.001 ? 'fewer than 1' : `at most ${Math.round(pValue * 1000)}`
  return `${formatPValue(pValue)}: a change of the margin looks this large in ${runs} of 1,000 runs.`
}

/** @param {string} text */
function sentence(text) {
  return `${upperCased(text)}.`
}

/** @param {string} text */
function upperCased(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** @param {Change} change */
function significance(change) {
  return excludesZero(change) || isTooWide(change) ? '' : ', not significant'
}

/** @param {Verdict} verdict */
function leanInWords({ verdict, lean, change, marginRatio }) {
  if (verdict === 'no difference') return lean ? ` There is a significant change (${lean}) within the margin.` : ''
  if (verdict !== 'cannot tell' || !change) return ''
  const margin = `the margin of ${formatExactPercent(marginRatio)}`
  if (isBeyond({ change, marginRatio })) return ` The whole interval is beyond ${margin}, but ${FEW_ROUNDS}.`
  return lean
    ? ` The change is significant (${lean}), but may be within ${margin}.`
    : ` The interval is too wide for ${margin}.`
}

/**
 * Returns what would decide a verdict that cannot tell.
 * @param {Verdict} verdict @param {boolean} [isQuick]
 * @returns {string[]} one text or none
 */
export function adviceOn({ verdict, change, toSettle, marginRatio }, isQuick = false) {
  if (verdict !== 'cannot tell' || !change) return []
  if (isQuick) return ['A short run is seldom precise enough: leave out --quick, --short or --only counters.']
  if (toSettle === null) {
    if (change.machineRounds !== undefined)
      return ['More machines hardly help: the change is about as large as the margin, or machines differ too much.']
    return [
      'More rounds hardly help: the change is about as large as the margin, or rounds differ too much.' +
        ` Use an idle machine, or --until ${formatExactPercent(marginRatio / 2)} for a narrower interval.`
    ]
  }
  const { rounds, moreMs } = toSettle
  if (change.machineRounds !== undefined)
    return [`About ${rounds} machines would decide it: --shard 1/${rounds} and so on.`]
  const time = moreMs ? `, ${formatDuration(moreMs)} more than this run` : ''
  return [`About ${rounds} rounds would decide it${time}: --rounds ${rounds}.`]
}

/** Returns what disturbed the machine, as one sentence or none: a refusal has the same words. @param {Verdict} verdict */
export function disturbedInWords({ warnings, refusal }) {
  if (warnings.length === 0 || refusal?.code === 'disturbed') return []
  const isOfMachine = warnings.some(({ code }) => code !== 'generator-busy')
  const advice = isOfMachine ? 'Repeat the run on an idle machine' : 'The load generator may be the bottleneck'
  return [`${advice}: ${disturbancesInWords(warnings)}.`]
}

/** @param {Verdict} verdict */
function withheldInWords({ withheld }) {
  if (withheld === null) return []
  const advice =
    withheld.code === 'server-not-saturated'
      ? ' A server below saturation uses more CPU per request, which may explain a difference in CPU: compare the latency too.'
      : ''
  return [`Requests/s are not reported: ${reasonInWords(withheld)}.${advice}`]
}

/**
 * Returns what stands beside a verdict: failures and a drift.
 * @param {Verdict} verdict
 */
export function notesOn(verdict) {
  return [...failuresInWords(verdict), ...driftInWords(verdict)]
}

/** @param {Verdict} verdict */
function failuresInWords({ failures, candidate, baseline }) {
  if (!failures?.isHigher) return []
  const [own, other] = [failures.candidate, failures.baseline].map(
    ({ failed, sent }) => `${formatCount(failed)} of ${formatCount(sent)}`
  )
  return [`More requests fail with ${candidate}: ${own}; with ${baseline}: ${other}.`]
}

/** @param {Verdict} verdict */
function driftInWords({ drift, metric, candidate }) {
  if (!drift) return []
  const { relative } = drift.perSlice
  const moved = `${relative < 0 ? 'fell' : 'rose'} by ${formatPercent(Math.abs(relative))} per slice`
  return [
    `Drifting: ${metricInWords(metric)} of ${candidate}, relative to its baseline, ${moved}. The interval is ${formatPercent(drift.addedHalfWidth)} wider on either side.`
  ]
}

/** @param {Verdict} verdict */
function powerInWords({ detectableRatio }) {
  if (detectableRatio === null || isTooLarge(detectableRatio)) return []
  return [`This run has 80% power to detect a change of ${formatPercent(detectableRatio)}.`]
}

/** @param {Verdict} verdict */
function disagreement({ verdict, secondary }) {
  if (!secondary || secondary.verdict === verdict) return ''
  if (secondary.verdict === 'cannot tell' || verdict === 'cannot tell') return ''
  const reason =
    secondary.metric === 'requestsPerSecond'
      ? ' CPU counts work; requests/s depend on the main thread and on what it waits for.'
      : ''
  return ` The two metrics disagree: by ${metricInWords(secondary.metric)} the verdict is "${secondary.verdict}".${reason}`
}
