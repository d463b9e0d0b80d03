import { meanInterval, relativeChange } from '../../src/stats/intervals.js'
import { mean } from '../../src/stats/means.js'
import { tFactor } from '../../src/stats/t-distribution.js'
import { FEWEST_ROUNDS, isClear } from '../../src/verdict/decide/may-stop.js'
import { bootstrapInterval, naiveInterval, ratioOfSums, roundMethods, sliceMethods } from './lib/interval-methods.js'
import { disturbances, simulateRounds, simulateRun, trueLogRatio } from './lib/simulate-rounds.js'
import { header, percent, row } from './lib/tables.js'

/** @import { Interval } from './lib/interval-methods.js' */
/** @import { SimulatedRound, Truth } from './lib/simulate-rounds.js' */

/**
 * Why src/stats/intervals.js combines slices and rounds as it does: `node scripts/proofs/coverage-table.js [runs per cell]`
 * prints how often the 95% interval of each method holds a known change, how wide it is, and how often it excludes zero.
 * 2,000 runs, the default, give a coverage to ±0.5% and take about ten minutes.
 *
 * @typedef {(rounds: SimulatedRound[], seed: number) => Interval} Method
 * @typedef {{ coverage: number, halfWidth: number, power: number }} Quality
 */

/** Enough for all of the goals, which need about 40. */
const MOST_SIMULATED = 100
const RUNS = Number(process.argv[2] ?? 2000)
const USUAL_ROUNDS = 9
const MARGIN = 0.02
const drift = { trend: 0.01, walkSd: 0.005 }
const steady = { launchSd: 0.015, sliceSd: 0.03, slices: 4, outlierShare: 0, trend: 0, walkSd: 0 }
const spreads = [0.005, 0.015, 0.03].flatMap(launchSd => [0.02, 0.08].map(sliceSd => ({ launchSd, sliceSd })))
const chosen = { slices: 'ratio of sums', rounds: 't' }

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
  printTable(bySlices, chosen.slices, { slices, outlierShare }, 10, RUNS)
}
console.log(
  '### Slices of a launch combined, one disturbance at a time: launches differ by 1.5%, slices by 3%, 8 rounds\n'
)
printDisturbances()
for (const rounds of [6, 10, 20]) {
  for (const outlierShare of [0, 0.05]) {
    console.log(`### Rounds combined: ${rounds} rounds, 4 slices, ${disturbed(outlierShare)}; ${chosen.slices}\n`)
    printTable(byRounds, 't', { slices: 4, outlierShare }, rounds, Math.ceil(RUNS / 4))
  }
}
console.log('### Rounds until the half-width is below a goal, after one round or after two in a row\n')
printUntil()
console.log('\n### Verdicts that end early where they are clear, of one and of two comparisons; 9 rounds otherwise\n')
printClear()

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

function printDisturbances() {
  const names = Object.keys(bySlices)
  console.log(header(['', ...names.flatMap(name => [`${name}: coverage`, 'half-width', 'mean estimate'])]).join('\n'))
  for (const [label, special] of Object.entries(disturbances)) {
    const truth = { ...steady, effect: Math.log(1.05), ...special }
    console.log(row(`${label} (true ${percent(Math.expm1(trueLogRatio(truth)))})`, ...disturbanceCells(truth)))
  }
  console.log()
}

/** @param {Truth} truth */
function disturbanceCells(truth) {
  const want = trueLogRatio(truth)
  const runs = Array.from({ length: RUNS }, (_, run) => simulateRounds(truth, 8, run))
  return Object.values(bySlices).flatMap(function qualityCells(method) {
    const intervals = runs.map((rounds, run) => method(rounds, run))
    const held = intervals.filter(({ low, high }) => low <= want && want <= high).length
    const estimate = mean(intervals.map(({ low, high }) => Math.expm1((low + high) / 2)))
    const halfWidth = mean(intervals.map(({ low, high }) => (high - low) / 2))
    return [percent(held / RUNS), percent(halfWidth, 2), percent(estimate, 2)]
  })
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
  const rules = [
    { name: 'once, from 8 rounds', fewest: FEWEST_ROUNDS, checks: 1 },
    { name: 'twice, from 8 rounds', fewest: FEWEST_ROUNDS, checks: 2 },
    { name: 'twice, from 6 rounds', fewest: 6, checks: 2 }
  ]
  const columns = ['goal', 'rounds differ by', ...rules.flatMap(({ name }) => [`${name}: coverage`, 'rounds'])]
  console.log(header(columns).join('\n'))
  for (const goal of [0.005, 0.01, 0.02]) {
    for (const factor of [0.8, 1, 1.5, 2, 3]) {
      // Half of a round's variance comes from its launches, half from their slices.
      const roundSd = factor * goal
      const truth = { ...steady, ...drift, launchSd: roundSd / 2, sliceSd: roundSd, effect: 0.05, isSharedCore: true }
      console.log(row(percent(goal), percent(roundSd, 2), ...untilCells(truth, goal, rules)))
    }
  }
}

