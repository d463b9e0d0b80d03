import { formatCost, formatCostDifference, formatCount } from '../../../report/format.js'
import { button, element } from '../element.js'
import { functionCosts, sortFunctions } from './function-costs.js'
import { placeInWords, rangeOf, shownText } from './words.js'

/**
 * @import { FunctionRow, Sorting } from './function-costs.js'
 * @import { FlameTree } from './types.js'
 * @import { Told, Unit } from './words.js'
 */

/**
 * @typedef {{ label: string, by: Sorting['by'], variant: number }} Column
 *
 * @typedef {object} Shown
 * @property {FlameTree} tree
 * @property {Told} told
 * @property {number[] | null} noise by frame; null: not known
 * @property {Uint8Array | null} frames 1: looked for; null: nothing is
 */

const MORE = 100
const howTold =
  'The total holds all a function calls, wherever it is called. Noise is reckoned for all functions together: of the differences outside of it one in twenty may be chance.'

/**
 * The functions of a graph, for whoever would rather read figures; filled when it is opened.
 * @param {(frame: number) => void} onFunction
 */
export function buildFunctionTable(onFunction) {
  const head = element('tr')
  const body = element('tbody')
  const caption = element('caption')
  const more = button('Show more functions', () => fill(MORE))
  const table = element('table', { class: 'flame-table' }, caption, element('thead', {}, head), body)
  const box = element(
    'div',
    { class: 'flame-table-box', role: 'region', 'aria-label': 'Functions', tabindex: 0 },
    table
  )
  const note = element('p', { class: 'flame-note' }, howTold)
  const root = element('details', {}, element('summary', {}, 'As a table'), note, box, more)
  /** @type {Shown | null} */
  let shown = null
  /** @type {{ tree: object, rows: FunctionRow[] } | null} */
  let costs = null
  /** @type {FunctionRow[]} */
  let rows = []
  /** @type {Sorting} */
  let sorting = { by: 'total', variant: 1, isDown: true }
  root.addEventListener('toggle', renew)
  return { root, show }

  /** @param {Shown} next */
  function show(next) {
    shown = next
    renew()
  }

  function renew() {
    if (!shown || !root.open) return
    const { tree, told, frames } = shown
    if (costs?.tree !== tree) costs = { tree, rows: functionCosts(tree) }
    const variant = sorting.variant === 0 ? 0 : told.candidate
    const found = costs.rows.filter(row => !frames || frames[row.frame] === 1)
    rows = sortFunctions(found, tree.frames, { ...sorting, variant })
    caption.textContent = `${formatCount(rows.length)} functions, cost of a request`
    head.replaceChildren(...columnsOf(told).map(headerOf))
    body.replaceChildren()
    fill(MORE)
  }

  /** @param {number} count */
  function fill(count) {
    const from = body.rows.length
    const next = rows.slice(from, from + count)
    body.append(...next.map(rowOf))
    more.hidden = body.rows.length >= rows.length
  }

  /**
   * @param {FunctionRow} row
   */
  function rowOf({ frame, self, total }) {
    if (!shown) return ''
    const { candidate, unit } = shown.told
    const called = shown.tree.frames[frame]
    const costs = [self, total].flatMap(column => [column[0] ?? 0, column[candidate] ?? 0])
    const name = button(shownText(called?.name ?? ''), () => onFunction(frame), { class: 'flame-link' })
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, name),
      element('td', { class: 'flame-place' }, called ? placeInWords(called) : ''),
      ...costs.map(cost => element('td', {}, formatCost(cost, unit))),
      differenceCell((total[candidate] ?? 0) - (total[0] ?? 0), shown.noise?.[frame] ?? null, unit)
    )
  }

  /** @param {Column} column */
  function headerOf({ label, by, variant }) {
    const isSorted = sorting.by === by && (sorting.variant === 0) === (variant === 0)
    const order = sorting.isDown ? 'descending' : 'ascending'
    const sort = button(label, function sortBy() {
      const isText = by === 'name' || by === 'place'
      sorting = { by, variant, isDown: isSorted ? !sorting.isDown : !isText }
      renew()
      for (const each of head.querySelectorAll('button')) if (each.textContent === label) each.focus()
    })
    return element('th', { scope: 'col', 'aria-sort': isSorted ? order : 'none' }, sort)
  }
}

/**
 * @param {number} difference
 * @param {number | null} noise
 * @param {Unit} unit
 */
function differenceCell(difference, noise, unit) {
  const range = formatCostDifference(rangeOf(difference, noise), unit)
  if (noise === null) return element('td', { class: 'noise' }, `${range}, noise not known`)
  if (Math.abs(difference) <= noise) return element('td', { class: 'noise' }, `${range}, within the noise`)
  return element('td', { class: difference > 0 ? 'more' : 'less' }, range)
}

/**
 * @param {Told} told
 * @returns {Column[]}
 */
function columnsOf({ variants, candidate }) {
  const [before, after] = [variants[0], variants[candidate]]
  return [
    { label: 'Function', by: 'name', variant: 1 },
    { label: 'Where', by: 'place', variant: 1 },
    { label: `Self, ${before}`, by: 'self', variant: 0 },
    { label: `Self, ${after}`, by: 'self', variant: 1 },
    { label: `Total, ${before}`, by: 'total', variant: 0 },
    { label: `Total, ${after}`, by: 'total', variant: 1 },
    { label: 'Difference of totals', by: 'difference', variant: 1 }
  ]
}
