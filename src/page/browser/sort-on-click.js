/**
 * Lets the body of a table be sorted by the buttons in its header: figures (cells with a data-value) largest first, text from
 * A to Z, and the other way round the second time. The header says so to those who cannot see it.
 * @param {HTMLTableElement} table
 */
export function sortOnClick(table) {
  const headers = [...table.querySelectorAll('thead th')]
  headers.forEach((header, column) => {
    header.querySelector('button')?.addEventListener('click', function sortByColumn() {
      const direction = nextDirection(header, table, column)
      for (const other of headers) other.removeAttribute('aria-sort')
      header.setAttribute('aria-sort', direction)
      sortRows(table, column, direction)
    })
  })
}

/**
 * @param {Element} header
 * @param {HTMLTableElement} table
 * @param {number} column
 * @returns {'ascending' | 'descending'}
 */
function nextDirection(header, table, column) {
  const now = header.getAttribute('aria-sort')
  if (now) return now === 'ascending' ? 'descending' : 'ascending'
  return table.tBodies[0]?.rows[0]?.cells[column]?.dataset.value === undefined ? 'ascending' : 'descending'
}

/**
 * @param {HTMLTableElement} table
 * @param {number} column
 * @param {'ascending' | 'descending'} direction
 */
function sortRows(table, column, direction) {
  const [body] = table.tBodies
  const sign = direction === 'ascending' ? 1 : -1
  const rows = [...(body?.rows ?? [])].sort((a, b) => sign * compareCells(a.cells[column], b.cells[column]))
  body?.append(...rows)
}

/**
 * @param {HTMLTableCellElement | undefined} a
 * @param {HTMLTableCellElement | undefined} b
 */
function compareCells(a, b) {
  if (a?.dataset.value !== undefined) return Number(a.dataset.value) - Number(b?.dataset.value)
  return (a?.textContent ?? '').trim().localeCompare((b?.textContent ?? '').trim())
}
