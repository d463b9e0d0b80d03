import { CONFIDENCE } from '../../src/stats/levels.js'
import { tFactor } from '../../src/stats/t-distribution.js'
import { changeOfAll, DRAWS, drawRuns, intervalsOf, MARGIN, sliceScatter, truthOf } from './bank/draw-runs.js'
import { savedLiveRows } from './bank/live-rows.js'
import { savedRounds } from './bank/rounds.js'
import { bankServers, metricOf, PLANTED_PERCENT } from './bank/servers.js'
import { header, percent, row, seconds, shareCell } from './lib/tables.js'

/** @import { Asked } from './bank/draw-runs.js' */
/** @import { LiveRow } from './bank/live-rows.js' */
/** @import { BankRound } from './bank/rounds.js' */

/**
 * How often a verdict is right: `node scripts/proofs/bank-table.js` draws rounds that record-bank.js recorded as runs, and prints false
 * alarms, power and half-widths with their intervals, beside the runs that live-runs.js played.
 *
 * @typedef {{ server: string, asked: Asked, rounds: BankRound[] }} Case
 */
const RUN_ROUNDS = [6, 9]
/** A run of as many rounds as a quarter of the bank says too little about others. */
const LEAST_BANK = 4
/** So many rounds of /info fit into a time, as `--only verdict --rounds 40 --max-time` plans them; 9 are usual. */
const ROUNDS_BY_SECONDS = new Map([
  [60, 4],
  [90, 6],
  [120, 8],
  [180, 13]
])
const DRAWN_COLUMNS = {
  slower: 'slower',
  faster: 'faster',
  'no difference': 'no difference',
  halfWidth: 'half-width',
  covered: 'coverage'
}
const LIVE_COLUMNS = ['server', 'planted', 'metric', 'verdict', 'change (95% CI)', 'mean of the bank', 'rounds', 'time']
const saved = savedRounds()
const live = savedLiveRows()
const cases = bankServers.flatMap(({ name }) => PLANTED_PERCENT.map(planted => caseOf(name, planted, metricOf(name))))
/** Planted steps are another percentage of a request in each hour. One factor scales all hours, so that what hours differ by stays. */
const exactCases = cases
  .filter(({ asked }) => asked.planted > 0)
  .map(each => ({ ...each, asked: { ...each.asked, isExact: true } }))

print(
  'What all rounds measure: the mean change, and by how much a round, and a slice within its round, is off',
  measured()
)
print(
  `Runs drawn from the rounds, ${DRAWS} of each, margin ${percent(MARGIN, 0)}`,
  drawnRows(cases, ['slower', 'faster', 'no difference', 'halfWidth', 'covered'])
)
print(
  'The same rounds, each planted cost scaled to what it is called',
  drawnRows(exactCases, ['slower', 'no difference'])
)
print('/info by time, main thread', timeRows('cpuMainThread'))
print('/info by time, all threads', timeRows('cpuPerRequest'))
if (live.length > 0) print('Live runs of 90 s, by planted cost', liveRows())
if (live.length > 0) print('Each live run', [...header(LIVE_COLUMNS), ...live.map(liveLine)])

/** @param {string} title @param {string[]} lines */
function print(title, lines) {
  console.log(`### ${title}\n\n${lines.join('\n')}\n`)
}

function measured() {
  const lines = cases.map(function lineOf({ server, asked, rounds }) {
    const change = changeOfAll(rounds, asked)
    const cells = change ? [percent(change.relative, 1), percent(change.spread, 1)] : ['-', '-']
    const { perSlice } = sliceScatter(rounds, asked)
    return row(server, `${asked.planted}%`, String(rounds.length), ...cells, percent(perSlice, 1))
  })
  return [...header(['server', 'planted', 'rounds', 'change', 'SD of a round', 'SD of a slice']), ...lines]
}

/** @param {Case[]} drawn @param {(keyof typeof DRAWN_COLUMNS)[]} names */
function drawnRows(drawn, names) {
  const columns = ['server', 'planted', 'rounds of a run', ...names.map(name => DRAWN_COLUMNS[name])]
  const lines = drawn.flatMap(({ server, asked, rounds }) =>
    RUN_ROUNDS.filter(length => rounds.length >= LEAST_BANK * length).map(length =>
      row(server, `${asked.planted}%`, String(length), ...drawnCells(rounds, asked, length, names))
    )
  )
  return [...header(columns), ...lines]
}

