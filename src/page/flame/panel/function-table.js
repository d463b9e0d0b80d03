import { sumByKey } from '../../../profile/tree/tree-columns.js'
import { formatCost, formatCount } from '../../../report/words/format.js'
import { button, element } from '../../browser/element.js'
import { costName, differenceWithNoise, placeInWords, shownVariants, significanceInWords, tableNote } from './words.js'

/** @import { FlameFrame } from '../../../flame/types.js' */
/** @import { FlameTree } from '../types.js' */
/** @import { GraphInfo } from './words.js' */

/**
 * @typedef {{ frame: number, self: number[], total: number[] }} FunctionRow costs by variant
 * @typedef {{ by: 'name' | 'place' | 'self' | 'total' | 'difference', variant: number, isDown: boolean }} Sorting
 * @typedef {{ tree: FlameTree, info: GraphInfo, noise: number[] | null, frames: Uint8Array | null,
 *   current: number | null }} Shown `noise`: by frame; `frames`, 1: matches the search; null: there is no search;
 *   `current`: the function whose callers and callees are shown
 */

const MORE = 100

/**
 * Builds the table of the functions of a graph; it is filled when it is opened.
 * @param {(frame: number) => void} onFunction
 */
export function buildFunctionTable(onFunction) {
  const head = element('tr')
  const body = element('tbody')
  const caption = element('caption')
  const more = button('Show more functions', appendRows)
  const table = element('table', { class: 'flame-table' }, caption, element('thead', {}, head), body)
  const region = { class: 'flame-table-box', role: 'region', 'aria-label': 'Functions', tabindex: 0 }
  const note = element('p', { class: 'flame-note' }, tableNote)
  const summary = element('summary', {}, 'Functions (table)')
  const box = element('div', region, table)
  const root = element('details', { class: 'flame-functions' }, summary, note, box, more)
  let wasOpen = false
  /** @type {Shown | null} */
  let shown = null
  /** @type {{ tree: object, rows: FunctionRow[] } | null} */
  let costs = null
  /** @type {FunctionRow[]} */
  let rows = []
  /** @type {Sorting} */
  let sorting = { by: 'total', variant: 1, isDown: true }
  root.addEventListener('toggle', refill)
  return { root, show }

  /** @type {(next: Shown) => void} */
  function show(next) {
    if ((shown?.current ?? null) === null && next.current !== null) wasOpen = root.open
    if (next.current !== null) root.open = true
    else if ((shown?.current ?? null) !== null) root.open = wasOpen
    shown = next
    refill()
  }

  function refill() {
    if (!shown || !root.open) return
    const { tree, info, frames } = shown
    if (costs?.tree !== tree) costs = { tree, rows: functionCosts(tree) }
    const variant = sorting.variant === 0 ? 0 : info.candidate
    const found = costs.rows.filter(row => !frames || frames[row.frame] === 1)
    rows = sortFunctions(found, tree.frames, { ...sorting, variant })
    caption.textContent = `${formatCount(rows.length)} functions, ${costName(info.unit)}`
    head.replaceChildren(
      headerOf('Function', 'name'),
      headerOf('File', 'place'),
      ...headersOf('Self', 'self', info),
      ...headersOf('Total', 'total', info),
      ...(info.candidate === 0 ? [] : [headerOf('Change in total', 'difference')])
    )
    const { scrollTop } = box
    const kept = body.rows.length
    body.replaceChildren()
    do appendRows()
    while (body.rows.length < Math.min(kept, rows.length))
    box.scrollTop = scrollTop
  }

  function appendRows() {
    const from = body.rows.length
    body.append(...rows.slice(from, from + MORE).map(rowOf))
    more.hidden = body.rows.length >= rows.length
  }

  /** @type {(row: FunctionRow) => Node | string} */
  function rowOf({ frame, self, total }) {
    const called = shown?.tree.frames[frame]
    if (!shown || !called) return ''
    const { info, noise, current } = shown
    const costs = [self, total].flatMap(column => shownVariants(info).map(variant => column[variant] ?? 0))
    const isCurrent = frame === current && { 'aria-current': 'true' }
    const name = button(called.name, () => onFunction(frame), { class: 'flame-link', ...isCurrent })
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, name),
      element('td', { class: 'flame-place' }, placeInWords(called)),
      ...costs.map(cost => element('td', {}, formatCost(cost, info.unit))),
      ...(info.candidate === 0
        ? []
        : [differenceCell((total[info.candidate] ?? 0) - (total[0] ?? 0), noise?.[frame] ?? null, info)])
    )
  }

  /** @type {(kind: string, by: Sorting['by'], info: GraphInfo) => Node[]} */
  function headersOf(kind, by, info) {
    const indexes = shownVariants(info)
    return indexes.map((variant, place) =>
      headerOf(`${kind}, ${info.variants[variant]}`, by, place === indexes.length - 1 ? 1 : 0)
    )
  }

  /** @type {(label: string, by: Sorting['by'], variant?: 0 | 1) => Node} */
  function headerOf(label, by, variant = 1) {
    const isSorted = sorting.by === by && (sorting.variant === 0) === (variant === 0)
    const order = sorting.isDown ? 'descending' : 'ascending'
    const sort = button(label, function sortBy() {
      const isText = by === 'name' || by === 'place'
      sorting = { by, variant, isDown: isSorted ? !sorting.isDown : !isText }
      refill()
      for (const each of head.querySelectorAll('button')) if (each.textContent === label) each.focus()
    })
    return element('th', { scope: 'col', 'aria-sort': isSorted ? order : 'none' }, sort)
  }
}