/**
 * Plays each run once, and stops it by each rule.
 * @param {Truth} truth
 * @param {number} goal
 * @param {{ fewest: number, checks: number }[]} rules
 */
function untilCells(truth, goal, rules) {
  const totals = rules.map(() => ({ held: 0, rounds: 0 }))
  for (let run = 0; run < RUNS; run++) {
    const nextRound = simulateRun(truth, run)
    const played = Array.from({ length: MOST_SIMULATED }, function combineRound() {
      const { baseline, candidate } = nextRound()
      return Math.log(ratioOfSums(candidate) / ratioOfSums(baseline))
    })
    for (const [index, rule] of rules.entries()) {
      const { rounds, low, high } = stopBy(rule, played, goal)
      const total = /** @type {typeof totals[0]} */ (totals[index])
      if (low <= truth.effect && truth.effect <= high) total.held++
      total.rounds += rounds
    }
  }
  return totals.flatMap(({ held, rounds }) => [percent(held / RUNS), (rounds / RUNS).toFixed(1)])
}

/** @type {(rule: { fewest: number, checks: number }, logRatios: number[], goal: number) => Interval & { rounds: number }} */
function stopBy({ fewest, checks }, logRatios, goal) {
  let narrow = 0
  for (let rounds = fewest + 1 - checks; ; rounds++) {
    const { low, high } = meanInterval(logRatios.slice(0, rounds))
    narrow = (high - low) / 2 <= goal ? narrow + 1 : 0
    if ((narrow >= checks && rounds >= fewest) || rounds === logRatios.length) return { low, high, rounds }
  }
}

function printClear() {
  const columns = ['', 'true change', 'comparisons', 'coverage', 'with all rounds', 'rounds', 'bias']
  console.log(header(columns).join('\n'))
  for (const [label, special] of Object.entries({ 'no disturbance': {}, ...disturbances }))
    for (const effect of [0, 0.05, 0.1, 0.2, 0.5, 1])
      for (const comparisons of [1, 2]) {
        const truth = { ...steady, ...drift, sliceSd: 0.02, ...special, effect: Math.log1p(effect) }
        console.log(row(label, percent(effect, 0), String(comparisons), ...clearCells(truth, comparisons)))
      }
}

/** @param {Truth} truth @param {number} comparisons how many verdicts are decided together */
function clearCells(truth, comparisons) {
  const want = trueLogRatio(truth)
  const total = { held: 0, heldByAll: 0, rounds: 0, bias: 0 }
  for (let run = 0; run < RUNS; run++) {
    const pairs = simulateRounds(truth, USUAL_ROUNDS, run).map(({ baseline, candidate }) => ({
      baseline: ratioOfSums(baseline),
      candidate: ratioOfSums(candidate)
    }))
    const changes = pairs.map((_, index) => relativeChange(pairs.slice(0, index + 1), { comparisons }))
    const end = changes.findIndex((_, index) => isClear(changes.slice(0, index + 1), MARGIN))
    const [ended, all] = [changes.at(end), changes.at(-1)]
    if (!ended || !all) continue
    if (holds(ended, want)) total.held++
    if (holds(all, want)) total.heldByAll++
    total.rounds += ended.pairs
    total.bias += Math.log1p(ended.relative) - want
  }
  return [
    percent(total.held / RUNS),
    percent(total.heldByAll / RUNS),
    (total.rounds / RUNS).toFixed(1),
    percent(total.bias / RUNS, 2)
  ]
}

/** @type {(change: { low: number, high: number }, want: number) => boolean} `want`: a logarithm */
function holds({ low, high }, want) {
  return Math.log1p(low) <= want && want <= Math.log1p(high)
}

/** @param {number} outlierShare */
function disturbed(outlierShare) {
  return outlierShare === 0 ? 'none disturbed' : 'one slice in twenty disturbed'
}
