import { MOST_ROUNDS } from '../../src/stats/detectable-effect.js'
import { meanInterval, relativeChange } from '../../src/stats/intervals.js'
import { mean, robustMean } from '../../src/stats/means.js'
import { tFactor } from '../../src/stats/t-distribution.js'
import { FEWEST_ROUNDS, isPreciseEnough } from '../../src/verdict/is-precise-enough.js'
import { bootstrapInterval, naiveInterval, roundMethods, sliceMethods } from './lib/interval-methods.js'
import { simulateRounds, simulateRun } from './lib/simulate-rounds.js'
import { header, percent, row } from './lib/tables.js'

/**
 * @import { Change } from '../../src/stats/types.js'
 * @import { Interval } from './lib/interval-methods.js'
 * @import { SimulatedRound, Truth } from './lib/simulate-rounds.js'
 */

/**
 * Why src/stats/intervals.js combines slices and rounds as it does: `node scripts/proofs/coverage-table.js [runs per cell]`
 * prints how often the 95% interval of each method holds a known change, how wide it is, and how often it excludes zero.
 * 2,000 runs, the default, give a coverage to ±0.5% and take about ten minutes.
 *
 * @typedef {(rounds: SimulatedRound[], seed: number) => Interval} Method
 * @typedef {{ coverage: number, halfWidth: number, power: number }} Quality
 */

const RUNS = Number(process.argv[2] ?? 2000)
const drift = { trend: 0.01, walkSd: 0.005 }
const spreads = [0.005, 0.015, 0.03].flatMap(launchSd => [0.02, 0.08].map(sliceSd => ({ launchSd, sliceSd })))
const chosen = { slices: 'Hodges-Lehmann', rounds: 't' }

/** @type {Record<string, Method>} */
const bySlices = Object.fromEntries(
  Object.entries(sliceMethods).map(([name, combine]) => [name, rounds => meanInterval(combine(rounds))])
)
const combineSlices = /** @type {(rounds: SimulatedRound[]) => number[]} */ (sliceMethods[chosen.slices])
/** @type {Record<string, Method>} */
const byRounds = {
  ...Object.fromEntries(
    Object.entries(roundMethods).map(([name, interval]) => [name, rounds => interval(combineSlices(rounds))])
  ),
  bootstrap: (rounds, seed) => bootstrapInterval(rounds, combineSlices, seed),
  'slices as samples': naiveInterval
}

console.log(
  `Every cell: ${RUNS} runs; launches differ by 0.5, 1.5 and 3%, slices by 2 and 8%: mean, lowest and highest of these six.\n`
)
for (const { slices, outlierShare } of [4, 2].flatMap(slices =>
  [0, 0.05].map(outlierShare => ({ slices, outlierShare }))
)) {
  console.log(
    `### Slices of a launch combined: ${slices} per launch, ${disturbed(outlierShare)}; t interval over 10 rounds\n`
  )
  printTable(bySlices, 'sum', { slices, outlierShare }, 10, RUNS)
}
for (const rounds of [6, 10, 20]) {
  for (const outlierShare of [0, 0.05]) {
    console.log(`### Rounds combined: ${rounds} rounds, 4 slices, ${disturbed(outlierShare)}; ${chosen.slices}\n`)
    printTable(byRounds, 't', { slices: 4, outlierShare }, rounds, Math.ceil(RUNS / 4))
  }
}
console.log('### Rounds until the half-width is below a goal; launches differ by 1.5%, slices by 2%\n')
printUntil()

/**
 * @param {Record<string, Method>} methods
 * @param {string} reference whose width is 1
 * @param {{ slices: number, outlierShare: number }} kind
 * @param {number} rounds
 * @param {number} runs
 */
