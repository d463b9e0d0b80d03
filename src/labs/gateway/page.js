import * as Plot from '@observablehq/plot'
import { INK, keyOf, QUIET_INK, xAxis, yAxis } from '../../page/charts/draw.js'
import { formatCount, formatFigure } from '../../report/words/format.js'
import { runFiles } from '../../runs/run-layout.js'
import { dotSign, drawChart } from '../skeleton/charts.js'
import { bodyPart, chartWithTable, sectionPart } from '../skeleton/render.js'
import { AT_ONCE } from './paper.js'
import { gatewayChapters } from './report/sections.js'
import { seriesSection } from './report/stages.js'
import { gatewayFirstsCsv, gatewayGoalsCsv, gatewaySeriesCsv } from './report/tables.js'

/** @import { Section } from '../../report/sections/sections.js' */
/** @import { LabFiles } from '../skeleton/types.js' */
/** @import { GatewayAnalysis, GatewayCell, GatewayLabAnalysis } from './types.js' */
/** @import { GatewayLoad, GatewayPoint, GatewayTypes, SavedGatewayLab } from './types.js' */

/** @typedef {{ colour: string, symbol: Plot.SymbolType }} Style */

const HEIGHT = 250
const MARGINS = { marginTop: 34, marginBottom: 40, marginLeft: 52, marginRight: 14 }
const COLOURS = ['baseline', 'candidate', 'more', 'candidate-2', 'candidate-3']
/** @type {Plot.SymbolType[]} */
const SYMBOLS = ['circle', 'triangle', 'square', 'diamond', 'star', 'wye', 'cross']
/** A mark every so many points. */
const MARK_EVERY = 4
/** The names of axes that are logarithmic, and linear near 0: an overloaded pool holds a hundred times as many as the others. */
const COUNTS = { requests: 'requests, logarithmic', calls: 'calls, logarithmic' }
const COUNT_TICKS = [0, 10, 30, 100, 300, 1000, 3000, 10_000]
/** More lines than these cannot be distinguished. */
const MOST_LINES = 7

/**
 * Returns the page of a gateway lab: its charts come first.
 * @param {SavedGatewayLab} saved @param {GatewayLabAnalysis} analysis
 * @param {LabFiles<GatewayTypes>} files
 */
export function gatewayPage({ manifest }, analysis, files) {
  const { lab } = analysis
  const sections = gatewayChapters(analysis)
  const chapters = [
    { id: 'load', title: 'Load', parts: loadParts('paper', sections.stages) },
    {
      id: 'goals',
      title: 'Goals',
      parts: sections.goals.flatMap(section => [sectionPart(section), { template: 'csv', ...gatewayGoalsCsv(lab) }])
    },
    { id: 'step', title: 'Step', parts: loadParts('step', sections.steps) },
    { id: 'users', title: 'Virtual users', parts: loadParts('users', sections.userStages, sections.compared) },
    { id: 'peak', title: 'Peak', parts: loadParts('peak', sections.peaks) },
    { id: 'half-core', title: 'Half a core', parts: loadParts('half-core', sections.halfCores) },
    { id: 'queueing', title: 'Queueing', parts: [...sections.queueing, ...sections.highest].map(sectionPart) },
    {
      id: 'first',
      title: 'First request',
      parts: sections.firsts.flatMap(section => [
        sectionPart(section),
        { template: 'csv', ...gatewayFirstsCsv(lab.firsts) }
      ])
    },
    { id: 'overheads', title: 'Overheads', parts: sections.overheads.map(sectionPart) },
    { id: 'conclusions', title: 'Conclusions', parts: sections.conclusions.map(sectionPart) },
    { id: 'conditions', title: 'Conditions', parts: sections.conditions.map(bodyPart) }
  ]
  const variants = manifest.lab.variants.filter(({ name }) => lab.variants.includes(name))
  return { chapters, files: filesOf(lab, files), variants }

  /**
   * Returns the charts over time of the configurations with a load, with their tables.
   * @param {GatewayLoad} load
   * @param {Section[]} sections none where the load was not measured
   * @param {Section[]} [others] tables that are shown beside the charts
   */
  function loadParts(load, sections, others = []) {
    const cells = lab.cells.filter(cell => cell.load === load)
    return sections.flatMap(section => [
      ...chartWithTable(gatewayCharts(lab, cells), section, gatewaySeriesCsv(cells)),
      ...others.map(sectionPart),
      ...cells.map(cell => ({ template: 'folded', section: seriesSection(cell) }))
    ])
  }
}

/** Returns the files of what this run measured. @param {GatewayAnalysis} lab @param {LabFiles<GatewayTypes>} files */
function filesOf(lab, { cells, firsts, checks }) {
  return [
    { path: runFiles.cellsTable, words: 'every stage of every launch as CSV' },
    ...(lab.cells.length + lab.overheads.length > 0
      ? [{ path: cells, words: 'the same with histograms, points and samples, as JSON Lines' }]
      : []),
    ...(lab.firsts.length > 0 ? [{ path: firsts, words: 'single requests to new servers' }] : []),
    ...(lab.checks.length > 0 ? [{ path: checks, words: 'what the upstream added' }] : [])
  ]
}

