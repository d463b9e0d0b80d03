import { toTenths } from './interval-bar.js'

/** @import { Card } from '../../blame/types.js' */
/** @import { CardView } from '../../report/words/card-words.js' */

/**
 * @typedef {object} WaterfallBar its ends are shares of the width
 * @property {number} from
 * @property {number} to
 * @property {'baseline' | 'candidate' | 'more' | 'less' | 'rest'} kind
 * @property {boolean} isCut whether it begins left of the axis
 */

/**
 * Totals of which the change is a smaller share are cut, so that the steps can be seen. Where no change was found, it has to look as
 * small as it is.
 */
const SMALL_SHARE = 0.25
const HEIGHT = 16

/**
 * Returns the bars of a card: the baseline, the steps, each from where the one before ends, and the candidate.
 * @param {Card} card @param {Pick<CardView, 'steps'>} view
 * @returns {WaterfallBar[]} none without a total
 */
export function waterfallBars({ total, verdict }, { steps }) {
  if (!total) return []
  const levels = [total.baselineMicros]
  for (const { micros } of steps) levels.push((levels.at(-1) ?? 0) + micros)
  const [least, most] = [Math.min(...levels), Math.max(...levels)]
  const isCut = (verdict === 'slower' || verdict === 'faster') && most - least < SMALL_SHARE * most
  const start = isCut ? least - Math.max((most - least) / 3, most / 100) : 0
  const bars = steps.map(({ micros, row }, index) => {
    const ends = [levels[index] ?? 0, levels[index + 1] ?? 0]
    const kind = row === null ? 'rest' : micros < 0 ? 'less' : 'more'
    return barOf(Math.min(...ends), Math.max(...ends), kind, false)
  })
  return [
    barOf(start, total.baselineMicros, 'baseline', isCut),
    ...bars,
    barOf(start, total.candidateMicros, 'candidate', isCut)
  ]

  /** @type {(low: number, high: number, kind: WaterfallBar['kind'], isCut: boolean) => WaterfallBar} */
  function barOf(low, high, kind, isCut) {
    const [from, to] = [low, high].map(level => Math.max(0, Math.min(1, (level - start) / (most - start || 1))))
    return { from: from ?? 0, to: to ?? 0, kind, isCut }
  }
}

/**
 * Draws one bar of a waterfall as wide as its cell. Two gaps near its left end mark a bar that is cut there.
 * @param {WaterfallBar} bar
 * @returns {string} SVG
 */
export function waterfallBar({ from, to, kind, isCut }) {
  const [x, width] = [100 * from, Math.max(0.4, 100 * (to - from))].map(toTenths)
  const gaps = isCut ? [2, 4].map(at => `<rect x="${at}" width="1" height="${HEIGHT}" class="gap"/>`).join('') : ''
  const box = `viewBox="0 0 100 ${HEIGHT}" preserveAspectRatio="none" width="100%" height="${HEIGHT}"`
  return `<svg class="step-bar" ${box} aria-hidden="true"><rect x="${x}" width="${width}" height="${HEIGHT}" class="step-${kind}"/>${gaps}</svg>`
}
