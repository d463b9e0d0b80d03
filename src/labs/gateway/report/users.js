import { formatCount, formatFigure, formatPercent } from '../../../report/words/format.js'
import { formatMs, NOTHING } from '../../skeleton/figures.js'
import { msOrNothing, stagesOf } from './tables.js'
import { stageNames } from './words.js'

/**
 * @import { GatewayAnalysis, GatewayStageFigures } from '../analysis/types.js'
 * @import { Section } from '../../../report/sections/sections.js'
 */

const HEADING = 'Virtual users and requests at the same rates'
/** Columns of both tables. */
const LOAD = ['stage', 'due per s', 'sent per s', 'not sent']
const OUTCOME = ['p95', 'failed']
/** The stages of the table that fits on a terminal. */
const SHORT_STAGES = ['goal', 'peak']

/**
 * Returns what virtual users were asked for, sent and found, compared with requests at the same rates.
 * @param {GatewayAnalysis} lab
 * @returns {Section[]} none where it was not measured
 */
export function usersSections(lab) {
  const cells = cellsOf(lab)
  if (cells.length === 0) return []
  const rows = cells.flatMap(({ variant, generatorCores, stages }) =>
    stages.map(stage => [
      variant,
      ...loadOf(stage),
      formatMs(stage.sendDelayP99Ms),
      formatFigure(stage.requestsPerSecond),
      formatFigure(stage.inFlight),
      ...outcomeOf(stage),
      generatorCores === null ? NOTHING : `${formatFigure(generatorCores)} cores`
    ])
  )
  const header = [
    'configuration',
    ...LOAD,
    'sent late (p99)',
    'answered per s',
    'in flight',
    ...OUTCOME,
    'generator CPU'
  ]
  const notes = [
    'Not sent: a virtual user that would arrive while as many as the limit are at work is left out, and so is its request. What is left out is in no latency and no failure.',
    'Sent late: compared with when the requests of the open loop are due. The latency of requests contains it, that of virtual users begins with their arrival.'
  ]
  const details = [
    'Generator CPU: of the process that sends the requests, from the first request to the last response. Between arrivals at a constant rate of 40/s or more artillery waits in a busy loop.',
    'Artillery steps the rate of a ramp once per second, with gaps of whole milliseconds: 400 users arrive within 800 ms, then none for 200 ms. Each user opens a connection of its own.'
  ]
  return [{ heading: HEADING, table: { header, rows, textColumns: 2 }, notes, details }]
}

/** Returns the figures that every load has. @param {GatewayAnalysis} lab @returns {Section[]} none where it was not measured */
export function userStageSections(lab) {
  const cells = cellsOf(lab)
  return cells.length === 0 ? [] : [stagesOf('Stages with virtual users', cells, lab)]
}

/** Returns the same at the goal and above, in few columns, which fit on a terminal. @param {GatewayAnalysis} lab @returns {Section[]} */
export function shortUsersSections(lab) {
  const rows = cellsOf(lab).flatMap(({ variant, stages }) =>
    stages
      .filter(({ name }) => SHORT_STAGES.includes(name))
      .map(stage => [variant, ...loadOf(stage), ...outcomeOf(stage)])
  )
  const table = { header: ['configuration', ...LOAD, ...OUTCOME], rows, textColumns: 2 }
  return rows.length === 0 ? [] : [{ heading: HEADING, table }]
}

/**
 * Returns what a limit of virtual users leaves out, and what they find without one, as sentences.
 * @param {GatewayAnalysis} lab
 * @returns {string[]}
 */
export function usersInWords(lab) {
  const atGoal = cellsOf(lab).flatMap(({ variant, users, stages }) =>
    stages.flatMap(stage => (stage.name === 'goal' ? [{ variant, users, stage }] : []))
  )
  const limited = atGoal.filter(({ users }) => users !== null && users.most !== null)
  const [first] = limited
  if (!first) return []
  const shares = limited.map(({ variant, stage }) => `${variant}: ${formatPercent(stage.notSentRatio)}`)
  return [
    `At ${formatCount(first.stage.ratePerSecond)} requests/s a limit of virtual users leaves requests out (${shares.join('; ')}). They are in no latency and no failure.`
  ]
}

/** @param {GatewayAnalysis} lab */
function cellsOf({ cells }) {
  return cells.filter(({ load }) => load === 'users')
}

/** Returns the cells of `LOAD`. @param {GatewayStageFigures} stage */
function loadOf({ name, duePerSecond, sentPerSecond, notSentRatio }) {
  return [stageNames[name], formatFigure(duePerSecond), formatFigure(sentPerSecond), formatPercent(notSentRatio)]
}

/** Returns the cells of `OUTCOME`. @param {GatewayStageFigures} stage */
function outcomeOf({ p95Ms, failedRatio }) {
  return [msOrNothing(p95Ms), formatPercent(failedRatio)]
}
