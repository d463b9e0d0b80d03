import {
  formatCostDifference,
  formatCount,
  formatDuration,
  formatExactPercent,
  formatFigure,
  formatPercent,
  formatSmallPercent
} from '../../../report/words/format.js'
import { listed } from '../../../report/words/text.js'
import { formatMs, NOTHING, orNothing } from '../../skeleton/figures.js'

/** @import { GatewayAnalysis, GatewayCell, GatewayLab, GatewayStage, GatewayStageName, GoalCode, GoalResult, LimitCode } from '../types.js' */
/** @import { LabPlan } from '../../../runs/lab-types.js' */
/** @import { Mean } from '../../../stats/types.js' */

/** @type {Record<GatewayStageName, string>} */
export const stageNames = {
  half: 'half the goal',
  ramp: 'ramp',
  goal: 'the goal',
  peak: '20% above',
  before: 'before',
  after: 'after the step',
  start: 'start',
  'warm-up': 'warm-up',
  waits: 'followed',
  surge: '50% above',
  again: 'the goal again',
  below: "half the paper's rate",
  claim: "the paper's rate",
  above: '20% above'
}

/** What each goal is about. @type {Record<GoalCode, string>} */
export const goalNames = {
  rate: 'requests/s',
  p95: 'p95',
  errors: 'failed requests',
  cpu: 'CPU',
  memory: 'memory',
  recovery: 'recovery'
}

/** What limited a configuration. @type {Record<LimitCode, string>} */
export const limitNames = {
  pool: 'wait for a connection',
  cpu: 'CPU of the main thread',
  'event-loop': 'blocked event loop',
  upstream: 'time of the calls',
  none: 'nothing',
  unknown: 'not known'
}

/** The parts of what a request takes longer than at an idle upstream. */
const limitParts = /** @type {const} */ ([
  ['poolMs', 'connection'],
  ['upstreamMs', 'calls'],
  ['ownMs', 'own']
])

/** Returns a figure of a goal as text; a stage without a response has no p95. @param {GoalCode} code @param {number | null} value */
export function formatGoal(code, value) {
  if (value === null) return code === 'p95' ? 'no response' : NOTHING
  if (code === 'rate') return formatFigure(value)
  if (code === 'p95' || code === 'recovery') return formatMs(value)
  // A single failed request of thousands is no 0.0%.
  return code === 'errors' && value > 0 ? formatSmallPercent(value) : formatPercent(value)
}

/** Returns a figure of a goal and whether it is met, such as 251 ms, met. @param {GoalResult} result */
export function goalInWords({ code, found, outcome }) {
  return outcome === 'not measured' ? 'not measured' : `${formatGoal(code, found)}, ${outcome}`
}

/** Returns the goals as one sentence. @param {GatewayAnalysis} lab */
export function goalsInWords({ goals }) {
  const { requestsPerSecond, p95Ms, cpuRatio, cores, memoryRatio, memoryBytes, recoveryMs } = goals
  const cpu = `CPU at most ${formatExactPercent(cpuRatio)} of ${formatCount(cores)} cores`
  const memory = `memory at most ${formatExactPercent(memoryRatio)} of ${formatCount(memoryBytes / 1e9)} GB`
  return `Goals: ${formatCount(requestsPerSecond)} requests/s, p95 at most ${formatMs(p95Ms)}, no failed request, ${cpu}, ${memory}, and every request ended at most ${formatMs(recoveryMs)} after the peak.`
}

/** Returns which configurations meet the goals, and what limited the others. @param {GatewayAnalysis} lab @returns {string[]} */
export function contractsInWords({ cells }) {
  const checked = cells.filter(({ goals }) => goals.length > 0)
  const met = checked.filter(({ contract }) => contract === 'met').map(({ variant }) => variant)
  const missed = checked.filter(({ contract }) => contract === 'missed')
  const open = checked.filter(({ contract }) => contract === 'not measured').map(({ variant }) => variant)
  if (checked.length === 0) return []
  const first =
    met.length === 0 ? noneInWords(checked.length) : `${listed(met)} ${met.length === 1 ? 'meets' : 'meet'} every goal.`
  const last = open.length === 0 ? [] : [`Not every goal was measured of ${listed(open)}.`]
  return [first, ...missed.map(missedInWords), ...last]
}

