import { escapeText } from './draw.js'
import { toTenths } from './interval-bar.js'

/** @import { CardView } from '../../report/words/card-words.js' */

/**
 * @typedef {object} Segment
 * @property {'both' | 'more' | 'less'} kind work of both variants, and what the candidate adds or no longer does
 * @property {boolean} isRest whether it is in no row of the blame
 * @property {string} label
 * @property {number} micros its size
 * @property {number} share of the width
 * @property {number | null} row of the blame
 *
 * @typedef {{ segments: Segment[], isCut: boolean }} StackBar `isCut`: the first segment is shorter than its cost
 */

/** Changes that are a smaller share of the whole are drawn larger, so that they can be seen. */
const SMALL_SHARE = 0.25
const SHARE_OF_CUT = 0.35
const HEIGHT = 30
/** Where two gaps say that the first segment is cut. */
const GAPS = [0.3, 0.31]
/** A narrower segment has no text, in percent. */
const NARROWEST = 5

/**
 * Returns a card as one bar: the work of both variants, what the candidate no longer does, and what it adds.
 * @param {number} startMicros the cost of the baseline
 * @param {Pick<CardView, 'steps' | 'sides' | 'total'>} view
 * @returns {StackBar}
 */
export function stackBar(startMicros, { steps, sides, total }) {
  const parts = steps.map(({ micros, name, figure, half, row }) => ({
    kind: micros < 0 ? /** @type {const} */ ('less') : /** @type {const} */ ('more'),
    isRest: row === null,
    label: `${figure}${half} ${name}`,
    micros: Math.abs(micros),
    row
  }))
  const less = parts.filter(({ kind }) => kind === 'less')
  const more = parts.filter(({ kind }) => kind === 'more')
  const changed = sumOf(parts)
  const common = Math.max(0, startMicros - sumOf(less))
  const isCut = changed > 0 && changed < SMALL_SHARE * (common + changed)
  const drawn = isCut ? (changed * SHARE_OF_CUT) / (1 - SHARE_OF_CUT) : common
  const label = less.length > 0 ? 'in both' : `${sides[0]} ${total?.start}`
  const both = { kind: /** @type {const} */ ('both'), isRest: false, label, micros: drawn, row: null }
  const all = [both, ...less, ...more].filter(({ micros }) => micros > 0)
  const width = sumOf(all) || 1
  return { segments: all.map(each => ({ ...each, share: each.micros / width })), isCut }
}

/** @param {{ micros: number }[]} parts */
function sumOf(parts) {
  return parts.reduce((sum, { micros }) => sum + micros, 0)
}

/** Draws it as wide as its place. @type {(bar: StackBar, name: string, isJoined?: boolean) => string} SVG; `isJoined`: with the rows of the lines */
export function drawStackBar({ segments, isCut }, name, isJoined = true) {
  let at = 0
  const drawn = segments.map(function drawSegment({ kind, isRest, label, share, row }) {
    const [x, width] = [100 * at, 100 * share].map(toTenths)
    at += share
    const text = escapeText(label)
    const shown =
      Number(width) < NARROWEST ? '' : `<text x="8" y="${HEIGHT / 2}" dominant-baseline="central">${text}</text>`
    const joins = row === null || !isJoined ? '' : ` data-rows="${row}"`
    const classes = `segment-${kind}${isRest ? ' rest' : ''}`
    return `<svg x="${x}%" width="${width}%" height="${HEIGHT}" class="${classes}"${joins}><title>${text}</title><rect width="100%" height="100%"/>${shown}</svg>`
  })
  const gaps = isCut
    ? GAPS.map(share => `<rect x="${100 * share}%" width="2" height="${HEIGHT}" class="gap"/>`).join('')
    : ''
  const words = escapeText(`${name}: ${segments.map(({ label }) => label).join(', ')}`)
  return `<svg class="stack" role="img" width="100%" height="${HEIGHT}"><title>${words}</title>${drawn.join('')}${gaps}</svg>`
}
