import { formatChangePoint, formatMoment } from '../report/format.js'
import { chaptersOf } from '../report/sections.js'
import { metricInWords, metricWords } from '../report/words.js'
import { blameParts } from './blame-part.js'
import { chartsOf } from './charts-part.js'
import { flamePart } from './flame-part.js'
import { originOf } from './origin.js'
import { renderDocument } from './render-document.js'
import { summaryOf } from './summary.js'

/**
 * @import { FlameGraph } from '../flame/types.js'
 * @import { Section } from '../report/sections.js'
 * @import { SavedRun } from '../runs/read-run.js'
 * @import { RunManifest } from '../runs/types.js'
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
 * @returns {Promise<string>}
 */
export function renderPage({ run, analysis, graphs }) {
  const { manifest } = run
  const charts = chartsOf(analysis)
  const words = chaptersOf(analysis)
  const chapters = [
    { id: 'blame', title: 'Blame', parts: blameParts(analysis, words.blames) },
    { id: 'flames', title: 'Flame graph', parts: flamePart(graphs, analysis) },
    { id: 'comparison', title: 'Comparison', parts: [...words.sizes.map(open), ...openFirst(words.loads)] },
    { id: 'latency', title: 'Latency', parts: [...charts.latencies, ...words.latencies.map(open)] },
    { id: 'counters', title: 'Counters', parts: words.counters.map(open) },
    { id: 'slices', title: 'Slices', parts: charts.slices },
    { id: 'server', title: 'Servers', parts: charts.servers },
    { id: 'ticks', title: 'Ticks', parts: words.ticks.map(open) },
    { id: 'bottom-up', title: 'Bottom-up', parts: words.heavyTables.map(fold) },
    { id: 'overhead', title: 'Profiler overhead', parts: words.profilers.map(open) },
    { id: 'checks', title: 'Checks', parts: words.checks.map(open) },
    { id: 'reproduce', title: 'Reproduce', parts: originOf(run, analysis) }
  ]
  const title = `${analysis.experiment}: ${analysis.verdicts.map(({ verdict }) => verdict).join(', ')}`
  return renderDocument('report', title, {
    run: { ...analysis, when: whenInWords(manifest) },
    summary: summaryOf(analysis),
    changeChart: charts.changes,
    lines: words.answer.flatMap(({ lines = [] }) => lines),
    rounds: analysis.verdicts.filter(({ change }) => change).map(roundsSection),
    chapters: chapters.filter(({ parts }) => parts.length > 0)
  })
}

/** @param {Section} section @returns {Part} */
function open(section) {
  return { template: 'section', section }
}

/** @param {Section} section @returns {Part} */
function fold(section) {
  return { template: 'folded', section }
}

/** @param {Section[]} sections @returns {Part[]} */
function openFirst([first, ...others]) {
  return first ? [open(first), ...others.map(fold)] : []
}

/** @param {RunManifest} manifest */
function whenInWords({ startedAt, versions, machine }) {
  return `${formatMoment(startedAt)} UTC, Node ${versions.node ?? 'unknown'}, ${machine.cores} cores (${machine.cpuModel})`
}

/** @param {Verdict} verdict @returns {Section} */
function roundsSection({ baseline, candidate, metric, rounds }) {
  const { format } = metricWords[metric]
  const rows = rounds.map(({ round, baseline: one, candidate: other, ...change }) => [
    String(round + 1),
    format(one),
    format(other),
    formatChangePoint(change)
  ])
  return {
    heading: `${metricInWords(metric)} by round: ${candidate} compared with ${baseline}`,
    table: { header: ['round', baseline, candidate, 'change'], rows, textColumns: 1 },
    notes: ['The estimate is the mean log-ratio over rounds. The interval comes from the variation between rounds.']
  }
}
