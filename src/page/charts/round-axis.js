import * as Plot from '@observablehq/plot'
import { LINE, xAxis } from './frame-marks.js'

/** With more of them a round is too narrow to be shaded, or to have a bar of its own. */
export const MOST_TOLD_APART = 40

/**
 * An axis of rounds, as wide each as the others, of which every second one is shaded where there is room.
 * @param {number} rounds
 * @param {number} width
 * @param {string} [label]
 */
export function roundAxis(rounds, width, label = 'round, its slices in the order they were played') {
  const all = Array.from({ length: rounds }, (_, round) => round)
  const step = Math.max(1, Math.ceil(rounds / (width / 36)))
  return {
    scale: { domain: [0, rounds] },
    /** To be drawn first, and across the whole height. */
    shade: Plot.rect(
      all.filter(round => round % 2 === 1 && rounds <= MOST_TOLD_APART),
      { x1: round => round, x2: round => round + 1, fill: LINE, fillOpacity: 0.3 }
    ),
    axis: xAxis(label, {
      ticks: all.filter(round => round % step === 0).map(round => round + 0.5),
      tickFormat: middle => String(middle + 0.5)
    })
  }
}
