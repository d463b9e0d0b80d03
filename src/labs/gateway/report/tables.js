import {
  formatCostDifference,
  formatCount,
  formatFigure,
  formatMicros,
  formatPercent
} from '../../../report/words/format.js'
import { formatMeanOrValue, formatMs, NOTHING } from '../../skeleton/figures.js'
import {
  costOf,
  cpuInWords,
  formatGoal,
  goalInWords,
  goalNames,
  goalsInWords,
  inMicros,
  limitNames,
  memoryInWords,
  stageNames
} from './words.js'

/**
 * @import { GatewayAnalysis, GatewayCell } from '../analysis/types.js'
 * @import { Section } from '../../../report/sections/sections.js'
 */

const NOT_MEASURED = { lines: ['Not measured in this part of the lab.'] }
const COMPILE_CACHE = 'compile cache'
const MEDIANS = 'Medians over the launches of a configuration.'

/** Returns each goal of each configuration, with its figure. @param {GatewayAnalysis} lab @returns {Section} */
export function goalSection(lab) {
  const heading = 'Goals'
  const cells = lab.cells.filter(({ goals }) => goals.length > 0)
  const [first] = cells
  if (!first) return { heading, ...NOT_MEASURED }
  return {
    heading,
    table: {
      header: ['configuration', 'all goals', 'limit at the peak', ...first.goals.map(({ code }) => goalNames[code])],
      rows: cells.map(({ variant, contract, limit, goals }) => [
        variant,
        contract,
        limitNames[limit.code],
        ...goals.map(goalInWords)
      ]),
      textColumns: 3
    },
    notes: [
      goalsInWords(lab),
      'The limit is named from measurement: the part of the response time that grew, or a main thread that is busy for 90% of the time.'
    ],
    details: [
      'Requests/s are successful responses that arrived in the stage, without its first second. Failed requests are those of all stages and launches, and memory is the highest of all stages.',
      'The wait for a connection is counted by the gateway, from the call until its request is written to an open connection.'
    ]
  }
}

/** Returns the goals in few columns, which fit on a terminal. @param {GatewayAnalysis} lab @returns {Section[]} */
export function shortGoalSections({ cells, goals }) {
  const checked = cells.filter(cell => cell.goals.length > 0)
  if (checked.length === 0) return []
  const rows = checked.map(({ variant, stages, goals: results, contract, limit, recoveryMs }) => {
    const stage = stages.find(({ name }) => name === 'goal')
    const failed = results.find(({ code }) => code === 'errors')?.found ?? null
    return [
      variant,
      contract,
      limitNames[limit.code],
      stage ? formatFigure(stage.requestsPerSecond) : NOTHING,
      msOrNothing(stage?.p95Ms ?? null),
      formatGoal('errors', failed),
      stage?.cpuCores == null ? NOTHING : formatPercent(stage.cpuCores / goals.cores),
      formatMs(recoveryMs)
    ]
  })
  const header = ['configuration', 'goals', 'limit', 'requests/s', 'p95', 'failed', 'CPU of 2 cores', 'recovery']
  return [{ heading: `At ${formatCount(goals.requestsPerSecond)} requests/s`, table: { header, rows, textColumns: 3 } }]
}

/** Returns the figures of each stage of the load of the paper. @param {GatewayAnalysis} lab @returns {Section} */
export function stageSection(lab) {
  const cells = lab.cells.filter(({ load }) => load === 'paper')
  return cells.length > 0 ? stagesOf('Stages', cells, lab) : { heading: 'Stages', ...NOT_MEASURED }
}

/** Returns the figures before and after the step. @param {GatewayAnalysis} lab @returns {Section[]} none where it was not measured */
export function stepSections(lab) {
  const cells = lab.cells.filter(({ load }) => load === 'step')
  const { stages = [] } = cells[0] ?? {}
  const [before, after] = ['before', 'after'].map(name => stages.find(stage => stage.name === name))
  if (!before || !after) return []
  const [from, to] = [before, after].map(({ ratePerSecond }) => formatCount(ratePerSecond))
  return [stagesOf(`From ${from} to ${to} requests/s`, cells, lab)]
}

