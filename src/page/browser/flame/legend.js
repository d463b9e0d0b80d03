import { formatCost, formatCount } from '../../../report/format.js'
import { colourWords, costsByColour, paints } from './colouring.js'
import { countChanges, SHADES } from './difference.js'
import { shareInWords } from './words.js'

/**
 * @import { ColouringName, FlameTree } from './types.js'
 * @import { Told } from './words.js'
 */

/**
 * @typedef {{ colour: number, mark?: 1 | 2, text: string }} Entry
 * @typedef {{ entries: Entry[], note: string }} Legend
 */

/**
 * What the colours mean, with how much there is of each.
 * @param {FlameTree} tree
 * @param {ColouringName} colouring
 * @param {Uint8Array} colours by node
 * @param {number[]} variants that are seen
 * @param {Told} told
 * @returns {Legend}
 */
export function legendOf(tree, colouring, colours, variants, told) {
  if (colouring === 'difference') return differenceLegend(tree, told)
  const count = paints[colouring].length
  const costs = variants.map(variant => costsByColour(tree, colours, count, variant))
  const entries = colourWords[colouring].map((words, colour) => {
    const parts = variants.map((variant, i) => {
      const cost = costs[i]?.[colour] ?? 0
      return `${formatCost(cost, told.unit)} (${shareInWords(cost, told.wholes[variant] ?? 0)})`
    })
    const isThere = costs.some(each => (each[colour] ?? 0) > 0)
    return { colour, isThere, text: `${words}: ${parts.join(' and ')}` }
  })
  return {
    entries: entries.filter(({ isThere }) => isThere).map(({ colour, text }) => ({ colour, text })),
    note: noteOn(variants, told)
  }
}

/**
 * @param {number[]} variants
 * @param {Told} told
 */
function noteOn(variants, { unit, variants: names }) {
  const what = unit === 'bytes' ? 'Bytes' : 'CPU'
  return `${what} a request in ${variants.map(variant => names[variant]).join(' and in ')}, each frame for itself.`
}

/**
 * @param {FlameTree} tree
 * @param {Told} told
 */
function differenceLegend(tree, told) {
  const counts = countChanges(tree, told.candidate)
  const { more, less, unsure, unsureNew, unsureVanished, largest, isNoiseKnown } = counts
  const [baseline, candidate] = [told.variants[0], told.variants[told.candidate]]
  const size = formatCost(largest, told.unit)
  const unsureWords = isNoiseKnown ? 'within the noise' : 'the noise is not known'
  /** @type {Entry[]} */
  const entries = [
    { colour: SHADES, text: `costs more: ${calls(more)}, ${counts.new} of them new` },
    { colour: 2 * SHADES, text: `costs less: ${calls(less)}, ${counts.vanished} of them vanished` },
    { colour: 0, text: `${unsureWords}: ${calls(unsure)}` },
    { colour: 0, mark: 1, text: `only in ${candidate}: ${calls(counts.new + unsureNew)}` },
    { colour: 0, mark: 2, text: `only in ${baseline}: ${calls(counts.vanished + unsureVanished)}` }
  ]
  if (!isNoiseKnown) {
    const note = 'Fewer than two rounds were profiled in both, so the noise is not known and every difference is grey.'
    return { entries, note }
  }
  const note = `A frame is as wide as its own part in the dearer of the two, with all it calls. Noise is reckoned for all frames together: of those in colour one in twenty may be chance. The stronger the colour, the larger the difference, up to ${size}.`
  return { entries, note }
}

/** @param {number} count */
function calls(count) {
  return `${formatCount(count)} ${count === 1 ? 'frame' : 'frames'}`
}
