import { element } from '../element.js'

/**
 * @import { Legend } from './legend.js'
 * @import { Dye, Ink } from './theme.js'
 */

/** @typedef {{ name: string, lines: string[] }} Described */

/**
 * @param {HTMLElement} target
 * @param {Described | null} described
 * @param {string} [otherwise]
 */
export function fillDetails(target, described, otherwise = '') {
  if (!described) return target.replaceChildren(element('p', {}, otherwise))
  const lines = described.lines.filter(line => line !== '').map(line => element('p', {}, line))
  target.replaceChildren(element('p', { class: 'flame-name' }, described.name), ...lines)
}

/**
 * @param {HTMLElement} target
 * @param {Legend} legend
 * @param {Dye[]} dyes
 * @param {string} thin the colour of what is too thin to be drawn apart
 */
export function fillLegend(target, { entries, note }, dyes, thin) {
  const marks = ['', 'flame-new', 'flame-gone']
  const items = entries.map(({ colour, mark, text }) => itemOf(dyes[colour]?.full, text, marks[mark ?? 0]))
  items.push(itemOf({ fill: thin, text: thin }, 'too thin to be drawn apart'))
  target.replaceChildren(element('ul', {}, ...items), element('p', {}, note))
}

/**
 * @param {Ink | undefined} ink
 * @param {string} text
 * @param {string} [mark]
 */
function itemOf(ink, text, mark = '') {
  const swatch = element('span', { class: `flame-swatch ${mark}`, 'aria-hidden': 'true' })
  swatch.style.backgroundColor = ink?.fill ?? ''
  swatch.style.color = ink?.text ?? ''
  return element('li', {}, swatch, text)
}
