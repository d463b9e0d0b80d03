import * as Plot from '@observablehq/plot'
import { xAxis, yAxis } from '../../../page/charts/axes.js'
import { drawBoth, keyOf, NARROW } from '../../../page/charts/draw.js'
import { variantKey, variantStyles } from '../../../page/charts/variant-marks.js'
import { formatCount, formatTick } from '../../../report/words/format.js'
import { formatMs } from '../../skeleton/figures.js'
import { headed } from '../../skeleton/size-axis.js'

/** @import { GatewayAnalysis } from '../analysis/types.js' */
/** @typedef {{ variant: string, request: number, ms: number }} DrawnRequest */

const HEIGHT = 280
const TITLE = 'Time of the first requests of a new process'
/** Above the longest mean. */
const ROOM = 1.08

/**
 * Draws the time of each request of a new process by its place, as a mean over launches.
 * @param {Pick<GatewayAnalysis, 'firsts' | 'idleMs'>} lab
 * @returns {string} HTML; nothing where no single requests were measured
 */
export function firstRequestsChart({ firsts, idleMs }) {
  if (firsts.length === 0) return ''
  const styles = variantStyles(firsts.map(({ variant }) => variant))
  const series = firsts.map(({ variant, requestMs }) =>
    requestMs.map((ms, index) => ({ variant, request: index + 1, ms }))
  )
  const last = Math.max(...firsts.map(({ requestMs }) => requestMs.length))
  const longest = Math.max(...series.flat().map(({ ms }) => ms))
  return headed(TITLE, drawBoth(pictureAt) + keyOf(styles.map(variantKey)))

  /** @param {number} width */
  function pictureAt(width) {
    return {
      name: TITLE,
      description: series.map(describe).join(' '),
      plot: {
        width,
        height: HEIGHT,
        marginTop: 34,
        marginBottom: 44,
        marginLeft: 48,
        x: { domain: [1, last] },
        y: { domain: [Math.min(idleMs, ...series.flat().map(({ ms }) => ms)), longest * ROOM], nice: true },
        marks: [
          ...yAxis('time, ms', { ticks: 5, tickFormat: formatTick }),
          xAxis('request of a new process', { ticks: width === NARROW ? 5 : 10, tickFormat: formatCount }),
          ...series.flatMap((points, index) => [
            Plot.line(points, { x: 'request', y: 'ms', stroke: styles[index]?.colour, strokeWidth: 2 }),
            Plot.dot(points, {
              x: 'request',
              y: 'ms',
              fill: styles[index]?.colour,
              symbol: /** @type {Plot.SymbolType} */ (styles[index]?.symbol),
              r: 3,
              className: 'chart-dot',
              title: inWords
            })
          ])
        ]
      }
    }
  }
}

/** @param {DrawnRequest[]} points */
function describe(points) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  return `${first.variant}: ${formatMs(first.ms)} for the first request, ${formatMs(last.ms)} for request ${last.request}.`
}

/** @param {DrawnRequest} point */
function inWords({ variant, request, ms }) {
  return `${variant}, request ${request}: ${formatMs(ms)}`
}
