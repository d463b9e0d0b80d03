import * as Plot from '@observablehq/plot'
import { draw, drawSign, INK, keyOf, NARROW, QUIET_INK, xAxis, yAxis } from '../../../page/charts/draw.js'
import { formatBinarySize, formatMemory, formatTick } from '../../../report/words/format.js'
import { dashSign, dotSign, headed } from '../../skeleton/charts.js'
import { formatMs } from '../../skeleton/figures.js'
import { MIB } from '../../skeleton/file-sizes.js'
import { markWords, memoryAt } from '../report/tables.js'
import { uploadOutcomeWords } from '../report/words.js'

/** @import { MemoryPoint } from '../../../measure/types.js' */
/** @import { MemoryMark, UploadAnalysis, UploadMemory } from '../types.js' */

const NAME = 'Memory of the server over time'
const HEIGHT = 200
const MARGINS = { marginTop: 56, marginBottom: 40, marginLeft: 44, marginRight: 10 }
/** Above the frame, each kind in a line of its own: marks can follow each other closely. @type {Record<MemoryMark['kind'], { sign: string, dy: number }>} */
const MARK_SIGNS = {
  'cell began': { sign: '1', dy: -24 },
  'cell ended': { sign: '2', dy: -14 },
  collected: { sign: '3', dy: -4 },
  'over limit': { sign: '×', dy: -4 }
}
const MARK_TEXT = {
  fill: INK,
  fontSize: 11,
  frameAnchor: /** @type {const} */ ('top'),
  lineAnchor: /** @type {const} */ ('bottom')
}
const MARK_LINE = { stroke: QUIET_INK, strokeOpacity: 0.6 }
const LIMIT_LINE = { stroke: INK, strokeDasharray: '4,3' }

/**
 * Draws the memory of one launch per strategy, all on the same scales, with the limit and with the events of the launch.
 * @param {UploadAnalysis} lab
 * @returns {string} HTML; nothing where the system does not report memory
 */
export function memoryCharts(lab) {
  const launches = lab.memory.filter(({ points }) => points.length > 0)
  if (launches.length === 0) return ''
  const all = launches.flatMap(({ points }) => points)
  const top = Math.max(...all.map(({ bytes }) => bytes), ...launches.map(({ memoryBytes }) => memoryBytes)) / MIB
  const end = Math.max(...all.map(({ atMs }) => atMs)) / 1e3
  const charts = launches.map(launch => draw(pictureOf(launch, { top, end })))
  return headed(NAME, `${keyOf(keyEntries(launches))}<div class="chart-grid">${charts.join('')}</div>`)
}

/** @param {UploadMemory} launch @param {{ top: number, end: number }} scale MiB and seconds */
function pictureOf(launch, { top, end }) {
  const { variant, points, marks, memoryBytes } = launch
  const events = marks.map(mark => ({ ...mark, ...MARK_SIGNS[mark.kind], seconds: mark.atMs / 1e3 }))
  const place = {
    x: (/** @type {MemoryPoint} */ { atMs }) => atMs / 1e3,
    y: (/** @type {MemoryPoint} */ { bytes }) => bytes / MIB
  }
  return {
    name: `${NAME}, ${variant}`,
    description: launchMemoryInWords(launch),
    width: NARROW,
    height: HEIGHT,
    ...MARGINS,
    x: { domain: [0, end] },
    y: { domain: [0, top * 1.05] },
    marks: [
      ...yAxis(`${variant}, MiB`, { ticks: 4, tickFormat: formatTick, labelOffset: 44 }),
      xAxis('time, s', { ticks: 5, tickFormat: formatTick, labelOffset: 34 }),
      Plot.ruleX(events, { x: 'seconds', ...MARK_LINE }),
      Plot.ruleY([memoryBytes / MIB], { ...LIMIT_LINE, className: 'chart-limit' }),
      Plot.line(points, { ...place, stroke: 'var(--candidate)', strokeWidth: 1.75 }),
      Plot.dot(points.slice(0, 1), {
        ...place,
        fill: 'var(--candidate)',
        r: 3.5,
        className: 'chart-dot',
        title: ({ bytes }) => `start of the server: ${formatMemory(bytes)}`
      }),
      ...events.map(event =>
        Plot.text([event], { ...MARK_TEXT, x: 'seconds', text: 'sign', dy: event.dy, title: eventInWords })
      )
    ]
  }
}

/** @param {MemoryMark} mark */
function eventInWords({ kind, sizeBytes, atMs }) {
  return `${markWords[kind]}, ${formatBinarySize(sizeBytes)}, after ${formatMs(atMs)}`
}

/** @param {UploadMemory[]} launches */
function keyEntries(launches) {
  const [first] = launches
  const kinds = /** @type {MemoryMark['kind'][]} */ (Object.keys(MARK_SIGNS))
  const shown = kinds.filter(kind => launches.some(({ marks }) => marks.some(mark => mark.kind === kind)))
  return [
    { sign: dotSign({ r: 3.5, fill: 'var(--candidate)' }), words: 'start of the server' },
    { sign: dashSign(LIMIT_LINE), words: `limit: ${formatBinarySize(first?.memoryBytes ?? 0)}` },
    ...shown.map(kind => ({
      sign: drawSign([
        Plot.text([0], { frameAnchor: 'middle', text: () => MARK_SIGNS[kind].sign, fill: INK, fontSize: 12 })
      ]),
      words: markWords[kind].replace(/^\d /, '')
    }))
  ]
}

/** Returns the memory of a launch as a sentence. @param {UploadMemory} launch */
function launchMemoryInWords({ variant, points, marks }) {
  const most = Math.max(...points.map(({ bytes }) => bytes))
  const end = marks.some(({ kind }) => kind === 'over limit') ? `; it ${uploadOutcomeWords['over limit']}` : ''
  const started = formatMemory(memoryAt(points, marks[0]?.atMs ?? 0))
  return `${variant}: ${started} before the first upload, at most ${formatMemory(most)}${end}.`
}
