import { chaptersOf } from '../report/sections/sections.js'
import { sideNames } from '../report/sections/toggle-sections.js'
import { formatChangePoint, formatMoment } from '../report/words/format.js'
import { gateSections } from '../report/words/gate-words.js'
import { metricInWords, metricWords, nodeVersionsInWords } from '../report/words/words.js'
import { blameParts } from './parts/blame-part.js'
import { chartsOf } from './parts/charts-part.js'
import { latencyParts, loadParts } from './parts/comparison-parts.js'
import { filesPart } from './parts/files-part.js'
import { flamePart } from './parts/flame-part.js'
import { heavyParts } from './parts/heavy-parts.js'
import { originOf } from './parts/origin.js'
import { summaryOf } from './parts/summary.js'
import { tickParts } from './parts/tick-parts.js'
import { renderDocument } from './render-document.js'

/**
 * @import { FlameGraph } from '../flame/types.js'
 * @import { Section } from '../report/sections/sections.js'
 * @import { SavedRun } from '../runs/read-run.js'
 * @import { TickText } from '../runs/read-tick-texts.js'
 * @import { RunManifest, RunOrigin } from '../runs/types.js'
 * @import { Analysis } from '../types.js'
 * @import { Verdict } from '../verdict/types.js'
 */

/** @typedef {{ template: string, [name: string]: unknown }} Part what one template is filled with */

/**
 * Returns the report of a run as one HTML file that loads nothing.
 * @param {object} input
 * @param {SavedRun} input.run
 * @param {Analysis} input.analysis
 * @param {FlameGraph[]} input.graphs
 * @param {TickText[]} input.tickTexts
 * @returns {Promise<string>}
 */
export function renderPage({ run, analysis, graphs, tickTexts }) {
  const { manifest } = run
  const charts = chartsOf(analysis)
  const words = chaptersOf(analysis)
  const chapters = [
    { id: 'gates', title: 'Gates', isNamedByPart: true, parts: gateSections(analysis).map(open) },
    { id: 'bytes', title: 'Bytes', isNamedByPart: true, parts: words.resources.map(open) },
    { id: 'requests', title: 'Requests', isNamedByPart: true, parts: words.requests.map(open) },
    { id: 'blame', title: 'Blame', isNamedByPart: true, parts: blameParts(analysis, words.blames) },
    { id: 'threads', title: 'Other threads', parts: words.threads.map(open) },
    { id: 'flames', title: 'Flame graph', parts: flamePart(graphs, analysis) },
    {
      id: 'comparison',
      title: 'Comparison',
      parts: [...words.overview.map(open), ...words.sizes.map(open), ...loadParts(analysis, words.loads)]
    },
    {
      id: 'latency',
      title: 'Latency',
      isNamedByPart: true,
      parts: latencyParts(analysis, words.latencies, charts.latencies)
    },
    { id: 'counters', title: 'Counters', isNamedByPart: true, parts: words.counters.map(open) },
    { id: 'companions', title: 'Companions', isNamedByPart: true, parts: words.companions.map(open) },
    { id: 'slices', title: 'Slices', parts: charts.slices },
    { id: 'server', title: 'Servers', parts: charts.servers },
    { id: 'ticks', title: 'Ticks', parts: tickParts(analysis.ticks, words.ticks, tickTexts) },
    {
      id: 'bottom-up',
      title: 'Bottom-up',
      parts: heavyParts(analysis.heavyTables, words.heavyTables, analysis.folder)
    },
    { id: 'overhead', title: 'Profiler overhead', parts: words.profilers.map(open) },
    { id: 'checks', title: 'Checks', parts: words.checks.map(open).map(headedIfFirst) },
    {
      id: 'reproduce',
      title: 'Reproduce',
      parts: originOf(manifest, { variants: manifest.experiment.variants, seed: manifest.design.seed })
    }
  ]
  const title = `${analysis.experiment}: ${analysis.verdicts.map(({ verdict }) => verdict).join(', ')}`
  return renderDocument('report', title, {
    run: { ...analysis, when: whenInWords(manifest) },
    summary: summaryOf(analysis, manifest),
    changeChart: charts.changes,
    files: filesPart(run, analysis.variants),
    lines: words.answer.flatMap(({ lines = [] }) => lines),
    rounds: analysis.verdicts.filter(({ change }) => change).map(verdict => roundsSection(verdict, analysis)),
    chapters: chapters.filter(({ parts }) => parts.length > 0).map(withOneHeading)
  })
}

/** @param {Section} section @returns {Part} */
function open(section) {
  return { template: 'section', section }
}

/** @param {Part} part @param {number} index @returns {Part} without its own heading if the one of the chapter says the same */
function headedIfFirst(part, index) {
  return index === 0 ? { ...part, isHeaded: true } : part
}

/**
 * Returns a chapter with the heading of its only open section as its own, where two headings in a row would say the same.
 * @param {{ id: string, title: string, isNamedByPart?: boolean, parts: Part[] }} chapter
 */
function withOneHeading({ id, title, isNamedByPart = false, parts }) {
  const [only, ...others] = isNamedByPart ? parts.flatMap(part => headingIn(part) ?? []) : []
  if (only === undefined || others.length > 0) return { id, title, heading: title, parts }
  return { id, title, heading: only, parts: parts.map(part => (headingIn(part) ? { ...part, isHeaded: true } : part)) }
}

/** @param {Part} part @returns {string | null} */
function headingIn({ template, section, blame, isHeaded }) {
  if (isHeaded || (template !== 'section' && template !== 'blame')) return null
  return /** @type {{ heading: string }} */ (section ?? blame).heading
}

/** @param {RunOrigin & Pick<Partial<RunManifest>, 'answers'>} manifest */
export function whenInWords(manifest) {
  const { startedAt, machine } = manifest
  return `${formatMoment(startedAt)} UTC, Node ${nodeVersionsInWords(manifest)}, ${machine.cores} cores (${machine.cpuModel})`
}

/** @param {Verdict} verdict @param {Analysis} analysis @returns {Section} */
function roundsSection({ baseline, candidate, metric, rounds }, analysis) {
  const { format } = metricWords[metric]
  const rows = rounds.map(({ round, baseline: one, candidate: other, ...change }) => [
    String(round + 1),
    format(one),
    format(other),
    formatChangePoint(change)
  ])
  return {
    heading: `${metricInWords(metric)} by round: ${candidate} compared with ${baseline}`,
    table: { header: ['round', ...sideNames(analysis, { baseline, candidate }), 'change'], rows, textColumns: 1 },
    notes: ['The estimate is the mean log-ratio over rounds. The interval comes from the variation between rounds.']
  }
}