/** @type {(difference: number, noise: number | null, info: GraphInfo) => Node} */
function differenceCell(difference, noise, info) {
  const words = differenceWithNoise(difference, noise, info)
  const isSignificant = noise !== null && Math.abs(difference) > noise
  if (isSignificant) return element('td', { class: difference > 0 ? 'more' : 'less' }, words)
  return element('td', { class: 'noise' }, `${words}, ${significanceInWords(noise !== null)}`)
}

/**
 * Returns the costs of each function over all call sites; a recursive call counts once in the total.
 * @type {(tree: FlameTree) => FunctionRow[]}
 */
export function functionCosts({ frames, frame, self, total, isOutermost }) {
  const count = frames.length
  const selfSums = self.map(column => sumByKey(frame, count, column))
  const totalSums = total.map(column => sumByKey(frame, count, column, isOutermost))
  return [...new Set(frame)]
    .sort((a, b) => a - b)
    .map(index => ({
      frame: index,
      self: selfSums.map(sums => sums[index] ?? 0),
      total: totalSums.map(sums => sums[index] ?? 0)
    }))
}

/** @type {(rows: FunctionRow[], frames: FlameFrame[], sorting: Sorting) => FunctionRow[]} */
export function sortFunctions(rows, frames, { by, variant, isDown }) {
  const sign = isDown ? -1 : 1
  if (by === 'name' || by === 'place') {
    const texts = frames.map(frame => (by === 'name' ? frame.name : `${frame.file}:${frame.line ?? ''}`))
    return rows.toSorted(function compareTexts(a, b) {
      const [one = '', other = ''] = [texts[a.frame], texts[b.frame]]
      return one === other ? 0 : sign * (one < other ? -1 : 1) // the same order in every locale
    })
  }
  return rows.toSorted((a, b) => sign * (sortValue(a) - sortValue(b)) || a.frame - b.frame)

  /** @type {(row: FunctionRow) => number} */
  function sortValue(row) {
    if (by === 'difference') return (row.total[variant] ?? 0) - (row.total[0] ?? 0)
    return row[by === 'self' ? 'self' : 'total'][variant] ?? 0
  }
}
