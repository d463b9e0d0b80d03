/** Each variant is told by a colour and, for those who do not see colours and on paper, by a shape. */

const COLOURS = ['var(--baseline)', 'var(--candidate)', 'var(--candidate-2)', 'var(--candidate-3)']
const SYMBOLS = ['circle', 'circle', 'triangle', 'square']

/**
 * @typedef {object} Look
 * @property {string} variant
 * @property {string} colour
 * @property {string} symbol
 * @property {boolean} isHollow
 */

/**
 * @param {string[]} variants the baseline first
 * @returns {Look[]} from the fourth candidate on they begin again with the first
 */
export function looksOf(variants) {
  return variants.map(function lookOf(variant, index) {
    const at = index === 0 ? 0 : 1 + ((index - 1) % (COLOURS.length - 1))
    return {
      variant,
      colour: COLOURS[at] ?? '',
      symbol: SYMBOLS[at] ?? '',
      isHollow: index === 0
    }
  })
}
