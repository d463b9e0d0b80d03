import { changeInWords, formatExactPercent, formatPercent, formatSeconds } from '../../report/words/format.js'
import { isTooWide } from '../../report/words/too-few-samples.js'
import { decidingWords, machineInWords, slicesWords } from '../../report/words/words.js'
import { effectRatio } from '../../stats/intervals.js'
import { toneOfChange } from '../parts/tones.js'

/** @import { Interval } from '../../report/words/format.js' */
/** @import { Blamed, RunAnswer } from '../../report/types.js' */

/**
 * @typedef {ReturnType<typeof compareAnswers>} Comparison
 * @typedef {{ name: string, a: string, b: string }} Fact
 * @typedef {{ a: Blamed | null, b: Blamed | null }} BlamedInEither null on the side that does not blame it
 */

/** @type {[name: string, textOf: (answer: RunAnswer) => string][]} */
const properties = [
  ['experiment', answer => answer.experiment],
  ['variants', ({ candidate, baseline }) => `${candidate} compared with ${baseline}`],
  ['primary metric', ({ what }) => what],
  ['slices of the verdict', ({ slices }) => (slices ? slicesWords[slices] : 'unknown')],
  ['margin', ({ marginRatio }) => formatExactPercent(marginRatio)],
  ['machine', ({ machine }) => machineInWords(machine)],
  ['commit', ({ gitCommit }) => gitCommit ?? 'unknown'],
  ['load', ({ load }) => load],
  ['requests', ({ requests }) => requests ?? 'none'],
  ['rounds', ({ rounds, isQuick }) => `${rounds}${isQuick ? ', short' : ''}`],
  ['slice length', ({ sliceMs }) => (sliceMs === null ? 'none' : formatSeconds(sliceMs))],
  ['profilers', ({ profilers }) => profilers.join(', ') || 'none'],
  ['baseline command', ({ commands }) => commands.baseline],
  ['candidate command', ({ commands }) => commands.candidate]
]

/**
 * Compares two answers. A change is relative to the baseline of its own run, so changes compare across time and machines:
 * they differ where the interval of their ratio, change of B over change of A, - 1, excludes zero.
 * @param {RunAnswer} a @param {RunAnswer} b
 */
export function compareAnswers(a, b) {
  const ratio = a.metric === b.metric && a.change && b.change ? effectRatio(a.change, b.change) : null
  const tone = ratio ? toneOfChange(ratio, a.metric) : 'noise'
  const facts = differentFacts(a, b)
  const blamed = pairBlamed(a.blamed, b.blamed)
  return { ratio, tone, ...outcomeOf(a, b, ratio, tone), notes: notesOn(a, b, facts), facts, blamed }
}

/** @type {(a: RunAnswer, b: RunAnswer) => Fact[]} */
function differentFacts(a, b) {
  const programs = new Set([...Object.keys(a.versions), ...Object.keys(b.versions)])
  return [
    ...properties.map(([name, textOf]) => ({ name, a: textOf(a), b: textOf(b) })),
    ...[...programs].map(program => ({
      name: program === 'node' ? 'Node.js' : program,
      a: a.versions[program] ?? 'none',
      b: b.versions[program] ?? 'none'
    }))
  ].filter(fact => fact.a !== fact.b)
}

/** @param {RunAnswer} a @param {RunAnswer} b @param {Interval | null} ratio @param {ReturnType<typeof toneOfChange>} tone */
function outcomeOf(a, b, ratio, tone) {
  if (!ratio) return { outcome: 'not comparable', sentence: whyNotComparable(a, b) }
  if (isTooWide(ratio)) return { outcome: 'too few samples', sentence: 'Too few samples to compare the two changes.' }
  const size = `relative to its own baseline, B has ${changeInWords(ratio, decidingWords(a.metric))} than A`
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

/**
 * Pairs the functions that two runs blame, the largest difference first, CPU before bytes. Functions move in a file from one
 * commit to the next: where no line matches, the same name in the same file is the same function.
 * @type {(a: Blamed[], b: Blamed[]) => BlamedInEither[]}
 */
function pairBlamed(a, b) {
  const left = [...b]
  const exact = a.map(one => ({ a: one, b: take(other => isSameFunction(one, other) && one.line === other.line) }))
  const pairs = exact.map(pair => ({ a: pair.a, b: pair.b ?? take(other => isSameFunction(pair.a, other)) }))
  return [...pairs, ...left.map(other => ({ a: null, b: other }))].sort(
    (one, other) => rankOf(other) - rankOf(one) || sizeOf(other) - sizeOf(one)
  )

  /** @type {(isSame: (other: Blamed) => boolean) => Blamed | null} */
  function take(isSame) {
    const index = left.findIndex(isSame)
    return index === -1 ? null : (left.splice(index, 1)[0] ?? null)
  }
}

/** @type {(one: Blamed, other: Blamed) => boolean} */
function isSameFunction(one, other) {
  return one.unit === other.unit && one.name === other.name && one.where === other.where
}

/** @type {(pair: BlamedInEither) => number} */
function rankOf({ a, b }) {
  return (a ?? b)?.unit === 'micros' ? 1 : 0
}

/** @type {(pair: BlamedInEither) => number} */
function sizeOf({ a, b }) {
  return Math.max(Math.abs(a?.difference ?? 0), Math.abs(b?.difference ?? 0))
}
