import { escapeText } from './draw.js'

/**
 * What the signs of a chart mean, as a line of the page that breaks where it must.
 * @param {{ sign: string, words: string }[]} entries
 * @returns {string}
 */
export function keyOf(entries) {
  const items = entries.map(({ sign, words }) => `<li>${sign}${escapeText(words)}</li>`)
  return `<ul class="chart-key">${items.join('')}</ul>`
}