/** Returns the same in few columns, which fit on a terminal. @param {GatewayAnalysis} lab @returns {Section[]} */
export function shortStepSections(lab) {
  const rows = lab.cells
    .filter(({ load }) => load === 'step')
    .flatMap(({ variant, stages }) =>
      stages.map(({ name, requestsPerSecond, p95Ms, poolWaitMs, cpuCores, highestCpuCores }) => [
        variant,
        stageNames[name],
        formatFigure(requestsPerSecond),
        msOrNothing(p95Ms),
        msOrNothing(poolWaitMs),
        ...[cpuCores, highestCpuCores].map(cores => (cores === null ? NOTHING : formatPercent(cores / lab.goals.cores)))
      ])
    )
  const header = ['configuration', 'stage', 'requests/s', 'p95', 'wait', 'CPU of 2 cores', 'highest']
  return stepSections(lab).map(({ heading }) => ({
    heading,
    table: { header, rows, textColumns: 2 },
    notes: ['Wait: for a connection, both calls added up. Highest: the CPU of one half second.']
  }))
}

/** Returns the figures of every stage of some configurations. @param {string} heading @param {GatewayCell[]} cells @param {GatewayAnalysis} lab @returns {Section} */
export function stagesOf(heading, cells, { goals }) {
  const rows = cells.flatMap(({ variant, stages }) =>
    stages.map(stage => [
      variant,
      stageNames[stage.name],
      formatCount(stage.ratePerSecond),
      formatFigure(stage.requestsPerSecond),
      msOrNothing(stage.meanMs),
      msOrNothing(stage.p95Ms),
      formatPercent(stage.failedRatio),
      msOrNothing(stage.poolWaitMs),
      msOrNothing(stage.upstreamMs),
      cpuInWords(stage.cpuCores, goals),
      msOrNothing(stage.eventLoopDelayP99Ms)
    ])
  )
  return {
    heading,
    table: {
      header: [
        ...['configuration', 'stage', 'sent per s', 'answered per s', 'mean', 'p95', 'failed'],
        ...['wait for a connection', 'with a connection', 'CPU of 2 cores', 'event-loop delay']
      ],
      rows,
      textColumns: 2
    },
    notes: [
      `${MEDIANS} Times are from when a request was due, of successful responses; the two waits are per request, both calls added up.`,
      'Event-loop delay: the highest of the 99th percentiles of half a second each.'
    ]
  }
}

/** Returns numbers in flight and waits, predicted and found. @param {GatewayAnalysis} lab @returns {Section} */
export function littleSection({ cells }) {
  const heading = 'Queueing: predicted and found'
  if (cells.length === 0) return { heading, ...NOT_MEASURED }
  const rows = cells.flatMap(({ variant, load, stages, poolSize }) =>
    stages.map(({ name, predicted, inFlight, running, waiting, poolWaitMs }) => [
      load === 'step' ? variant : placeOf(variant, load),
      stageNames[name],
      poolSize === null ? 'unlimited' : formatCount(poolSize),
      formatFigure(predicted.inFlight),
      formatFigure(inFlight),
      formatFigure(predicted.running),
      running === null ? NOTHING : formatFigure(running),
      waiting === null ? NOTHING : formatFigure(waiting),
      predicted.poolWaitMs === null ? 'without end' : waitOrNone(predicted.poolWaitMs),
      msOrNothing(poolWaitMs)
    ])
  )
  return {
    heading,
    table: {
      header: [
        ...['configuration', 'stage', 'pool', 'in flight by Little', 'found', 'connections by Little', 'found'],
        ...['calls waiting', 'wait by Erlang C', 'found']
      ],
      rows,
      textColumns: 2
    },
    notes: [
      "Little's law: the rate times the time of an idle upstream. Erlang C: the mean wait of a pool of that size for random arrivals and times (M/M/c).",
      'Here arrivals are even and times are nearly constant, so a pool below its capacity waits less than Erlang C says. Failed requests are not in the wait found.'
    ]
  }
}

