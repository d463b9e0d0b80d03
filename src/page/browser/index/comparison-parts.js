import { formatChange, formatCostDifference } from '../../../report/format.js'
import { momentInWords } from '../../../report/moment.js'
import { moreIs } from '../../../verdict/classify-change.js'
import { intervalBar, reachOf, toneOf } from '../../charts/interval-bar.js'
import { toneOfChange, toneOfVerdict } from '../../tones.js'
import { element } from '../element.js'
import { table } from './table.js'

/**
 * @import { Interval } from '../../../report/format.js'
 * @import { Blamed, RunAnswer } from '../../../report/types.js'
 * @import { Fact } from './answer-facts.js'
 * @import { Comparison } from './compare-answers.js'
 * @import { BlamedInEither } from './pair-blamed.js'
 */

/**
 * What is to be seen of two answers side by side, from the answer to what it rests on.
 * @param {RunAnswer} a
 * @param {RunAnswer} b
 * @param {Comparison} comparison
 * @returns {Node[]}
 */
export function comparisonParts(a, b, comparison) {
  const { sentence, notes, facts, tone, blamed } = comparison
  return [
    element('p', { class: `outcome ${tone}` }, sentence),
    effectsTable(a, b, comparison),
    element('ul', { class: 'notes' }, ...notes.map(note => element('li', {}, note))),
    element('h3', {}, 'What else is not the same'),
    factsTable(facts),
    element('h3', {}, 'Blamed functions'),
    ...blamedParts(a, b, blamed)
  ]
}

/**
 * @param {RunAnswer} a
 * @param {RunAnswer} b
 * @param {Comparison} comparison
 */
function effectsTable(a, b, { ratio, tone, outcome }) {
  const changes = [a.change, b.change, ratio].flatMap(change => (change ? [{ value: change.relative, ...change }] : []))
  const reach = reachOf(changes)
  return table(
    'Effects of A and B',
    ['effect of', 'verdict', 'change (95 % CI)', 'drawn'],
    [
      rowOf(nameOf('A', a), a.verdict, toneOfVerdict(a), a, a.change),
      rowOf(nameOf('B', b), b.verdict, toneOfVerdict(b), b, b.change),
      rowOf('B over A', outcome, tone, a, ratio)
    ]
  )

  /**
   * @param {string} name
   * @param {string} words
   * @param {string} tone
   * @param {RunAnswer} answer whose metric it is
   * @param {Interval | null} change
   */
  function rowOf(name, words, tone, { metric, what }, change) {
    const badge = element('span', { class: `badge ${tone}` }, words)
    if (!change) return [name, badge, '-', '']
    const { relative, low, high } = change
    const told = element('span', { class: toneOfChange(change, metric) }, formatChange(change))
    return [
      name,
      badge,
      element('span', {}, told, ' ', element('span', { class: 'what' }, what)),
      svgOf(intervalBar({ value: relative, low, high }, reach, moreIs(metric)))
    ]
  }
}

/**
 * @param {string} letter
 * @param {RunAnswer} answer
 */
function nameOf(letter, { candidate, baseline, startedAt }) {
  return `${letter}: ${candidate} against ${baseline}, ${momentInWords(startedAt)} UTC`
}

/** @param {Fact[]} facts */
function factsTable(facts) {
  if (facts.length === 0) return element('p', {}, 'Nothing: the same machine, versions, commit, load and length.')
  return table(
    'What is not the same',
    ['what', 'A', 'B'],
    facts.map(({ name, a, b }) => [name, a, b])
  )
}

/**
 * @param {RunAnswer} a
 * @param {RunAnswer} b
 * @param {BlamedInEither[]} blamed
 */
function blamedParts(a, b, blamed) {
  if (blamed.length === 0) return [element('p', {}, 'Neither of them blames a function.')]
  const rows = blamed.map(function cellsOf(pair) {
    const { name = '', where = '' } = pair.a ?? pair.b ?? {}
    return [name, where, blamedCell(pair.a, a), blamedCell(pair.b, b)]
  })
  const note = 'Not blamed is not the same as free: what a run could not be sure of, it blames nobody for.'
  return [
    table('Blamed functions of A and B', ['function', 'where', 'A', 'B'], rows),
    element('p', { class: 'what' }, note)
  ]
}

/**
 * @param {Blamed | null} blamed
 * @param {RunAnswer} answer
 */
function blamedCell(blamed, { profilers }) {
  if (!blamed) return profilers.length === 0 ? 'not profiled' : 'not blamed'
  const words = formatCostDifference(blamed, blamed.unit)
  return element('span', { class: toneOf(blamed.low, blamed.high, 'worse') }, `${words}, ${blamed.evidence}`)
}

/**
 * @param {string} text of a picture that was made of figures alone
 * @returns {Node}
 */
function svgOf(text) {
  return new DOMParser().parseFromString(text, 'text/html').body.firstElementChild ?? document.createTextNode('')
}
