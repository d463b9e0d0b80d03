import { changeInWords, formatExactPercent, formatPercent } from '../../../report/format.js'
import { machineInWords, metricWords } from '../../../report/words.js'
import { effectRatio } from '../../../stats/intervals.js'
import { toneOfChange } from '../../tones.js'
import { pairBlamed } from './pair-blamed.js'

/**
 * @import { Interval } from '../../../report/format.js'
 * @import { RunAnswer } from '../../../report/types.js'
 * @import { BlamedInEither } from './pair-blamed.js'
 */

/**
 * @typedef {object} Comparison
 * @property {Interval | null} ratio change of B over change of A, - 1
 * @property {'more' | 'less' | 'noise'} tone of that ratio
 * @property {string} outcome in a word or two
 * @property {string} sentence
 * @property {string[]} notes limits of the comparison
 * @property {Fact[]} facts that differ
 * @property {BlamedInEither[]} blamed largest first
 *
 * @typedef {{ name: string, a: string, b: string }} Fact
 */

/** @type {[name: string, textOf: (answer: RunAnswer) => string][]} */
const facts = [
  ['experiment', answer => answer.experiment],
  ['variants', ({ candidate, baseline }) => `${candidate} compared with ${baseline}`],
  ['primary metric', ({ what }) => what],
  ['margin', ({ marginRatio }) => formatExactPercent(marginRatio)],
  ['machine', ({ machine }) => machineInWords(machine)],
  ['commit', ({ gitCommit }) => gitCommit ?? 'unknown'],
  ['load', ({ load }) => load],
  ['rounds', ({ rounds, isQuick }) => `${rounds}${isQuick ? ', quick' : ''}`],
  ['slice length', ({ sliceMs }) => `${sliceMs / 1e3} s`],
  ['profilers', ({ profilers }) => profilers.join(', ') || 'none'],
  ['baseline command', ({ commands }) => commands.baseline],
  ['candidate command', ({ commands }) => commands.candidate]
]

/**
 * Compares two answers. A change is relative to the baseline of its own run, so changes compare across time and machines:
 * they differ where the interval of their ratio excludes zero.
 * @param {RunAnswer} a
 * @param {RunAnswer} b
 * @returns {Comparison}
 */
export function compareAnswers(a, b) {
  const ratio = a.metric === b.metric && a.change && b.change ? effectRatio(a.change, b.change) : null
  const tone = ratio ? toneOfChange(ratio, a.metric) : 'noise'
  const different = differentFacts(a, b)
  return {
    ratio,
    tone,
    ...outcomeOf(a, b, ratio, tone),
    notes: notesOn(a, b, different),
    facts: different,
    blamed: pairBlamed(a.blamed, b.blamed)
  }
}

/** @type {(a: RunAnswer, b: RunAnswer) => Fact[]} */
function differentFacts(a, b) {
  const programs = new Set([...Object.keys(a.versions), ...Object.keys(b.versions)])
  return [
    ...facts.map(([name, textOf]) => ({ name, a: textOf(a), b: textOf(b) })),
    ...[...programs].map(program => ({
      name: program === 'node' ? 'Node.js' : program,
      a: a.versions[program] ?? 'none',
      b: b.versions[program] ?? 'none'
    }))
  ].filter(fact => fact.a !== fact.b)
}

/** @param {RunAnswer} a @param {RunAnswer} b @param {Interval | null} ratio @param {Comparison['tone']} tone */
function outcomeOf(a, b, ratio, tone) {
  if (!ratio) return { outcome: 'not comparable', sentence: whyNotComparable(a, b) }
  const size = `relative to its own baseline, B has ${changeInWords(ratio, metricWords[a.metric])} than A`
  if (tone !== 'noise') return { outcome: 'different', sentence: `The two changes differ: ${size}.` }
  const most = formatPercent(Math.max(-ratio.low, ratio.high))
  return {
    outcome: 'no significant difference',
    sentence: `The two changes do not differ significantly: ${size}. A difference of up to ${most} is possible.`
  }
}

/** @type {(a: RunAnswer, b: RunAnswer) => string} */
function whyNotComparable(a, b) {
  const without = [a.change ? [] : ['A'], b.change ? [] : ['B']].flat()
  if (without.length > 0) return `${without.join(' and ')} ${without.length > 1 ? 'have' : 'has'} no change to compare.`
  return `A and B have different primary metrics, so they cannot be compared: ${a.what} and ${b.what}.`
}

/** @type {(a: RunAnswer, b: RunAnswer, different: Fact[]) => string[]} */
function notesOn(a, b, different) {
  const others = [
    ['machine', 'machine'],
    ['Node.js', 'Node.js version']
  ].flatMap(([fact, words]) => (different.some(({ name }) => name === fact) ? [words] : []))
  return [
    a.experiment === b.experiment ? '' : `The experiments differ. A: ${a.question} B: ${b.question}`,
    a.folder === b.folder
      ? 'Both changes come from one run and share its baseline, so this interval is wider than necessary.'
      : 'Compare changes, not absolute values: each change is relative to the baseline of its own run.',
    others.length === 0
      ? ''
      : `Measured with another ${others.join(' and ')}, which can affect a change as much as the code does.`
  ].filter(Boolean)
}
