import { sumByKey } from '../../../profile/tree/tree-columns.js'
import { formatCost } from '../../../report/words/format.js'
import { button, element } from '../../browser/element.js'
import { differenceWithNoise, placeInWords } from './words.js'

/** @import { FlameFrame } from '../../../flame/types.js' */
/** @import { FlameTree, View } from '../types.js' */
/** @import { GraphInfo } from './words.js' */

/**
 * @typedef {{ frame: number, self: number[], total: number[] }} FunctionRow costs by variant
 * @typedef {{ by: 'name' | 'self' | 'total', isDown: boolean }} Sorting
 * @typedef {{ tree: FlameTree, info: GraphInfo, view: View, noise: number[] | null, frames: Uint8Array | null }} Shown `noise`: by
 *   frame; `frames`, 1: matches the search; null: there is no search
 */

/** As many as have room beside the graph. */
const FIRST = 10
const MORE = 100

/**
 * Builds the table of the functions of a graph: the costs of the shown variant, or the differences.
 * @param {(frame: number) => void} onFunction is called for a row that is chosen
 * @param {(frame: number | null) => void} onHover
 */
export function buildFunctionTable(onFunction, onHover) {
  const head = element('tr')
  const body = element('tbody')
  const more = button('All functions', showMore)
  const table = element('table', { class: 'flame-table', 'aria-label': 'Functions' }, element('thead', {}, head), body)
  const region = { class: 'flame-functions', role: 'region', 'aria-label': 'Functions', tabindex: 0 }
  const root = element('div', region, table, more)
  /** @type {Shown | null} */
  let shown = null
  /** @type {{ tree: object, rows: FunctionRow[] } | null} */
  let costs = null
  /** @type {FunctionRow[]} */
  let rows = []
  let most = FIRST
  /** @type {Sorting} */
  let sorting = { by: 'total', isDown: true }
  return { root, show, mark }

  /** @type {(next: Shown) => void} */
  function show(next) {
    shown = next
    refill()
  }

  function showMore() {
    most += MORE
    refill()
  }

  function refill() {
    if (!shown) return
    const { tree, frames, view } = shown
    if (costs?.tree !== tree) costs = { tree, rows: functionCosts(tree) }
    const found = costs.rows.filter(row => !frames || frames[row.frame] === 1)
    rows = sortFunctions(found, tree.frames, sorting, costIn)
    const kind = view === 'difference' ? ' change' : ''
    head.replaceChildren(
      headerOf('function', 'name'),
      headerOf(`self${kind}`, 'self'),
      headerOf(`total${kind}`, 'total')
    )
    body.replaceChildren(...rows.slice(0, most).map(rowOf))
    more.hidden = rows.length <= most
  }

  /** Returns the cost that is shown. @param {number[]} costs by variant */
  function costIn(costs) {
    const { view = 'baseline', info } = shown ?? {}
    const candidate = costs[info?.candidate ?? 0] ?? 0
    if (view === 'difference') return candidate - (costs[0] ?? 0)
    return view === 'baseline' ? (costs[0] ?? 0) : candidate
  }

  /** @type {(row: FunctionRow) => Node | string} */
  function rowOf({ frame, self, total }) {
    const called = shown?.tree.frames[frame]
    if (!shown || !called) return ''
    const name = button(called.name, () => onFunction(frame), { class: 'flame-link', title: placeInWords(called) })
    const cells = [cellOf(costIn(self), null), cellOf(costIn(total), shown.noise?.[frame] ?? null)]
    const row = element('tr', { 'data-frame': frame }, element('th', { scope: 'row' }, name), ...cells)
    row.addEventListener('pointerenter', () => onHover(frame))
    row.addEventListener('pointerleave', () => onHover(null))
    return row
  }

  /** @type {(cost: number, noise: number | null) => Node} */
  function cellOf(cost, noise) {
    if (!shown) return element('td')
    const { view, info } = shown
    if (view !== 'difference') return element('td', {}, formatCost(cost, info.unit))
    const isSignificant = noise !== null && Math.abs(cost) > noise
    const tone = isSignificant ? (cost > 0 ? 'more' : 'less') : 'noise'
    return element('td', { class: tone }, differenceWithNoise(cost, isSignificant ? noise : null, info))
  }

  /** Marks the row of a function. @param {number | null} frame */
  function mark(frame) {
    for (const row of body.rows) row.classList.toggle('joined', frame !== null && row.dataset.frame === String(frame))
  }

  /** @type {(label: string, by: Sorting['by']) => Node} */
  function headerOf(label, by) {
    const isSorted = sorting.by === by
    const sort = button(label, function sortBy() {
      sorting = { by, isDown: isSorted ? !sorting.isDown : by !== 'name' }
      refill()
      for (const each of head.querySelectorAll('button')) if (each.textContent === label) each.focus()
    })
    const order = sorting.isDown ? 'descending' : 'ascending'
    return element('th', { scope: 'col', 'aria-sort': isSorted ? order : 'none' }, sort)
  }
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

/** The largest are first, whatever their sign. @type {(rows: FunctionRow[], frames: FlameFrame[], sorting: Sorting, costIn: (costs: number[]) => number) => FunctionRow[]} */
export function sortFunctions(rows, frames, { by, isDown }, costIn) {
  const sign = isDown ? -1 : 1
  if (by !== 'name')
    return rows.toSorted((a, b) => sign * (Math.abs(costIn(a[by])) - Math.abs(costIn(b[by]))) || a.frame - b.frame)
  return rows.toSorted(function compareNames(a, b) {
    const [one = '', other = ''] = [frames[a.frame]?.name, frames[b.frame]?.name]
    return one === other ? 0 : sign * (one < other ? -1 : 1) // the same order in every locale
  })
}
