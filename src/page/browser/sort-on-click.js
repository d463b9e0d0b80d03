/**
 * Lets the buttons in the headers of the page's tables sort them: cells with a data-value largest first, text from A to Z,
 * and the reverse at the second click. `aria-sort` of the header has the direction.
 */
export function sortTablesOnClick() {
  for (const table of document.querySelectorAll('table.sortable')) sortOnClick(/** @type {HTMLTableElement} */ (table))
}

/** @type {(table: HTMLTableElement) => void} */
function sortOnClick(table) {
  const headers = [...table.querySelectorAll('thead th')]
  headers.forEach((header, column) => {
    header.querySelector('button')?.addEventListener('click', function sortByColumn() {
      const direction = nextDirection(header, table.tBodies[0]?.rows[0]?.cells[column])
      for (const other of headers) other.removeAttribute('aria-sort')
      header.setAttribute('aria-sort', direction)
      const sign = direction === 'ascending' ? 1 : -1
      const rows = [...(table.tBodies[0]?.rows ?? [])]
      rows.sort((a, b) => sign * compareCells(a.cells[column], b.cells[column]))
      table.tBodies[0]?.append(...rows)
    })
  })
}

/** @type {(header: Element, firstCell?: HTMLTableCellElement) => 'ascending' | 'descending'} */
function nextDirection(header, firstCell) {
  const now = header.getAttribute('aria-sort')
  if (now) return now === 'ascending' ? 'descending' : 'ascending'
  return firstCell?.dataset.value === undefined ? 'ascending' : 'descending'
}

/** @type {(a?: HTMLTableCellElement, b?: HTMLTableCellElement) => number} */
function compareCells(a, b) {
  const values = [a, b].map(cell => Number(cell?.dataset.value ?? -Infinity))
  if (values[0] !== values[1]) return (values[0] ?? 0) - (values[1] ?? 0)
  return (a?.textContent ?? '').trim().localeCompare((b?.textContent ?? '').trim())
}
