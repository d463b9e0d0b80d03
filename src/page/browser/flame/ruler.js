import { ticksIn } from './range.js'

/** @import { FlameGraph } from '../../../flame/types.js' */

/** @typedef {FlameGraph['unit'] | 'time'} Measure */

/** Each from how much on, the largest first. @type {Record<Measure, { from: number, size: number, name: string }[]>} */
const scales = {
  micros: [
    { from: 10_000, size: 1e3, name: 'ms' },
    { from: 0, size: 1, name: 'µs' }
  ],
  bytes: [
    { from: 1e6, size: 1e6, name: 'MB' },
    { from: 1e3, size: 1e3, name: 'kB' },
    { from: 0, size: 1, name: 'B' }
  ],
  time: [{ from: 0, size: 1e3, name: 'ms' }]
}
const figures = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 9 })

/**
 * @param {number} from in microseconds or bytes
 * @param {number} to
 * @param {number} most ticks that fit
 * @param {Measure} measure
 * @returns {{ unit: string, ticks: { share: number, text: string }[] }} all in one unit; `share`: where, of the width
 */
export function rulerOf(from, to, most, measure) {
  const { size, name } = scales[measure].find(scale => to >= scale.from) ?? { size: 1, name: '' }
  const ticks = ticksIn({ from, to }, most).map(tick => ({
    share: (tick - from) / (to - from),
    text: figures.format(tick / size)
  }))
  return { unit: name, ticks }
}
