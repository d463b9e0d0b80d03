import { formatCount, formatFigure, formatMemory, formatPercent } from '../../../report/words/format.js'
import { tableOf, tableSections } from '../../skeleton/columns.js'
import { formatMs, orNothing } from '../../skeleton/figures.js'
import { stageNames } from './words.js'

/** @import { GatewayAnalysis, GatewayCell, GatewayLoad, GatewayStageFigures } from '../types.js' */
/** @import { Section } from '../../../report/sections/sections.js' */
/** @import { Column } from '../../skeleton/columns.js' */

/** @typedef {GatewayStageFigures & { cell: GatewayCell, cores: number }} StageRow `cores`: those that the goals are about */

/** The columns of tables that have one row per stage. @satisfies {Record<string, Column<StageRow>>} */
const columns = {
  configuration: ['configuration', ({ cell }) => cell.variant],
  place: ['configuration', ({ cell }) => placeOf(cell)],
  stage: ['stage', ({ name }) => stageNames[name]],
  due: ['due per s', ({ duePerSecond }) => formatFigure(duePerSecond)],
  rate: ['sent per s', ({ ratePerSecond }) => formatCount(ratePerSecond)],
  sent: ['sent per s', ({ sentPerSecond }) => formatFigure(sentPerSecond)],
  notSent: ['not sent', ({ notSentRatio }) => formatPercent(notSentRatio)],
  late: ['sent late (p99)', ({ sendDelayP99Ms }) => formatMs(sendDelayP99Ms)],
  answered: ['answered per s', ({ requestsPerSecond }) => formatFigure(requestsPerSecond)],
  requests: ['requests/s', ({ requestsPerSecond }) => formatFigure(requestsPerSecond)],
  inFlight: ['in flight', ({ inFlight }) => formatFigure(inFlight)],
  mean: ['mean', ({ meanMs }) => orNothing(meanMs, formatMs)],
  p95: ['p95', ({ p95Ms }) => orNothing(p95Ms, formatMs)],
  failed: ['failed', ({ failedRatio }) => formatPercent(failedRatio)],
  poolWait: ['wait for a connection', ({ poolWaitMs }) => orNothing(poolWaitMs, formatMs)],
  wait: ['wait', ({ poolWaitMs }) => orNothing(poolWaitMs, formatMs)],
  upstream: ['with a connection', ({ upstreamMs }) => orNothing(upstreamMs, formatMs)],
  cpuOfBoth: ['CPU of 2 cores', ({ cpuCores, cores }) => orNothing(cpuCores, used => cpuInWords(used, cores))],
  cpu: ['CPU of 2 cores', ({ cpuCores, cores }) => shareOf(cpuCores, cores)],
  highestCpu: ['highest', ({ highestCpuCores, cores }) => shareOf(highestCpuCores, cores)],
  cpuOfOne: ['CPU of one core', ({ cpuCores }) => shareOf(cpuCores)],
  varying: ['CPU varies', ({ lowestCpuCores: from, highestCpuCores: to }) => `${shareOf(from)} to ${shareOf(to)}`],
  delay: ['event-loop delay', ({ eventLoopDelayP99Ms }) => orNothing(eventLoopDelayP99Ms, formatMs)],
  settled: ['settles after', ({ settledAfterMs }) => settledIn(settledAfterMs)],
  generator: ['generator CPU', ({ cell }) => orNothing(cell.generatorCores, cores => `${formatFigure(cores)} cores`)],
  pool: ['pool', ({ cell: { poolSize } }) => (poolSize === null ? 'unlimited' : formatCount(poolSize))],
  byLittle: ['in flight by Little', ({ predicted }) => formatFigure(predicted.inFlight)],
  found: ['found', ({ inFlight }) => formatFigure(inFlight)],
  runningByLittle: ['connections by Little', ({ predicted }) => formatFigure(predicted.running)],
  running: ['found', ({ running }) => orNothing(running, formatFigure)],
  waiting: ['calls waiting', ({ waiting }) => orNothing(waiting, formatFigure)],
  byErlang: ['wait by Erlang C', ({ predicted }) => waitInWords(predicted.poolWaitMs)],
  foundWait: ['found', ({ poolWaitMs }) => orNothing(poolWaitMs, formatMs)]
}

/** @typedef {(keyof typeof columns)[]} ColumnNames */

