import { element } from '../element.js'

/**
 * A table in a region that can be scrolled, also by keyboard. Text stays text.
 * @param {string} label
 * @param {string[]} header
 * @param {(Node | string)[][]} rows the first cell of each is its header
 */
export function table(label, header, rows) {
  const head = header.map(name => element('th', { scope: 'col' }, name))
  const made = element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...rows.map(rowOf))
  )
  return element('div', { class: 'scroll', role: 'region', tabindex: 0, 'aria-label': label }, made)
}

/** @param {(Node | string)[]} cells */
function rowOf([first = '', ...others]) {
  const cells = others.map(cell => element('td', {}, cell))
  return element('tr', {}, element('th', { scope: 'row' }, first), ...cells)
}
