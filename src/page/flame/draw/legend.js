import { sumByKey } from '../../../profile/tree/tree-columns.js'
import { formatCost, formatCount, formatCounted } from '../../../report/words/format.js'
import { ownerWords, tierWords } from '../../../report/words/words.js'
import { element } from '../../browser/element.js'
import { costName, costWithShare, significanceInWords, tooNarrow } from '../panel/words.js'
import { colourKeys, colours } from '../scene/colouring.js'
import { countChanges, SHADES } from '../scene/difference.js'
import { highestSelf } from '../scene/tree.js'

/**
 * @import { Fill, Swatch } from '../scene/theme.js'
 * @import { ColouringName, FlameTree } from '../types.js'
 * @import { GraphInfo } from '../panel/words.js'
 */

/**
 * @typedef {{ colour: number, mark?: 1 | 2, text: string }} Entry
 * @typedef {{ entries: Entry[], note: string }} Legend
 */

/**
 * Returns what the colours mean, with the cost or the number of frames of each.
 * @type {(tree: FlameTree, colouring: ColouringName, colours: Uint8Array, variants: number[], info: GraphInfo) => Legend}
 */
export function legendOf(tree, colouring, colourOf, variants, info) {
  if (colouring === 'difference') return differenceLegend(tree, info)
  if (colouring === 'hotness') return hotnessLegend(tree, variants, info)
  const keys = colourKeys[colouring]
  /** @type {Record<string, string>} */
  const words = colouring === 'group' ? ownerWords : tierWords
  const costs = variants.map(variant => sumByKey(colourOf, keys.length, tree.self[variant] ?? []))
  const entries = keys.flatMap((key, colour) => {
    const parts = variants.map((variant, i) => costWithShare(costs[i]?.[colour] ?? 0, variant, info))
    return costs.some(each => each[colour]) ? [{ colour, text: `${words[key]}: ${parts.join(' and ')}` }] : []
  })
  const names = variants.map(variant => info.variants[variant])
  return { entries, note: `Self ${costName(info.unit)}, ${names.join(' and ')}.` }
}

/** @type {(tree: FlameTree, variants: number[], info: GraphInfo) => Legend} */
function hotnessLegend(tree, variants, { unit, variants: names }) {
  const [variant = 0] = variants.slice(-1)
  const hottest = highestSelf(tree, variant)
  const entries = [
    { colour: 0, text: `self ${costName(unit)}: 0` },
    { colour: colours.hotness.length - 1, text: `the highest: ${formatCost(hottest, unit)}` }
  ]
  return { entries, note: `Hotness is the self ${costName(unit)} of a frame in ${names[variant]}.` }
}

/** @type {(tree: FlameTree, info: GraphInfo) => Legend} */
function differenceLegend(tree, { variants, candidate, unit }) {
  const counts = countChanges(tree, candidate)
  const [inBaseline, inCandidate] = [`only in ${variants[0]}`, `only in ${variants[candidate]}`]
  const { more, less, moreOnlyCandidate, lessOnlyBaseline, notSignificant, largest, isNoiseKnown } = counts
  const size = `the size of the difference (largest: ${formatCost(largest, unit)})`
  const strength = largest > 0 ? ` Colour strength shows ${size}.` : ''
  return {
    entries: [
      {
        colour: SHADES,
        text: `costs more: ${formatCounted(more, 'frame')} (${formatCount(moreOnlyCandidate)} ${inCandidate})`
      },
      {
        colour: 2 * SHADES,
        text: `costs less: ${formatCounted(less, 'frame')} (${formatCount(lessOnlyBaseline)} ${inBaseline})`
      },
      { colour: 0, text: `${significanceInWords(isNoiseKnown)}: ${formatCounted(notSignificant, 'frame')}` },
      { colour: 0, mark: 1, text: `${inCandidate}: ${formatCounted(counts.onlyCandidate, 'frame')}` },
      { colour: 0, mark: 2, text: `${inBaseline}: ${formatCounted(counts.onlyBaseline, 'frame')}` }
    ],
    note: isNoiseKnown
      ? `Frame width: the higher self cost of the two variants, plus the widths of the callees. Coloured frames are significant at a false discovery rate of 5%.${strength}`
      : 'Fewer than two rounds were profiled per variant, so significance is unknown. All frames are grey.'
  }
}

/**
 * Shows a legend; `thin` is the colour of bars too narrow to draw separately.
 * @type {(target: HTMLElement, legend: Legend, palette: Swatch[], thin: string) => void}
 */
export function fillLegend(target, { entries, note }, palette, thin) {
  const marks = ['', 'flame-only-candidate', 'flame-only-baseline']
  const items = entries.map(({ colour, mark, text }) => itemOf(palette[colour]?.normal, text, marks[mark ?? 0]))
  items.push(itemOf({ fill: thin, text: thin }, tooNarrow))
  target.replaceChildren(element('ul', {}, ...items), element('p', {}, note))
}

/** @type {(fill: Fill | undefined, text: string, mark?: string) => HTMLElement} */
function itemOf(fill, text, mark = '') {
  const swatch = element('span', { class: `flame-swatch ${mark}`, 'aria-hidden': 'true' })
  swatch.style.backgroundColor = fill?.fill ?? ''
  swatch.style.color = fill?.text ?? ''
  return element('li', {}, swatch, text)
}