function printTable(methods, reference, kind, rounds, runs) {
  const cells = spreads.map(spread => ({ ...spread, ...kind, ...drift }))
  const qualities = cells.map(cell => qualityOf(methods, cell, rounds, runs))
  console.log(header(['method', 'coverage', 'lowest', 'highest', 'half-width', 'power']).join('\n'))
  for (const name of Object.keys(methods)) {
    const own = qualities.map(quality => /** @type {Quality} */ (quality[name]))
    const coverages = own.map(({ coverage }) => coverage)
    const width = mean(own.map(({ halfWidth }, cell) => halfWidth / (qualities[cell]?.[reference]?.halfWidth ?? 1)))
    const shares = [mean(coverages), Math.min(...coverages), Math.max(...coverages)].map(share => percent(share))
    console.log(row(name, ...shares, width.toFixed(3), percent(mean(own.map(({ power }) => power)))))
  }
  console.log()
}

/**
 * The effect is one that the t interval finds in about 7 of 10 runs without disturbances.
 * @param {Record<string, Method>} methods
 * @param {Omit<Truth, 'effect'>} cell
 * @param {number} rounds
 * @param {number} runs
 * @returns {Record<string, Quality>}
 */
function qualityOf(methods, cell, rounds, runs) {
  const pairSd = Math.sqrt(2 * (cell.launchSd ** 2 + cell.sliceSd ** 2 / cell.slices))
  const effect = ((tFactor(0.95, rounds - 1) + 0.6) * pairSd) / Math.sqrt(rounds)
  const truth = { ...cell, effect }
  const names = Object.keys(methods)
  const sums = Object.fromEntries(names.map(name => [name, { coverage: 0, halfWidth: 0, power: 0 }]))
  for (let run = 0; run < runs; run++) {
    const played = simulateRounds(truth, rounds, run)
    for (const [name, method] of Object.entries(methods)) {
      const { low, high } = method(played, run)
      const sum = /** @type {Quality} */ (sums[name])
      if (low <= effect && effect <= high) sum.coverage += 1 / runs
      if (low > 0 || high < 0) sum.power += 1 / runs
      sum.halfWidth += (high - low) / 2 / runs
    }
  }
  return sums
}

function printUntil() {
  const columns = ['goal', 'disturbed', 'at once: coverage', 'rounds', 'twice in a row: coverage', 'rounds']
  console.log(header(columns).join('\n'))
  for (const outlierShare of [0, 0.05]) {
    for (const goal of [0.018, 0.016, 0.014, 0.012, 0.01]) {
      const truth = { launchSd: 0.015, sliceSd: 0.02, slices: 4, outlierShare, ...drift, effect: 0.05 }
      const cells = [stopAtOnce, isPreciseEnough].flatMap(isEnough => untilQuality(truth, goal, isEnough))
      console.log(row(percent(goal), percent(outlierShare), ...cells))
    }
  }
}

/** @type {typeof isPreciseEnough} */
function stopAtOnce(changes, goal) {
  const last = changes.at(-1) ?? null
  return isPreciseEnough([last, last], goal)
}

/**
 * @param {Truth} truth
 * @param {number} goal
 * @param {typeof isPreciseEnough} isEnough
 */
function untilQuality(truth, goal, isEnough) {
  let held = 0
  let rounds = 0
  for (let run = 0; run < RUNS; run++) {
    const nextRound = simulateRun(truth, run)
    /** @type {SimulatedRound[]} */
    const played = []
    /** @type {(Change | null)[]} */
    const changes = []
    while (played.length < MOST_ROUNDS && !isEnough(changes, goal)) {
      const { baseline, candidate } = nextRound()
      // The mean of one value is that value, and it need not be taken again in every later round.
      played.push({ baseline: [robustMean(baseline) ?? 0], candidate: [robustMean(candidate) ?? 0] })
      changes.push(played.length < FEWEST_ROUNDS ? null : relativeChange(played))
    }
    const { low = 0, high = 0 } = changes.at(-1) ?? {}
    if (Math.log1p(low) <= truth.effect && truth.effect <= Math.log1p(high)) held++
    rounds += played.length
  }
  return [percent(held / RUNS), (rounds / RUNS).toFixed(1)]
}

/** @param {number} outlierShare */
function disturbed(outlierShare) {
  return outlierShare === 0 ? 'none disturbed' : 'one slice in twenty disturbed'
}
