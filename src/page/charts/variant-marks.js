import * as Plot from '@observablehq/plot'
import { shortName } from '../../report/words/text.js'
import { drawSign } from './draw.js'

/** @typedef {ReturnType<typeof variantStyles>[0]} VariantStyle a colour and, for those who do not see colours and for print, a shape */

const COLOURS = ['var(--baseline)', 'var(--candidate)', 'var(--candidate-2)', 'var(--candidate-3)', 'var(--more)']
const SYMBOLS = ['circle', 'circle', 'triangle', 'square', 'diamond']

/**
 * Returns how each variant is drawn: the fifth candidate has the style of the first, and so on.
 * @param {string[]} variants the baseline first
 */
export function variantStyles(variants) {
  return variants.map(function styleOf(variant, index) {
    const at = index === 0 ? 0 : 1 + ((index - 1) % (COLOURS.length - 1))
    return { variant, colour: COLOURS[at] ?? '', symbol: SYMBOLS[at] ?? '', isHollow: index === 0 }
  })
}

/** Returns the entry of a variant in the key of a chart. @type {(style: VariantStyle) => { sign: string, words: string }} */
export function variantKey({ variant, colour, symbol, isHollow }) {
  const paint = isHollow ? { stroke: colour, strokeWidth: 1.5 } : { fill: colour, fillOpacity: 0.75 }
  const dot = Plot.dot([0], { frameAnchor: 'middle', r: 4, symbol, className: 'chart-dot', ...paint })
  return { sign: drawSign([dot]), words: shortName(variant) }
}
