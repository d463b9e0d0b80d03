import * as Plot from '@observablehq/plot'
import { yAxis } from '../../../page/charts/axes.js'
import { drawBoth, keyOf } from '../../../page/charts/draw.js'
import { formatBinarySize, formatFigure, formatTick } from '../../../report/words/format.js'
import { formatMeanOf } from '../../skeleton/figures.js'
import { dashSign, headed, LAB_MARGINS, PAPER, sizeAxis, sizeDomain } from '../../skeleton/size-axis.js'
import { meanAtPaperSizes, speedUpOfPaper } from '../report/chart-words.js'

/** @import { CopyAnalysis } from '../types.js' */

const HEIGHT = 280

/**
 * Draws the speed-up by file size, beside the mean of the paper and that at its sizes.
 * @param {CopyAnalysis} lab
 * @returns {string} HTML; nothing without a size that both strategies have
 */
export function speedUpChart(lab) {
  const { slow, fast, rows } = lab.speedUp
  if (rows.length === 0) return ''
  const name = `Speed-up: ${fast} compared with ${slow}, by file size`
  const limits = [
    { ...speedUpOfPaper(lab), paint: PAPER },
    ...meanAtPaperSizes(lab).map(limit => ({ ...limit, paint: { stroke: 'var(--baseline)' } }))
  ]
  const top = Math.max(...rows.map(({ ratio }) => ratio.high ?? ratio.value), ...limits.map(({ value }) => value))
  const key = keyOf(limits.map(({ words, paint }) => ({ sign: dashSign(paint), words })))
  return headed(name, drawBoth(pictureAt) + key)

  /** @param {number} width */
  function pictureAt(width) {
    const sizes = rows.map(({ sizeBytes }) => sizeBytes)
    return {
      name,
      description: rows
        .map(({ sizeBytes, ratio }) => `${formatBinarySize(sizeBytes)}: ${formatMeanOf(ratio, formatFigure)}.`)
        .join(' '),
      plot: {
        width,
        height: HEIGHT,
        ...LAB_MARGINS,
        x: { type: /** @type {const} */ ('log'), base: 2, domain: sizeDomain(sizes) },
        y: { domain: [0, top * 1.05] },
        marks: [
          ...yAxis('times as fast', { ticks: 5, tickFormat: formatTick }),
          sizeAxis(sizes, width),
          ...limits.map(({ value, paint }) => Plot.ruleY([value], paint)),
          Plot.line(rows, { x: 'sizeBytes', y: ({ ratio }) => ratio.value, stroke: 'var(--candidate)' }),
          Plot.ruleX(
            rows.filter(({ ratio }) => ratio.low !== null),
            {
              x: 'sizeBytes',
              y1: ({ ratio }) => ratio.low,
              y2: ({ ratio }) => ratio.high,
              stroke: 'var(--candidate)',
              strokeWidth: 2
            }
          ),
          Plot.dot(rows, {
            x: 'sizeBytes',
            y: ({ ratio }) => ratio.value,
            fill: 'var(--candidate)',
            r: 4,
            className: 'chart-dot',
            title: ({ sizeBytes, ratio }) => `${formatBinarySize(sizeBytes)}: ${formatMeanOf(ratio, formatFigure)}`
          })
        ]
      }
    }
  }
}
