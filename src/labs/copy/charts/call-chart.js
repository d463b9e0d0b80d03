import * as Plot from '@observablehq/plot'
import { INK, LINE, QUIET_INK, xAxis } from '../../../page/charts/axes.js'
import { drawBoth, keyOf } from '../../../page/charts/draw.js'
import { formatTick } from '../../../report/words/format.js'
import { MIB } from '../../skeleton/file-sizes.js'
import { dashSign, headed, LAB_MARGINS } from '../../skeleton/size-axis.js'
import { calculatedCalls, readsInWords } from '../report/chart-words.js'

/** @import { CopyAnalysis } from '../types.js' */

/**
 * Draws the calls per MiB of the largest file of each strategy, beside the formulas of the paper.
 * @param {CopyAnalysis} lab
 * @returns {string} HTML; nothing where the system does not count calls
 */
export function callChart(lab) {
  const { cells, variants } = lab
  const largest = variants.flatMap(name => cells.findLast(cell => cell.variant === name && cell.perMiB !== null) ?? [])
  const bars = largest.map(({ variant, perMiB }) => ({ name: variant, reads: perMiB?.reads ?? 0 }))
  if (bars.length === 0) return ''
  const formulas = calculatedCalls(lab)
  const dashes = ['6,3', '2,3', '1,2']
  const key = keyOf(
    formulas.map(({ words }, index) => ({ sign: dashSign({ stroke: INK, strokeDasharray: dashes[index] }), words }))
  )
  const name = 'Read calls per MiB by strategy'
  return headed(name, drawBoth(pictureAt) + key)

  /** @param {number} width */
  function pictureAt(width) {
    return {
      name,
      description: bars.map(bar => `${readsInWords(bar.name, bar.reads)}.`).join(' '),
      plot: {
        width,
        height: 60 + 26 * bars.length,
        ...LAB_MARGINS,
        marginLeft: 100,
        x: { type: /** @type {const} */ ('log'), domain: [Math.min(0.01, ...bars.map(({ reads }) => reads)), 4 * MIB] },
        y: { type: /** @type {const} */ ('band'), domain: bars.map(bar => bar.name), padding: 0.35 },
        marks: [
          Plot.axisY({ color: QUIET_INK, tickSize: 0, label: null }),
          Plot.gridY({ stroke: LINE, strokeOpacity: 1 }),
          Plot.gridX({ stroke: LINE, strokeOpacity: 1, ticks: [0.1, 10, 1e3, 1e5] }),
          xAxis('reads per MiB, logarithmic', { ticks: [0.1, 10, 1e3, 1e5], text: formatTick }),
          ...formulas.map(({ value }, index) => Plot.ruleX([value], { stroke: INK, strokeDasharray: dashes[index] })),
          Plot.dot(bars, {
            x: 'reads',
            y: 'name',
            fill: 'var(--candidate)',
            r: 5,
            className: 'chart-dot',
            title: bar => readsInWords(bar.name, bar.reads)
          })
        ]
      }
    }
  }
}
