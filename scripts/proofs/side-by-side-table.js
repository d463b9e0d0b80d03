import { mean, variance } from '../../src/stats/means.js'
import { consecutiveRuns, shareOf } from './lib/draw.js'
import {
  atMinute,
  biggerNumberWins,
  byAutocannonCompare,
  byNodeCore,
  byWorkshop,
  drawAnswers,
  medianWidth,
  PROCESS_SLICES,
  roundMs,
  roundsThatFit
} from './lib/methods.js'
import { defaults, metrics } from './lib/slice-bank.js'
import { finePercent, header, metricName, percent, row, seconds } from './lib/tables.js'
import { wallTimeRatioTable } from './wall-time-ratio-table.js'

/**
 * @import { Method } from './lib/methods.js'
 * @import { AloneBank, InterleavedBank, Metric } from './lib/slice-bank.js'
 */

const LONG_WALL_MS = 300_000
const COLUMNS = [
  'false alarms',
  'beyond 2%',
  'burn-9 detected',
  'beyond 2%',
  'half-width',
  'at 60 s',
  'successive, at 60 s'
]

/**
 * Table 3: four methods on one bank.
 * @param {{ interleaved: InterleavedBank, alone: AloneBank }} bank
 * @param {number} draws
 * @returns {string[]} lines
 */
export function sideBySideTable(bank, draws) {
  const { interleaved, alone } = bank
  const walls = [defaults.rounds * roundMs(interleaved.timing), LONG_WALL_MS]
  return [
    ...metrics.flatMap(methodTable),
    ...wallTimeRatioTable(bank, walls, Math.min(draws, 1000)),
    '',
    ...header(['two identical launches, 20 s each', 'second compared with first', 'half-width of a single pair']),
    ...metrics.map(orderRow)
  ]

  /** @param {Metric} metric */
  function methodTable(metric) {
    const single = { wallMs: 2 * alone.launchMs(4), rounds: 1, ...alonePairs(4) }
    return [
      ...header([metricName(metric), 'launches × load', 'wall time', ...COLUMNS]),
      methodRow('larger number wins', '1 × 20 s', { ...single, method: biggerNumberWins }),
      ...(metric === 'requestsPerSecond'
        ? [methodRow('autocannon-compare', '1 × 20 s', { ...single, method: byAutocannonCompare })]
        : []),
      ...walls.flatMap(wallMs => [
        ...PROCESS_SLICES.flatMap(slices => nodeCoreRow(slices, wallMs)),
        workshopRow(wallMs)
      ]),
      ''
    ]

    /** @type {(slices: number, wallMs: number) => string[]} */
    function nodeCoreRow(slices, wallMs) {
      const rounds = Math.floor(wallMs / (2 * alone.launchMs(slices)))
      if (rounds < 2) return []
      const label = `${rounds} × ${5 * slices} s${rounds > alone.rounds ? ' *' : ''}`
      const run = { rounds, wallMs: rounds * 2 * alone.launchMs(slices), method: byNodeCore, ...alonePairs(slices) }
      return [methodRow("Node core's method", label, run)]
    }

    /** @param {number} wallMs */
    function workshopRow(wallMs) {
      const rounds = roundsThatFit(interleaved.timing, wallMs)
      const [same = [], planted = []] = ['none again', 'burn-9'].map(name => interleaved.roundsOf(metric, name))
      const label = `${rounds} rounds${rounds > Math.min(same.length, planted.length) ? ' *' : ''}`
      const run = { rounds, wallMs: rounds * roundMs(interleaved.timing), method: byWorkshop, same, planted }
      return methodRow('this tool', label, run)
    }

    /**
     * @template T
     * @param {string} name
     * @param {string} label
     * @param {{ rounds: number, wallMs: number, method: Method<T>, same: { baseline: T, candidate: T }[], planted: { baseline: T, candidate: T }[] }} run
     */
    function methodRow(name, label, { rounds, wallMs, method, same, planted }) {
      const identical = drawAnswers({ method, metric, bank: same, rounds, draws, areIdentical: true })
      const found = drawAnswers({ method, metric, bank: planted, rounds, draws, areIdentical: false })
      const shares = [
        shareOf(identical, ({ differs }) => differs !== null),
        shareOf(identical, ({ beyond }) => beyond !== null),
        shareOf(found, ({ differs }) => differs === 'worse'),
        shareOf(found, ({ beyond }) => beyond === 'worse')
      ]
      const width = medianWidth(identical)
      const inARow = Math.min(rounds, same.length)
      const rowWidth = medianWidth(consecutiveRuns(same, inARow).map(run => method(metric, run)))
      const widths = [
        width,
        atMinute(width, wallMs),
        rounds > 1 ? atMinute(rowWidth, (wallMs * inARow) / rounds) : Number.NaN
      ]
      return row(name, label, seconds(wallMs), ...shares.map(share => percent(share)), ...widths.map(finePercent))
    }
  }

  /** @param {number} slices */
  function alonePairs(slices) {
    return {
      same: alone.pairsOf(slices, 'none', 'none again'),
      planted: alone.pairsOf(slices, 'none again', 'burn-9')
    }
  }

  /**
   * Shows what a fixed order hides: the cost of the second place, and the 95% interval of a single pair of launches.
   * @param {Metric} metric
   */
  function orderRow(metric) {
    const ratios = alonePairs(4).same.map(({ baseline, candidate }) =>
      Math.log(candidate.values[metric] / baseline.values[metric])
    )
    const error = Math.sqrt(variance(ratios) / ratios.length)
    const second = `${finePercent(mean(ratios))} ± ${(2.09 * error * 100).toFixed(2)}`
    return row(metricName(metric), second, `± ${finePercent(1.96 * Math.sqrt(variance(ratios)))}`)
  }
}
