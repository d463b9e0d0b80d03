import { formatChange, formatMoment } from '../../report/words/format.js'
import { moreIs } from '../../verdict/decide/classify-change.js'
import { costOf, evenAxis, intervalBar, reachOf } from '../charts/interval-bar.js'
import { toneOf, toneOfChange, toneOfVerdict } from '../parts/tones.js'
import { compareAnswers } from './compare-answers.js'
import { element } from './element.js'
import { sortTablesOnClick } from './sort-on-click.js'

/** @import { Blamed, RunAnswer } from '../../report/types.js' */
/** @import { Interval } from '../../report/words/format.js' */
/** @import { BlamedInEither, Comparison, Fact } from './compare-answers.js' */

/** @typedef {Node | string} Cell */

const ids = ['choice', 'to-comparison', 'choose-none', 'comparison', 'compared']

sortTablesOnClick()
filterByExperiment()
const answers = document.getElementById('answers')
if (answers) offerComparison(JSON.parse(answers.textContent ?? '[]'))

/** Shows the runs and the trends of the experiment that is chosen. */
function filterByExperiment() {
  const select = document.getElementById('experiment')
  if (!(select instanceof HTMLSelectElement)) return
  select.addEventListener('change', function filter() {
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-experiment]')))
      each.hidden = select.value !== '' && each.dataset.experiment !== select.value
  })
}

/**
 * Shows the two selected answers side by side, A the earlier of them, and states the selection in the bar below the table.
 * @param {RunAnswer[]} answers in the order of the values of the boxes
 */
function offerComparison(answers) {
  const boxes = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('.choice input')])
  const [status, link, none, section, comparison] = ids.map(id => document.getElementById(id))
  /** In the order of selection. @type {HTMLInputElement[]} */
  let selected = []
  for (const box of boxes) {
    box.addEventListener('change', function select() {
      const others = selected.filter(other => other !== box)
      show(box.checked ? [...others, box].slice(-2) : others) // a third replaces the first
    })
  }
  none?.addEventListener('click', function selectNone() {
    show([])
    boxes[0]?.focus()
  })

  /** @type {(next: HTMLInputElement[]) => void} */
  function show(next) {
    selected = next
    const [a, b] = selected
      .map(box => ({ box, answer: /** @type {RunAnswer} */ (answers[Number(box.value)]) }))
      .sort((one, other) => Date.parse(one.answer.startedAt) - Date.parse(other.answer.startedAt))
    for (const box of boxes) {
      box.checked = selected.includes(box)
      const letter = box.parentElement?.querySelector('[data-letter]')
      if (letter) letter.textContent = box === a?.box ? 'A' : box === b?.box ? 'B' : ''
    }
    if (!status || !link || !none || !section || !comparison) return
    none.hidden = !a
    link.hidden = section.hidden = !b
    const compared = a && b && compareAnswers(a.answer, b.answer)
    status.textContent = compared ? `A compared with B: ${compared.outcome}.` : missingInWords(a?.answer)
    comparison.replaceChildren(...(compared ? comparisonParts(a.answer, b.answer, compared) : []))
  }
}

/** @type {(selected?: RunAnswer) => string} */
function missingInWords(selected) {
  if (!selected) return 'Select two runs to compare.'
  return `${selected.candidate} of ${formatMoment(selected.startedAt)}: select one more run.`
}

/**
 * Returns what the page shows of two answers side by side, the result first.
 * @type {(a: RunAnswer, b: RunAnswer, comparison: Comparison) => Node[]}
 */
function comparisonParts(a, b, comparison) {
  const { sentence, notes, facts, tone, blamed } = comparison
  return [
    element('p', { class: `outcome ${tone}` }, sentence),
    changesTable(a, b, comparison),
    element('ul', { class: 'notes' }, ...notes.map(note => element('li', {}, note))),
    element('h3', {}, 'Other differences'),
    factsTable(facts),
    element('h3', {}, 'Blamed functions'),
    ...blamedParts(a, b, blamed)
  ]
}