/** Returns the time of the first request. @param {GatewayAnalysis} lab @returns {Section[]} none where it was not measured */
export function firstSections({ firsts, idleMs }) {
  if (firsts.length === 0) return []
  const rows = firsts.map(({ variant, launches, firstMs, steadyMs, ratio, firstOverheadMs, steadyOverheadMs }) => [
    variant,
    formatCount(launches),
    formatMeanOrValue(firstMs, formatMs),
    formatMeanOrValue(steadyMs, formatMs),
    ratio ? formatMeanOrValue(ratio, formatFigure) : NOTHING,
    formatMs(firstOverheadMs.value),
    formatMs(steadyOverheadMs.value)
  ])
  const header = ['configuration', 'launches', 'first', 'later', 'ratio', 'first, own', 'later, own']
  return [
    {
      heading: 'The first request of a new process',
      table: { header, rows, textColumns: 1 },
      notes: [
        `Means over launches. Own: without the ${formatMs(idleMs)} of both calls.`,
        'Later: the median of the 11th to 20th request after the first.',
        firsts.some(({ variant }) => variant === COMPILE_CACHE)
          ? `${COMPILE_CACHE}: as pool 168, with code that an earlier process compiled; its very first launch fills the cache.`
          : 'A compile cache is measured too where Node.js has one: 22.8 and later.'
      ]
    }
  ]
}

/** Returns what each overhead costs. @param {GatewayAnalysis} lab @returns {Section[]} none where it was not measured */
export function overheadSections({ overheads }) {
  if (overheads.length === 0) return []
  const rows = overheads.map(({ variant, launches, cpuMicros, moreCpuMicros, latencyMs, moreLatencyMs }) => [
    variant,
    formatCount(launches),
    formatMeanOrValue(cpuMicros, formatMicros),
    moreCpuMicros ? formatCostDifference(costOf(moreCpuMicros), 'micros') : NOTHING,
    formatMeanOrValue(latencyMs, formatMs),
    moreLatencyMs ? formatCostDifference(inMicros(moreLatencyMs), 'micros') : NOTHING
  ])
  return [
    {
      heading: 'What each overhead costs per request',
      table: {
        header: ['configuration', 'launches', 'CPU per request', 'more', 'mean time', 'more'],
        rows,
        textColumns: 1
      },
      notes: [
        'More than the first row: plain calls, responses passed through, no log. A mean over repeats ± half of its 95% interval.',
        'The functions that cause a difference: docs/labs/gateway.md has the commands.'
      ]
    }
  ]
}

/** Returns memory and the highest numbers. @param {GatewayAnalysis} lab @returns {Section} */
export function highestSection({ cells }) {
  const heading = 'Highest values'
  if (cells.length === 0) return { heading, ...NOT_MEASURED }
  return {
    heading,
    table: {
      header: ['configuration', 'connections in use', 'calls waiting', 'memory', 'recovery'],
      rows: cells.map(({ variant, load, highestRunning, highestWaiting, memoryBytes, recoveryMs }) => [
        placeOf(variant, load),
        countOrNothing(highestRunning),
        countOrNothing(highestWaiting),
        memoryInWords(memoryBytes),
        formatMs(recoveryMs)
      ]),
      textColumns: 1
    },
    notes: ['Recovery: from the end of the last stage to the end of the last request.']
  }
}

/** Returns a variant, with the load that is not that of the paper. @param {string} variant @param {GatewayCell['load']} load */
function placeOf(variant, load) {
  if (load === 'step') return `${variant}, step`
  if (load === 'peak') return `${variant}, peak of 50%`
  if (load === 'half-core') return `${variant}, low rates`
  return load === 'users' ? `${variant}, ramp` : variant
}

/** Returns the load over time of each configuration, for the table of the chart. @param {GatewayCell} cell @returns {Section} */
export function seriesSection({ variant, series }) {
  return {
    heading: `${variant} over time`,
    table: {
      header: ['after', 'answered per s', 'failed per s', 'in flight', 'calls waiting', 'CPU, cores'],
      rows: series.map(({ atMs, completedPerSecond, failedPerSecond, inFlight, waiting, cpuCores }) => [
        formatMs(atMs),
        formatFigure(completedPerSecond),
        formatFigure(failedPerSecond),
        formatFigure(inFlight),
        waiting === null ? NOTHING : formatFigure(waiting),
        cpuCores === null ? NOTHING : formatFigure(cpuCores)
      ]),
      textColumns: 1
    }
  }
}

/** Returns a predicted wait; what is below a microsecond is none. @param {number} ms */
function waitOrNone(ms) {
  return ms < 0.001 ? 'none' : formatMs(ms)
}

/** Returns a time, or the sign for none. @param {number | null} ms */
export function msOrNothing(ms) {
  return ms === null ? NOTHING : formatMs(ms)
}

/** @param {number | null} count */
function countOrNothing(count) {
  return count === null ? NOTHING : formatCount(count)
}