/** Returns at which lines requests wait, and whether the limit of the counters is there. @param {GatewayAnalysis} lab @returns {string[]} */
export function followedInWords({ cells }) {
  return cells.flatMap(({ variant, limit, waits }) => {
    if (!waits) return []
    const { file, line, ms, resource } = waits
    const place = file ? `waits longest at ${file}:${line}, ${formatMs(ms)} (${resource})` : 'waits at no line'
    const limits = `limit by counters: ${limitNames[limit.code]}; at the lines: ${limitNames[waits.limit.code]}`
    const parts = limitParts.map(
      ([key, words]) => `${words} ${orNothing(limit[key], formatMs)}, ${orNothing(waits.limit[key], formatMs)}`
    )
    return [`${variant} ${place}. Its ${limits} (counted, at lines: ${parts.join('; ')}).`]
  })
}

/** @param {number} count */
function noneInWords(count) {
  return count === 1
    ? 'No configuration meets every goal.'
    : `None of ${formatCount(count)} configurations meets every goal.`
}

/** @param {GatewayCell} cell */
function missedInWords({ variant, goals, limit }) {
  const missed = goals.filter(({ outcome }) => outcome === 'missed')
  const figures = missed.map(({ code, found }) => `${goalNames[code]} (${formatGoal(code, found)})`)
  const reason = limit.code === 'none' || limit.code === 'unknown' ? '' : ` Its limit: ${limitNames[limit.code]}.`
  return `${variant} misses ${listed(figures)}.${reason}`
}

/**
 * Returns what the upstream added to its times, the worst check of each kind.
 * @param {GatewayAnalysis['checks']} checks
 * @returns {string[]} one sentence for plain calls, one for TLS
 */
export function checksInWords(checks) {
  return [false, true].flatMap(isTls => {
    const [worst] = checks
      .filter(check => check.isTls === isTls)
      .sort((one, other) => (other.addedP99Ms ?? Infinity) - (one.addedP99Ms ?? Infinity))
    return worst ? [checkInWords(worst)] : []
  })
}

/** @param {GatewayAnalysis['checks'][number]} check */
function checkInWords({ isTls, ratePerSecond, addedP99Ms, mostAddedMs, failed, isHeld, generatorDelayP99Ms }) {
  const which = `The upstream ${isTls ? 'over TLS ' : ''}at ${formatCount(ratePerSecond)} requests/s`
  const added =
    addedP99Ms === null ? 'answered no request' : `added ${formatMs(addedP99Ms)} (p99) to the times that it drew`
  const lost = failed === 0 ? '' : ` and failed ${formatCount(failed)} requests`
  const late =
    isHeld || generatorDelayP99Ms <= mostAddedMs
      ? ''
      : ` The load generator was late too, by ${formatMs(generatorDelayP99Ms)} (p99): the machine may be the reason.`
  return `${which} ${added}${lost}: ${isHeld ? 'within' : 'more than'} the limit of ${formatMs(mostAddedMs)}.${late}`
}

/**
 * Returns a cell without its variant, such as 200, 200 to 400, 400 and 480 requests/s.
 * @param {{ stages: GatewayStage[] | null }} cell
 */
export function gatewayCellInWords({ stages }) {
  if (!stages) return 'single requests'
  return `${listed(stages.map(rateInWords))} requests/s`
}

/** @param {GatewayStage} stage */
function rateInWords({ ratePerSecond, ramp }) {
  return (ramp ?? [ratePerSecond]).map(formatCount).join(' to ')
}

/** Returns what the cells of a run are, for the list of all runs. @param {GatewayLab} lab @param {LabPlan} plan */
export function gatewayCellsInWords({ partVariants, stages, variantStages }, { part, length }) {
  const own = /** @type {keyof GatewayLab['partVariants']} */ (part)
  const planned = stages[own]?.[length] ?? null
  const others = Object.entries(variantStages?.[own] ?? {}).map(
    ([name, each]) => `; ${name}: ${gatewayCellInWords({ stages: each[length] })}`
  )
  const cell = gatewayCellInWords({ stages: planned })
  const durationMs = (planned ?? []).reduce((sum, stage) => sum + stage.durationMs, 0)
  const each = planned && others.length === 0 ? `, ${formatDuration(durationMs)} each` : ''
  return `${formatCount(partVariants[own]?.length ?? 0)} configurations: ${cell}${each}${others.join('')}`
}

/**
 * Returns how much more something costs, such as +17 µs ± 5.
 * @param {Mean} mean @param {number} [microsPerUnit] that the mean is in
 */
export function moreInWords({ value, low, high }, microsPerUnit = 1) {
  const cost = {
    difference: value * microsPerUnit,
    low: low && low * microsPerUnit,
    high: high && high * microsPerUnit
  }
  return formatCostDifference(cost, 'micros')
}