/** @param {BankRound[]} rounds @param {Asked} asked @param {number} length @param {(keyof typeof DRAWN_COLUMNS)[]} names */
function drawnCells(rounds, asked, length, names) {
  const drawn = drawRuns(rounds, asked, length)
  const intervals = intervalsOf(rounds, asked, length)
  return names.map(function cellOf(name) {
    const digits = name === 'halfWidth' ? 1 : 0
    const { low, high } = intervals[name]
    return `${percent(drawn[name], digits)} (${percent(low, digits)} to ${percent(high, digits)})`
  })
}

/** @param {Asked['metric']} metric */
function timeRows(metric) {
  const [equal, costlier] = [caseOf('info', 0, metric), caseOf('info', 5, metric)]
  const exact = { ...costlier, asked: { ...costlier.asked, isExact: true } }
  const columns = [
    'time',
    'rounds',
    'half-width',
    'by the scatter of slices alone',
    'equal: no difference',
    '+5%: slower',
    'scaled to 5.0%: slower'
  ]
  const { perSlice, slicesPerRound } = sliceScatter(equal.rounds, equal.asked)
  const lines = [...ROUNDS_BY_SECONDS].map(function lineOf([time, length]) {
    const [same, ...found] = [equal, costlier, exact].map(({ rounds, asked }) => drawRuns(rounds, asked, length))
    const least = (tFactor(CONFIDENCE, length - 1) * perSlice) / Math.sqrt(length * slicesPerRound)
    const widths = [same?.halfWidth ?? Number.NaN, least].map(width => percent(width, 1))
    const shares = [same?.['no difference'] ?? Number.NaN, ...found.map(({ slower }) => slower)].map(share =>
      percent(share, 0)
    )
    return row(`${time} s`, String(length), ...widths, ...shares)
  })
  return [...header(columns), ...lines]
}

function liveRows() {
  const columns = ['planted', 'runs', 'slower', 'faster', 'no difference', 'mean of the bank inside the interval']
  const lines = PLANTED_PERCENT.map(function lineOf(planted) {
    const own = live.filter(run => run.planted === planted)
    const shares = /** @type {const} */ (['slower', 'faster', 'no difference']).map(name =>
      shareCell(own.map(({ verdict }) => verdict === name))
    )
    return row(`${planted}%`, String(own.length), ...shares, shareCell(own.flatMap(isCovered)))
  })
  return [...header(columns), ...lines]
}

/** @param {LiveRow} run */
function liveLine(run) {
  const { server, planted, metric, verdict, relative, low, high, rounds, wallMs } = run
  const [size = '-', from, to] = [relative, low, high].map(value => percent(value ?? Number.NaN, 1))
  const known = [`${planted}%`, metric, verdict, `${size} (${from} to ${to})`, percent(bankMean(run), 1)]
  return row(server, ...known, String(rounds), seconds(wallMs))
}

/** Returns whether the interval of a run contains the mean of the bank's rounds. @param {LiveRow} run @returns {boolean[]} none where one is not known */
function isCovered(run) {
  const { low, high } = run
  const truth = bankMean(run)
  return low === null || high === null || Number.isNaN(truth) ? [] : [low <= truth && truth <= high]
}

/** Returns what all rounds of the bank measure of the metric that a run is decided by. @param {LiveRow} run */
function bankMean({ server, planted, metric }) {
  if (metric !== 'cpuPerRequest' && metric !== 'cpuMainThread') return Number.NaN
  const { rounds, asked } = caseOf(server, planted, metric)
  return truthOf(rounds, asked)
}

/** @param {string} server @param {number} planted @param {Asked['metric']} metric @returns {Case} */
function caseOf(server, planted, metric) {
  const rounds = saved.filter(round => round.server === server && round.variants[`plus-${planted}`])
  return { server, asked: { planted, metric }, rounds }
}
