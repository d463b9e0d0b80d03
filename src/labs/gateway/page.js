import { runFiles } from '../../runs/run-layout.js'
import { bodyPart, chapterOf, chartWithTable, renderLab, sectionPart } from '../skeleton/render.js'
import { firstRequestsChart } from './charts/first-requests-chart.js'
import { gatewayCharts } from './charts/stage-charts.js'
import { gatewayFirstsCsv, gatewayGoalsCsv, gatewaySeriesCsv } from './report/csv.js'
import { gatewayAnswer, gatewayChapters, gatewayEnding } from './report/sections.js'
import { seriesSection } from './report/tables.js'

/**
 * @import { Section } from '../../report/sections/sections.js'
 * @import { GatewayLabAnalysis, GatewayManifest, GatewayTypes, SavedGatewayLab } from './types.js'
 * @import { GatewayAnalysis, GatewayCell, GatewayLoad } from './analysis/types.js'
 * @import { LabFiles } from '../skeleton/types.js'
 * @import { LabChapter } from '../skeleton/render.js'
 */

/**
 * Returns the page of a gateway lab: its charts come first.
 * @param {Pick<SavedGatewayLab, 'manifest'>} saved
 * @param {GatewayLabAnalysis} analysis
 * @param {LabFiles<GatewayTypes>} files
 * @returns {Promise<string>}
 */
export function renderGatewayPage({ manifest }, analysis, files) {
  const { lab } = analysis
  const sections = gatewayChapters(analysis)
  const paper = cellsOf('paper')
  const isLoaded = lab.cells.length > 0
  const chapters = [
    ...(paper.length > 0
      ? [
          loadChapter({ id: 'load', title: 'Load' }, lab, paper, sections.stages),
          {
            id: 'goals',
            title: 'Goals',
            parts: [sectionPart(sections.goals), { template: 'csv', ...gatewayGoalsCsv(lab) }]
          }
        ]
      : []),
    ...sections.steps.map(section => loadChapter({ id: 'step', title: 'Step' }, lab, cellsOf('step'), section)),
    ...sections.userStages.map(section =>
      loadChapter({ id: 'users', title: 'Virtual users' }, lab, cellsOf('users'), section, sections.compared)
    ),
    ...sections.peaks.map(section => loadChapter({ id: 'peak', title: 'Peak' }, lab, cellsOf('peak'), section)),
    ...sections.halfCores.map(section =>
      loadChapter({ id: 'half-core', title: 'Half a core' }, lab, cellsOf('half-core'), section)
    ),
    ...(isLoaded
      ? [{ id: 'queueing', title: 'Queueing', parts: [sectionPart(sections.queueing), sectionPart(sections.highest)] }]
      : []),
    ...sections.firsts.map(section => ({
      id: 'first',
      title: 'First request',
      parts: chartWithTable(firstRequestsChart(lab), section, gatewayFirstsCsv(lab.firsts))
    })),
    ...chapterOf('overheads', 'Overheads', sections.overheads),
    { id: 'conclusions', title: 'Conclusions', parts: [sectionPart(sections.conclusions)] },
    { id: 'conditions', title: 'Conditions', parts: [bodyPart(sections.conditions)] }
  ]
  return renderLab({
    manifest: { ...manifest, lab: { ...manifest.lab, variants: measuredOf(manifest, lab.variants) } },
    analysis,
    answer: gatewayAnswer(analysis),
    ending: gatewayEnding(analysis),
    chapters,
    files: filesOf(lab, files)
  })

  /** @param {GatewayLoad} load */
  function cellsOf(load) {
    return lab.cells.filter(cell => cell.load === load)
  }
}

/**
 * Returns the variants that this run measured.
 * @param {GatewayManifest} manifest
 * @param {string[]} names
 */
function measuredOf({ lab }, names) {
  return /** @type {GatewayManifest['lab']['variants']} */ (lab.variants.filter(({ name }) => names.includes(name)))
}

/**
 * Returns the charts over time of some configurations, with their tables.
 * @param {{ id: string, title: string }} chapter
 * @param {GatewayAnalysis} lab
 * @param {GatewayCell[]} cells
 * @param {Section} section
 * @param {Section[]} [others] tables that are shown beside the charts
 * @returns {LabChapter}
 */
function loadChapter(chapter, lab, cells, section, others = []) {
  const charts = chartWithTable(gatewayCharts(lab, cells), section, gatewaySeriesCsv(cells))
  return {
    ...chapter,
    parts: [
      ...charts,
      ...others.map(sectionPart),
      ...cells.map(cell => ({ template: 'folded', section: seriesSection(cell) }))
    ]
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