/** @type {ColumnNames} */
const OVERLOAD = ['settled', 'cpuOfOne', 'varying']
/** @type {ColumnNames} */
const USERS = ['configuration', 'stage', 'due', 'sent', 'notSent']

const COMPARED = 'Virtual users and requests at the same rates'
const SETTLES =
  'Settles after: from the start of the stage until the requests in flight stay near the number of its last third, in steps of half a second.'
/** What is beside the name of a configuration under another load than that of the paper. @type {Partial<Record<GatewayLoad, string>>} */
const places = { peak: ', peak of 50%', 'half-core': ', low rates', users: ', ramp' }
/** The loads whose stages settle. */
const overloads = {
  peak: {
    heading: 'A peak of 50%',
    notes: [
      SETTLES,
      'CPU varies: the lowest and the highest half second of the stage; the lowest without its first second.'
    ]
  },
  'half-core': {
    heading: 'Half a core',
    notes: [
      SETTLES,
      'Half a core: the process is stopped for the rest of each period of 100 ms in which it has used 50 ms of CPU.'
    ]
  }
}

/** Returns the figures that the stages of every load have. @param {GatewayAnalysis} lab @param {GatewayLoad} load @param {string} heading */
export function stageSections(lab, load, heading) {
  const notes = [
    'Medians over the launches of a configuration. Times are from when a request was due, of successful responses; the two waits are per request, both calls added up.',
    'Event-loop delay: the highest of the 99th percentiles of half a second each.'
  ]
  /** @type {ColumnNames} */
  const times = ['mean', 'p95', 'failed', 'poolWait', 'upstream', 'cpuOfBoth', 'delay']
  return sectionsOf(heading, rowsOf(lab, load), ['configuration', 'stage', 'rate', 'answered', ...times], { notes })
}

/** Returns the step in few columns, which fit on a terminal. @param {GatewayAnalysis} lab */
export function shortStepSections(lab) {
  /** @type {ColumnNames} */
  const shown = ['configuration', 'stage', 'requests', 'p95', 'wait', 'cpu', 'highestCpu']
  const notes = ['Wait: for a connection, both calls added up. Highest: the CPU of one half second.']
  return sectionsOf(stepInWords(lab), rowsOf(lab, 'step'), shown, { notes })
}

/** Returns the figures of a load whose stages settle. @param {GatewayAnalysis} lab @param {keyof typeof overloads} load */
export function overloadSections(lab, load) {
  /** @type {ColumnNames} */
  const shown = ['configuration', 'stage', 'rate', 'answered', 'p95', 'failed', 'inFlight', ...OVERLOAD]
  const { heading, notes } = overloads[load]
  return sectionsOf(heading, rowsOf(lab, load), shown, { notes })
}

/** Returns the same in few columns, which fit on a terminal. @param {GatewayAnalysis} lab @param {keyof typeof overloads} load */
export function shortOverloadSections(lab, load) {
  const rows = rowsOf(lab, load)
  return sectionsOf(overloads[load].heading, rows, ['stage', 'rate', 'p95', 'failed', ...OVERLOAD], { textColumns: 1 })
}

/**
 * Returns what virtual users were asked for, sent and found, compared with requests at the same rates.
 * @param {GatewayAnalysis} lab
 */
export function usersSections(lab) {
  /** @type {ColumnNames} */
  const shown = [...USERS, 'late', 'answered', 'inFlight', 'p95', 'failed', 'generator']
  return sectionsOf(COMPARED, rowsOf(lab, 'users'), shown, {
    notes: [
      'Not sent: a virtual user that would arrive while as many as the limit are at work is left out, and so is its request. What is left out is in no latency and no failure.',
      'Sent late: compared with when the requests of the open loop are due. The latency of requests contains it, that of virtual users begins with their arrival.'
    ],
    details: [
      'Generator CPU: of the process that sends the requests, from the first request to the last response. Between arrivals at a constant rate of 40/s or more artillery waits in a busy loop.',
      'Artillery steps the rate of a ramp once per second, with gaps of whole milliseconds: 400 users arrive within 800 ms, then none for 200 ms. Each user opens a connection of its own.'
    ]
  })
}

/** Returns the same at the goal and above, in few columns, which fit on a terminal. @param {GatewayAnalysis} lab */
export function shortUsersSections(lab) {
  const rows = rowsOf(lab, 'users').filter(({ name }) => name === 'goal' || name === 'peak')
  return sectionsOf(COMPARED, rows, [...USERS, 'p95', 'failed'])
}