/** @type {(a: RunAnswer, b: RunAnswer, comparison: Comparison) => Node} */
function changesTable(a, b, { ratio, tone, outcome }) {
  const changes = [a.change, b.change, ratio].flatMap(change => (change ? [{ value: change.relative, ...change }] : []))
  const axis = evenAxis(reachOf(changes))
  return table(
    'Changes of A and B',
    ['compared', 'verdict', 'change (95% CI)', 'chart'],
    [
      rowOf(nameOf('A', a), a.verdict, toneOfVerdict(a), a, a.change),
      rowOf(nameOf('B', b), b.verdict, toneOfVerdict(b), b, b.change),
      rowOf('B relative to A', outcome, tone, a, ratio)
    ]
  )

  /** @type {(name: string, words: string, tone: string, answer: RunAnswer, change: Interval | null) => Cell[]} */
  function rowOf(name, words, tone, { metric, what }, change) {
    const badge = element('span', { class: `badge ${tone}` }, words)
    if (!change) return [name, badge, '-', '']
    const cost = { ...costOf(change, moreIs(metric)), hasTooFewSamples: false }
    const size = element('span', { class: toneOfChange(change, metric) }, formatChange(change))
    return [
      name,
      badge,
      element('span', {}, size, ' ', element('span', { class: 'what' }, what)),
      svgOf(intervalBar(cost, axis))
    ]
  }
}

/** @type {(letter: string, answer: RunAnswer) => string} */
function nameOf(letter, { candidate, baseline, startedAt }) {
  return `${letter}: ${candidate} compared with ${baseline}, ${formatMoment(startedAt)} UTC`
}

/** @type {(facts: Fact[]) => Node} */
function factsTable(facts) {
  if (facts.length === 0) return element('p', {}, 'None: machine, versions, commit, load and duration are the same.')
  const rows = facts.map(({ name, a, b }) => [name, a, b])
  return table('Other differences', ['property', 'A', 'B'], rows)
}

/** @type {(a: RunAnswer, b: RunAnswer, blamed: BlamedInEither[]) => Node[]} */
function blamedParts(a, b, blamed) {
  if (blamed.length === 0) return [element('p', {}, 'Neither run blames a function.')]
  const rows = blamed.map(function cellsOf(pair) {
    const { name = '', where = '' } = pair.a ?? pair.b ?? {}
    return [name, where, blamedCell(pair.a, a), blamedCell(pair.b, b)]
  })
  const note = 'A function that is not blamed can still have a cost that is too small for the run to detect.'
  return [
    table('Blamed functions of A and B', ['function', 'file', 'A', 'B'], rows),
    element('p', { class: 'what' }, note)
  ]
}

/** @type {(blamed: Blamed | null, answer: RunAnswer) => Cell} */
function blamedCell(blamed, { profilers }) {
  if (!blamed) return profilers.length === 0 ? 'not profiled' : 'not blamed'
  return element('span', { class: toneOf(blamed.low, blamed.high) }, `${blamed.words}, ${blamed.evidence}`)
}

/**
 * Returns a table in a region that scrolls, also by keyboard. Text stays text.
 * @type {(label: string, header: string[], rows: Cell[][]) => Node}
 */
function table(label, header, rows) {
  const head = element('tr', {}, ...header.map(name => element('th', { scope: 'col' }, name)))
  const body = rows.map(([first = '', ...others]) => {
    const cells = others.map(cell => element('td', {}, cell))
    return element('tr', {}, element('th', { scope: 'row' }, first), ...cells)
  })
  const made = element('table', {}, element('thead', {}, head), element('tbody', {}, ...body))
  return element('div', { class: 'scroll', role: 'region', tabindex: 0, 'aria-label': label }, made)
}

/** Returns the element of an SVG text, which is made of numbers alone. @type {(text: string) => Node} */
function svgOf(text) {
  return new DOMParser().parseFromString(text, 'text/html').body.firstElementChild ?? document.createTextNode('')
}
