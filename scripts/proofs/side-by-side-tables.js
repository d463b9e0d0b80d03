import { alonePairs, launchMs, pairsThatFit } from './alone-runs.js'
import { roundMs, roundsThatFit } from './our-runs.js'
import { consecutiveRuns, shareOf } from './resampling.js'
import {
  biggerNumberWins,
  byAutocannonCompare,
  byNodeCore,
  byWorkshop,
  drawTold,
  halfWidthOfPair
} from './side-by-side-methods.js'
import { defaults, metrics } from './slice-bank.js'
import { atMinute, finePercent, medianWidth, metricName, PROCESS_SLICES, percent, row, seconds } from './table-words.js'
import { wallTimeRatioTable } from './wall-time-ratio-table.js'

/**
 * @import { Told } from './side-by-side-methods.js'
 * @import { AloneBank, InterleavedBank, Metric } from './slice-bank.js'
 */

/**
 * Table 3: four methods on one bank. What the columns are is told in docs/verdicts.md.
 */

const LONG_WALL_MS = 300_000

/**
 * @param {{ interleaved: InterleavedBank, alone: AloneBank }} bank
 * @param {number} draws
 * @returns {string[]} lines
 */
export function sideBySideTables(bank, draws) {
  const { interleaved, alone } = bank
  const walls = [defaults.rounds * roundMs(interleaved.timing), LONG_WALL_MS]
  return [
    ...metrics.flatMap(methodTable),
    ...wallTimeRatioTable(bank, walls, Math.min(draws, 1000)),
    '',
    ...orderTable()
  ]

  /** @param {Metric} metric */
  function methodTable(metric) {
    const same = alonePairs(alone, 4, 'none', 'none again')
    const planted = alonePairs(alone, 4, 'none again', 'burn-9')
    const head = ['alarms', 'beyond 2 %', 'burn-9 found', 'beyond 2 %', 'half-width', 'at 60 s', 'in a row, at 60 s']
    const single = { rounds: 1, wallMs: 2 * launchMs(alone, 4), metric }
    return [
      row(metricName(metric), 'launches × load', 'wall time', ...head),
      row(':--', '--:', '--:', ...head.map(() => '--:')),
      methodRow('bigger number wins', '1 × 20 s', { ...single, method: biggerNumberWins, same, planted }),
      ...(metric === 'requestsPerSecond'
        ? [methodRow('autocannon-compare', '1 × 20 s', { ...single, method: byAutocannonCompare, same, planted })]
        : []),
      ...walls.flatMap(wallMs => [
        ...PROCESS_SLICES.flatMap(slices => nodeCoreRow(metric, slices, wallMs)),
        workshopRow(metric, wallMs)
      ]),
      ''
    ]
  }

  /** @param {Metric} metric @param {number} slices @param {number} wallMs */
  function nodeCoreRow(metric, slices, wallMs) {
    const rounds = pairsThatFit(alone, slices, wallMs)
    if (rounds < 2) return []
    const same = alonePairs(alone, slices, 'none', 'none again')
    const planted = alonePairs(alone, slices, 'none again', 'burn-9')
    const cell = `${rounds} × ${5 * slices} s${rounds > alone.rounds ? ' *' : ''}`
    const ran = rounds * 2 * launchMs(alone, slices)
    return [methodRow("node core's way", cell, { metric, rounds, wallMs: ran, method: byNodeCore, same, planted })]
  }

  /** @param {Metric} metric @param {number} wallMs */
  function workshopRow(metric, wallMs) {
    const rounds = roundsThatFit(interleaved.timing, wallMs)
    const same = interleaved.roundsOf(metric, 'none again')
    const planted = interleaved.roundsOf(metric, 'burn-9')
    const cell = `${rounds} rounds${rounds > Math.min(same.length, planted.length) ? ' *' : ''}`
    const ran = rounds * roundMs(interleaved.timing)
    return methodRow('workshop', cell, { metric, rounds, wallMs: ran, method: byWorkshop, same, planted })
  }

  /**
   * @template T
   * @param {string} name
   * @param {string} launches
   * @param {{ metric: Metric, rounds: number, wallMs: number, method: (metric: Metric, rounds: { baseline: T, candidate: T }[]) => Told, same: { baseline: T, candidate: T }[], planted: { baseline: T, candidate: T }[] }} run
   */
  function methodRow(name, launches, { metric, rounds, wallMs, method, same, planted }) {
    const aa = drawTold({ method, metric, bank: same, rounds, draws, isSame: true })
    const found = drawTold({ method, metric, bank: planted, rounds, draws, isSame: false })
    const width = medianWidth(aa)
    const inRow = consecutiveRuns(same, Math.min(rounds, same.length)).map(run => method(metric, run))
    return row(
      name,
      launches,
      seconds(wallMs),
      percent(shareOf(aa, ({ differs }) => differs !== null)),
      percent(shareOf(aa, ({ beyond }) => beyond !== null)),
      percent(shareOf(found, ({ differs }) => differs === 'worse')),
      percent(shareOf(found, ({ beyond }) => beyond === 'worse')),
      finePercent(width),
      finePercent(atMinute(width, wallMs)),
      finePercent(
        rounds > 1 ? atMinute(medianWidth(inRow), (wallMs * Math.min(rounds, same.length)) / rounds) : Number.NaN
      )
    )
  }

  /** A fixed order is not swapped by who uses it: what the second place costs. */
  function orderTable() {
    return [
      row('two launches of the same, 20 s each', 'the second against the first', 'a single pair is good to'),
      row(':--', '--:', '--:'),
      ...metrics.map(function orderRow(metric) {
        const { middle, error, halfWidth } = halfWidthOfPair(metric, alonePairs(alone, 4, 'none', 'none again'))
        return row(
          metricName(metric),
          `${finePercent(middle)} ±${finePercent(2.09 * error)}`,
          `±${finePercent(halfWidth)}`
        )
      })
    ]
  }
}
