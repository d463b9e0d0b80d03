import { changeInWords, formatPercent } from '../../../report/format.js'
import { metricWords } from '../../../report/words.js'
import { effectRatio } from '../../../stats/intervals.js'
import { toneOfChange } from '../../tones.js'
import { differentFacts } from './answer-facts.js'
import { pairBlamed } from './pair-blamed.js'

/**
 * @import { Interval } from '../../../report/format.js'
 * @import { RunAnswer } from '../../../report/types.js'
 * @import { Fact } from './answer-facts.js'
 * @import { BlamedInEither } from './pair-blamed.js'
 */

/**
 * @typedef {object} Comparison
 * @property {Interval | null} ratio of what B measured against its baseline to what A did against its own, - 1
 * @property {'more' | 'less' | 'noise'} tone of that ratio
 * @property {string} outcome in a word or two
 * @property {string} sentence
 * @property {string[]} notes what to keep in mind
 * @property {Fact[]} facts that are not the same
 * @property {BlamedInEither[]} blamed largest first
 */

/**
 * Two answers side by side. Effects are ratios, each to a baseline of its own run, and so compare over time and machines:
 * they differ where the interval of one over the other leaves out zero.
 * @param {RunAnswer} a
 * @param {RunAnswer} b
 * @returns {Comparison}
 */
export function compareAnswers(a, b) {
  const ratio = a.metric === b.metric && a.change && b.change ? effectRatio(a.change, b.change) : null
  const tone = ratio ? toneOfChange(ratio, a.metric) : 'noise'
  return {
    ratio,
    tone,
    ...outcomeOf(a, b, ratio, tone),
    notes: notesOn(a, b),
    facts: differentFacts(a, b),
    blamed: pairBlamed(a.blamed, b.blamed)
  }
}

/**
 * @param {RunAnswer} a
 * @param {RunAnswer} b
 * @param {Interval | null} ratio
 * @param {Comparison['tone']} tone
 */
function outcomeOf(a, b, ratio, tone) {
  if (!ratio) return { outcome: 'no comparison', sentence: whyNot(a, b) }
  const change = changeInWords(ratio, metricWords[a.metric])
  const told = `each against its own baseline, B has ${change} than A`
  if (tone !== 'noise') return { outcome: 'differ', sentence: `The two effects differ: ${told}.` }
  const most = formatPercent(Math.max(-ratio.low, ratio.high))
  return {
    outcome: 'cannot be told apart',
    sentence: `The two effects cannot be told apart: ${told}, which lies within the noise. A difference of up to ${most} may hide in it.`
  }
}

/**
 * @param {RunAnswer} a
 * @param {RunAnswer} b
 */
function whyNot(a, b) {
  const without = [a.change ? [] : ['A'], b.change ? [] : ['B']].flat()
  if (without.length === 0) return `A was decided by ${a.what}, B by ${b.what}: these effects do not compare.`
  return `${without.join(' and ')} ${without.length > 1 ? 'have' : 'has'} no effect to compare.`
}

/**
 * @param {RunAnswer} a
 * @param {RunAnswer} b
 */
function notesOn(a, b) {
  const notes = []
  if (a.experiment !== b.experiment) notes.push(`They ask different things. A: ${a.question} B: ${b.question}`)
  if (a.folder === b.folder)
    notes.push('Both are of one run and share its baseline, so the interval between them is wider than it need be.')
  else
    notes.push(
      'Absolute figures of different times or machines do not compare, only effects do: each has a baseline of its own run.'
    )
  const differing = new Set(differentFacts(a, b).map(({ name }) => name))
  const moved = ['machine', 'Node'].filter(name => differing.has(name))
  if (moved.length > 0)
    notes.push(`Not measured on the same ${moved.join(' and ')}, which can change an effect as much as code can.`)
  return notes
}