/**
 * Draws requests/s, requests in flight, calls that wait and CPU over the stages, with the goals of a load that is checked as lines.
 * @param {GatewayAnalysis} lab
 * @param {GatewayCell[]} asked those that are drawn
 * @returns {string} HTML; nothing without a configuration
 */
function gatewayCharts(lab, asked) {
  const cells = asked.slice(0, MOST_LINES)
  if (cells.length === 0) return ''
  const { rate, cpu } = goalLines(lab, cells)
  const key = cells.map(function entryOf({ variant }, index) {
    const { colour, symbol } = styleAt(index)
    return { sign: dotSign({ r: 4, symbol, fill: colour }), words: variant }
  })
  const charts = [
    chart('Requests answered per second', 'responses/s', cells, point => point.completedPerSecond, rate),
    chart('Requests in flight', COUNTS.requests, cells, point => point.inFlight, {
      at: AT_ONCE,
      words: `reserved by the paper: ${formatCount(AT_ONCE)}`
    }),
    chart('Calls that wait for a connection', COUNTS.calls, cells, point => point.waiting, null),
    chart('CPU of the gateway', 'cores', cells, point => point.cpuCores, cpu)
  ]
  const more = asked.length > MOST_LINES ? `<p>The first ${MOST_LINES} configurations; the tables have all.</p>` : ''
  return keyOf(key) + charts.join('') + more
}

/** Returns the goals as lines; none of a load that is not checked. @param {GatewayAnalysis} lab @param {GatewayCell[]} cells */
function goalLines({ goals: { requestsPerSecond, cpuRatio, cores } }, cells) {
  if (cells.some(({ goals }) => goals.length === 0)) return { rate: null, cpu: null }
  const most = cpuRatio * cores
  return {
    rate: { at: requestsPerSecond, words: `goal: ${formatCount(requestsPerSecond)} requests/s` },
    cpu: { at: most, words: `goal: at most ${formatFigure(most)} cores` }
  }
}

/** @type {(name: string, unit: string, cells: GatewayCell[], figureOf: (point: GatewayPoint) => number | null, line: { at: number, words: string } | null) => string} */
function chart(name, unit, cells, figureOf, line) {
  const curves = cells.map(({ variant, series }) =>
    series.flatMap(point => {
      const [x, y] = [point.atMs / 1000, figureOf(point)]
      return y === null ? [] : [{ x, y, title: `${variant}, after ${formatFigure(x)} s: ${formatFigure(y)}` }]
    })
  )
  const highest = Math.max(...curves.flat().map(({ y }) => y), (line?.at ?? 0) * 1.05, 1)
  const lastSeconds = Math.max(...cells.flatMap(({ series }) => series.map(({ atMs }) => atMs / 1000)))
  const isCount = Object.values(COUNTS).includes(unit)
  const lines = line ? [line] : []
  const borders = (cells[0]?.stages ?? []).slice(1).map(({ fromMs }) => fromMs / 1000)
  const description = cells.map(({ variant }, index) => describe(variant, curves[index] ?? [])).join(' ')
  return drawChart({ name, description }, () => ({
    height: HEIGHT,
    ...MARGINS,
    x: { domain: [0, lastSeconds] },
    y: isCount
      ? { type: /** @type {const} */ ('symlog'), constant: 10, domain: [0, highest * 1.1] }
      : { domain: [0, highest], nice: true },
    marks: [
      ...yAxis(
        unit,
        isCount ? { ticks: COUNT_TICKS.filter(count => count <= highest), tickFormat: formatCount } : { ticks: 5 }
      ),
      xAxis('seconds from the first request', { ticks: 6 }),
      Plot.ruleX(borders, { stroke: QUIET_INK, strokeDasharray: '2,3' }),
      ...curves.flatMap((points, index) => curveMarks(points, styleAt(index), 1.75, MARK_EVERY)),
      Plot.ruleY(
        lines.map(({ at }) => at),
        { stroke: INK, strokeDasharray: '4,3', className: 'chart-limit' }
      ),
      Plot.text(lines, {
        y: 'at',
        text: 'words',
        frameAnchor: 'left',
        textAnchor: 'start',
        lineAnchor: 'bottom',
        dx: 4,
        dy: -3,
        fontSize: 11,
        fill: INK
      })
    ]
  }))
}

/**
 * Returns a line and its dots.
 * @param {{ x: number, y: number, title: string }[]} points
 * @param {Style} style @param {number} strokeWidth @param {number} [dotEvery] so many points
 */
function curveMarks(points, { colour, symbol }, strokeWidth, dotEvery = 1) {
  const place = { x: 'x', y: 'y' }
  const dots = points.filter((_, index) => index % dotEvery === 0)
  return [
    Plot.line(points, { ...place, stroke: colour, strokeWidth }),
    Plot.dot(dots, { ...place, fill: colour, symbol, r: 3, className: 'chart-dot', title: 'title' })
  ]
}

/** Returns a line in words. @param {string} variant @param {{ y: number }[]} points */
function describe(variant, points) {
  if (points.length === 0) return ''
  const values = points.map(({ y }) => y)
  return `${variant}: from ${formatFigure(Math.min(...values))} to ${formatFigure(Math.max(...values))}.`
}

/** @param {number} index @returns {Style} */
function styleAt(index) {
  return {
    colour: `var(--${COLOURS[index % COLOURS.length]})`,
    symbol: SYMBOLS[index % SYMBOLS.length] ?? 'circle'
  }
}