/** Returns numbers in flight and waits, predicted and found. @param {GatewayAnalysis} lab */
export function littleSections(lab) {
  /** @type {ColumnNames} */
  const numbers = ['byLittle', 'found', 'runningByLittle', 'running', 'waiting', 'byErlang', 'foundWait']
  const notes = [
    "Little's law: the rate times the time of an idle upstream. Erlang C: the mean wait of a pool of that size for random arrivals and times (M/M/c).",
    'Here arrivals are even and times are nearly constant, so a pool below its capacity waits less than Erlang C says. Failed requests are not in the wait found.'
  ]
  return sectionsOf('Queueing: predicted and found', rowsOf(lab), ['place', 'stage', 'pool', ...numbers], { notes })
}

/** Returns memory and the highest numbers. @param {GatewayAnalysis} lab */
export function highestSections({ cells }) {
  /** @type {Column<GatewayCell>[]} */
  const shown = [
    ['configuration', cell => (cell.load === 'step' ? `${cell.variant}, step` : placeOf(cell))],
    ['connections in use', ({ highestRunning }) => orNothing(highestRunning, formatCount)],
    ['calls waiting', ({ highestWaiting }) => orNothing(highestWaiting, formatCount)],
    ['memory', ({ memoryBytes }) => orNothing(memoryBytes, formatMemory)],
    ['recovery', ({ recoveryMs }) => formatMs(recoveryMs)]
  ]
  const notes = ['Recovery: from the end of the last stage to the end of the last request.']
  return tableSections('Highest values', cells, shown, { notes })
}

/** Returns the load over time of a configuration, for the table of the chart. @param {GatewayCell} cell @returns {Section} */
export function seriesSection({ variant, series }) {
  const table = tableOf(series, [
    ['after', ({ atMs }) => formatMs(atMs)],
    ['answered per s', ({ completedPerSecond }) => formatFigure(completedPerSecond)],
    ['failed per s', ({ failedPerSecond }) => formatFigure(failedPerSecond)],
    ['in flight', ({ inFlight }) => formatFigure(inFlight)],
    ['calls waiting', ({ waiting }) => orNothing(waiting, formatFigure)],
    ['CPU, cores', ({ cpuCores }) => orNothing(cpuCores, formatFigure)]
  ])
  return { heading: `${variant} over time`, table }
}

/** @type {(heading: string, rows: StageRow[], names: ColumnNames, more?: Parameters<typeof tableSections>[3]) => Section[]} */
function sectionsOf(heading, rows, names, more) {
  const shown = names.map(name => columns[name])
  return tableSections(heading, rows, shown, { textColumns: 2, ...more })
}

/** Returns the stages of a load, or of all, without overheads. @param {GatewayAnalysis} lab @param {GatewayLoad} [load] @returns {StageRow[]} */
function rowsOf({ cells, goals: { cores } }, load) {
  const own = cells.filter(cell => load === undefined || cell.load === load)
  return own.flatMap(cell => cell.stages.map(stage => ({ ...stage, cell, cores })))
}

/** @param {GatewayAnalysis} lab */
export function stepInWords({ cells }) {
  const { stages = [] } = cells.find(({ load }) => load === 'step') ?? {}
  const [from, to] = ['before', 'after'].map(name => stages.find(stage => stage.name === name)?.ratePerSecond ?? 0)
  return `From ${formatCount(from ?? 0)} to ${formatCount(to ?? 0)} requests/s`
}

/** Returns a configuration, with the load that is not that of the paper. @param {GatewayCell} cell */
function placeOf({ variant, load }) {
  return `${variant}${places[load] ?? ''}`
}

/** Returns the CPU in cores as a share of all cores, with that of one. @param {number} cpuCores @param {number} cores */
function cpuInWords(cpuCores, cores) {
  return `${formatPercent(cpuCores / cores)} (${formatPercent(cpuCores)} of one)`
}

/** @param {number | null} cpuCores @param {number} [cores] */
function shareOf(cpuCores, cores = 1) {
  return orNothing(cpuCores, used => formatPercent(used / cores))
}

/** @param {number | null} ms */
function settledIn(ms) {
  if (ms === null) return 'not settled'
  return ms === 0 ? 'at once' : formatMs(ms)
}

/** Returns a predicted wait; what is below a microsecond is none. @param {number | null} ms */
function waitInWords(ms) {
  if (ms === null) return 'without end'
  return ms < 0.001 ? 'none' : formatMs(ms)
}
