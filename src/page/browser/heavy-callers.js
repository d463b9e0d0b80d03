import { heavyCells } from '../../report/words/heavy-cells.js'
import { button, element } from './element.js'
import { inflate } from './unpack.js'

/** @import { HeavyTable } from '../../blame/types.js' */

/**
 * @typedef {Pick<HeavyTable, 'unit' | 'variants' | 'callers'> & { names: string[], places: string[] }} PackedCallers what is shown
 *   below the rows of a bottom-up table when they are expanded; names and places in the source are those of the frames of the table
 */

const INDENT_REM = 0.75
/** An indent beyond this would leave no room for names. */
const DEEPEST_INDENT = 8

/** Lets the rows of the bottom-up tables be expanded to the callers of their functions. */
export function expandHeavyTables() {
  for (const details of document.querySelectorAll('details.heavy')) addCallers(details)
}

/** @type {(details: Element) => Promise<void>} */
async function addCallers(details) {
  const text = await inflate(details.querySelector('script')?.textContent ?? '')
  const packed = /** @type {PackedCallers} */ (await text.json())
  details.querySelectorAll('tbody tr').forEach(function addTo(row, index) {
    const own = callersOf(packed, index, -1)
    const name = row.querySelector('th')
    if (own.length > 0 && name) name.replaceChildren(expander(packed, row, name.textContent ?? '', own, 1))
  })
}

/**
 * Returns a button with the name of a function that shows and removes the rows of its callers.
 * @type {(packed: PackedCallers, row: Element, name: string, callers: number[], depth: number) => HTMLButtonElement}
 */
function expander(packed, row, name, callers, depth) {
  /** @type {Element[]} */
  let below = []
  const toggle = button(name, show, { class: 'expander', 'aria-expanded': 'false' })
  row.addEventListener('collapse', remove)
  return toggle

  function show() {
    if (below.length > 0) return remove()
    below = callers.map(caller => callerRow(packed, caller, depth))
    row.after(...below)
    toggle.setAttribute('aria-expanded', 'true')
    // A chain of single callers is one step for those who follow it.
    if (below.length === 1) below[0]?.querySelector('button')?.click()
  }

  function remove() {
    for (const each of below) {
      each.dispatchEvent(new Event('collapse'))
      each.remove()
    }
    below = []
    toggle.setAttribute('aria-expanded', 'false')
  }
}

/** @type {(packed: PackedCallers, caller: number, depth: number) => HTMLTableRowElement} */
function callerRow(packed, caller, depth) {
  const { names, places, callers } = packed
  const frame = callers.frame[caller] ?? -1
  const cells = heavyCells(
    callers.self.map(self => self[caller] ?? 0),
    packed
  )
  const th = element('th', { scope: 'row', class: 'caller' })
  th.style.paddingLeft = `${INDENT_REM * Math.min(depth, DEEPEST_INDENT)}rem`
  const row = element(
    'tr',
    {},
    th,
    element('td', {}, places[frame] ?? ''),
    ...cells.map(text => element('td', { class: 'figure' }, text)),
    element('td', { colspan: cells.length })
  )
  const own = callersOf(packed, callers.row[caller] ?? -1, caller)
  const name = names[frame] ?? ''
  th.append(own.length === 0 ? name : expander(packed, row, name, own, depth + 1))
  return row
}

/** @type {(packed: PackedCallers, row: number, parent: number) => number[]} */
function callersOf({ callers }, row, parent) {
  return [...callers.row.keys()].filter(caller => callers.row[caller] === row && callers.parent[caller] === parent)
}
