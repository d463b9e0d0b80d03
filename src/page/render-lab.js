import { toCsv } from '../report/lab-csv.js'
import { endingInWords, labChapters } from '../report/lab-sections.js'
import { runLayout } from '../runs/run-layout.js'
import { callChart, speedUpChart, timeChart } from './charts/copy-charts.js'
import { originOf } from './origin.js'
import { renderDocument } from './render-document.js'
import { whenInWords } from './render-page.js'

/**
 * @import { Section } from '../report/sections.js'
 * @import { SavedLab } from '../runs/read-run.js'
 * @import { CopyAnalysis, LabAnalysis, Mean } from '../verdict/types.js'
 * @import { Part } from './render-page.js'
 */

/**
 * Returns the report of a copy lab as one HTML file that loads nothing.
 * @param {Pick<SavedLab, 'manifest'>} saved
 * @param {LabAnalysis} analysis
 * @returns {Promise<string>}
 */
export function renderLab({ manifest }, analysis) {
  const { lab } = analysis
  const words = labChapters(analysis)
  const ending = endingInWords(analysis)
  const [first = '', ...lines] = (words.answer.lines ?? []).filter(line => !ending.includes(line))
  const chapters = [
    { id: 'time', title: 'Time', parts: [...drawn(timeChart(lab), words.times, timesCsv(lab)), open(words.growth)] },
    { id: 'speed-up', title: 'Speed-up', parts: drawn(speedUpChart(lab), words.speedUp, speedUpsCsv(lab)) },
    { id: 'calls', title: 'Calls', parts: drawn(callChart(lab), words.calls, callsCsv(lab)) },
    { id: 'server', title: 'On a server', parts: [open(words.bystanders)] },
    { id: 'paper', title: 'The paper', parts: [open(words.claims)] },
    { id: 'conditions', title: 'Conditions', parts: [body(words.conditions)] },
    { id: 'files', title: 'Files', parts: [filesPart()] },
    {
      id: 'reproduce',
      title: 'Reproduce',
      parts: originOf(manifest, { variants: manifest.lab.variants, seed: manifest.plan.seed })
    }
  ]
  const run = { ...analysis, when: whenInWords(manifest) }
  const view = { run, first, lines, status: ending.join(' '), chapters }
  return renderDocument('report', `${analysis.experiment}: ${first}`, view, 'lab')
}

/** Returns a chart with its table and its CSV. @type {(html: string, section: Section, csv: { fileName: string, text: string }) => Part[]} */
function drawn(html, section, csv) {
  const chart = html === '' ? [] : [{ template: 'chart', html }]
  const { notes, ...table } = section
  return [
    ...chart,
    { template: 'section-body', section: { notes } },
    { template: 'folded', section: { ...table, heading: `${section.heading} (table)` } },
    { template: 'csv', ...csv }
  ]
}

/** @param {Section} section @returns {Part} */
function open(section) {
  return { template: 'section', section }
}

/** @param {Section} section @returns {Part} */
function body(section) {
  return { template: 'section-body', section }
}

/** @param {CopyAnalysis} lab */
function timesCsv({ cells, growths }) {
  const measured = cells.map(({ variant, sizeBytes, copies, ms }) => [variant, sizeBytes, true, copies, ...ends(ms)])
  const extrapolated = growths.flatMap(({ variant, extrapolated }) =>
    extrapolated.map(({ sizeBytes, ms }) => [variant, sizeBytes, false, 0, ...ends(ms)])
  )
  const header = ['strategy', 'bytes', 'measured', 'copies', 'mean_ms', 'low_ms', 'high_ms']
  return { fileName: 'copy-times.csv', text: toCsv(header, [...measured, ...extrapolated]) }
}

/** @param {CopyAnalysis} lab */
function speedUpsCsv({ speedUp: { rows } }) {
  const header = ['bytes', 'times_as_fast', 'low', 'high']
  const text = toCsv(
    header,
    rows.map(({ sizeBytes, ratio }) => [sizeBytes, ...ends(ratio)])
  )
  return { fileName: 'copy-speed-ups.csv', text }
}

/** @param {CopyAnalysis} lab */
function callsCsv({ cells }) {
  const header = ['strategy', 'bytes', 'reads', 'writes', 'expected_reads', 'expected_writes']
  const rows = cells.map(({ variant, sizeBytes, reads, writes, expected }) => [
    variant,
    sizeBytes,
    reads?.median ?? null,
    writes?.median ?? null,
    expected?.reads ?? null,
    expected?.writes ?? null
  ])
  return { fileName: 'copy-calls.csv', text: toCsv(header, rows) }
}

/** @param {Mean} mean */
function ends({ value, low, high }) {
  return [value, low, high]
}

/** @returns {Part} */
function filesPart() {
  const { relative, cells, cellsTable, analysis, summary } = runLayout('')
  const links = [
    { path: relative(cellsTable), words: 'every copy as CSV, also those that count in no figure' },
    { path: relative(cells), words: 'the same as JSON Lines' },
    { path: relative(analysis), words: 'every figure of this page' },
    { path: relative(summary), words: 'this page as Markdown' }
  ]
  return { template: 'links', links }
}
