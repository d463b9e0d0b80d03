import { runFiles } from '../../runs/run-layout.js'
import { bodyPart, chapterOf, chartWithTable, renderLab, sectionPart } from '../skeleton/render.js'
import { firstRequestsChart, gatewayCharts } from './charts.js'
import { gatewayAnswer, gatewayChapters, gatewayEnding } from './report/sections.js'
import { seriesSection } from './report/stages.js'
import { gatewayFirstsCsv, gatewayGoalsCsv, gatewaySeriesCsv } from './report/tables.js'

/** @import { Section } from '../../report/sections/sections.js' */
/** @import { GatewayAnalysis, GatewayLabAnalysis, GatewayLoad, GatewayManifest, GatewayTypes, SavedGatewayLab } from './types.js' */
/** @import { LabFiles } from '../skeleton/types.js' */
/** @import { LabChapter } from '../skeleton/render.js' */

/**
 * Returns the page of a gateway lab: its charts come first.
 * @param {Pick<SavedGatewayLab, 'manifest'>} saved @param {GatewayLabAnalysis} analysis
 * @param {LabFiles<GatewayTypes>} files @returns {Promise<string>}
 */
export function renderGatewayPage({ manifest }, analysis, files) {
  const { lab } = analysis
  const sections = gatewayChapters(analysis)
  const chapters = [
    ...loadChapters('paper', { id: 'load', title: 'Load' }, sections.stages),
    ...chapterOf('goals', 'Goals', sections.goals).map(withGoals),
    ...loadChapters('step', { id: 'step', title: 'Step' }, sections.steps),
    ...loadChapters('users', { id: 'users', title: 'Virtual users' }, sections.userStages, sections.compared),
    ...loadChapters('peak', { id: 'peak', title: 'Peak' }, sections.peaks),
    ...loadChapters('half-core', { id: 'half-core', title: 'Half a core' }, sections.halfCores),
    ...chapterOf('queueing', 'Queueing', [...sections.queueing, ...sections.highest]),
    ...sections.firsts.map(section => ({
      id: 'first',
      title: 'First request',
      parts: chartWithTable(firstRequestsChart(lab), section, gatewayFirstsCsv(lab.firsts))
    })),
    ...chapterOf('overheads', 'Overheads', sections.overheads),
    ...chapterOf('conclusions', 'Conclusions', sections.conclusions),
    { id: 'conditions', title: 'Conditions', parts: sections.conditions.map(bodyPart) }
  ]
  return renderLab({
    manifest: { ...manifest, lab: { ...manifest.lab, variants: measuredOf(manifest, lab.variants) } },
    analysis,
    answer: gatewayAnswer(analysis),
    ending: gatewayEnding(analysis),
    chapters,
    files: filesOf(lab, files)
  })

  /**
   * Returns the charts over time of the configurations with a load, with their tables.
   * @param {GatewayLoad} load @param {{ id: string, title: string }} chapter
   * @param {Section[]} sections none where the load was not measured
   * @param {Section[]} [others] tables that are shown beside the charts
   * @returns {LabChapter[]}
   */
  function loadChapters(load, chapter, sections, others = []) {
    const cells = lab.cells.filter(cell => cell.load === load)
    return sections.map(section => ({
      ...chapter,
      parts: [
        ...chartWithTable(gatewayCharts(lab, cells), section, gatewaySeriesCsv(cells)),
        ...others.map(sectionPart),
        ...cells.map(cell => ({ template: 'folded', section: seriesSection(cell) }))
      ]
    }))
  }

  /** @param {LabChapter} chapter @returns {LabChapter} */
  function withGoals({ parts, ...chapter }) {
    return { ...chapter, parts: [...parts, { template: 'csv', ...gatewayGoalsCsv(lab) }] }
  }
}

/** Returns the variants that this run measured. @param {GatewayManifest} manifest @param {string[]} names */
function measuredOf({ lab }, names) {
  return /** @type {GatewayManifest['lab']['variants']} */ (lab.variants.filter(({ name }) => names.includes(name)))
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
