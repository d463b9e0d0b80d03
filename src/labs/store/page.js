import { latencyChart } from '../../page/charts/latency-chart.js'
import { runFiles } from '../../runs/run-layout.js'
import { bodyPart, chartWithTable, renderLab, sectionPart } from '../skeleton/render.js'
import { taskCostChart } from './charts.js'
import { storeAnswerInWords, storeChapters, storeEndingInWords } from './report/sections.js'
import { curvesCsv, storeGroups, taskCostCsv } from './report/tables.js'

/** @import { Section } from '../../report/sections/sections.js' */
/** @import { LabFiles } from '../skeleton/types.js' */
/** @import { SavedStoreLab, StoreAnalysis, StoreLabAnalysis, StoreTypes } from './types.js' */
/** @import { LabChapter } from '../skeleton/render.js' */
/** @import { Part } from '../../page/render-page.js' */

/**
 * Returns the page of a store lab: the percentile curves of the paper come first.
 * @param {Pick<SavedStoreLab, 'manifest'>} saved @param {StoreLabAnalysis} analysis @param {LabFiles<StoreTypes>} files
 * @returns {Promise<string>}
 */
export function renderStorePage({ manifest }, analysis, files) {
  const { lab } = analysis
  const { conclusions, latency, capacity, taskCost, search, claims, conditions } = storeChapters(analysis)
  /** @type {LabChapter[]} */
  const all = [
    { id: 'latency', title: 'Latency', parts: curveParts(lab, latency) },
    { id: 'search', title: 'Search', parts: search.map(sectionPart) },
    {
      id: 'task-cost',
      title: 'Cost of a task',
      parts: taskCost.flatMap(section => chartWithTable(taskCostChart(lab), section, taskCostCsv(lab)))
    },
    { id: 'capacity', title: 'Capacity', parts: capacity.map(bodyPart) },
    { id: 'conclusions', title: 'Conclusions', parts: conclusions.map(sectionPart) },
    { id: 'paper', title: 'The paper', parts: claims.map(sectionPart) },
    { id: 'conditions', title: 'Conditions', parts: conditions.map(bodyPart) }
  ]
  return renderLab({
    manifest,
    analysis,
    answer: storeAnswerInWords(analysis),
    ending: storeEndingInWords(analysis),
    chapters: all.filter(({ parts }) => parts.length > 0),
    files: filesOf(lab, files)
  })
}

/**
 * Returns a chart of percentiles per operation and rate, each with its table.
 * @param {StoreAnalysis} lab
 * @param {Section[]} sections in the order of the groups
 * @returns {Part[]}
 */
function curveParts(lab, sections) {
  return storeGroups(lab).flatMap(({ operation, level, cells }, index) => {
    const section = sections[index]
    const curves = cells.flatMap(({ curve }) => curve ?? [])
    if (!section) return []
    const html =
      curves.length === 0
        ? ''
        : latencyChart({ intendedRatePerSecond: cells[0]?.ratePerSecond ?? null, curves }, lab.variants)
    const name = `store-${operation.toLowerCase()}-${Math.round(level.share * 100)}-${level.connections}`
    return [
      { template: 'section', section: { heading: section.heading } },
      ...chartWithTable(html, section, curvesCsv(name, cells))
    ]
  })
}

/** @param {StoreAnalysis} lab @param {LabFiles<StoreTypes>} files */
function filesOf({ part }, { cells, capacities, costs, trials }) {
  const measured =
    part === 'search'
      ? [{ path: trials, words: 'every trial of the search as JSON Lines, with its histogram' }]
      : [
          { path: runFiles.cellsTable, words: 'every rate of every repeat as CSV' },
          { path: cells, words: 'the same as JSON Lines, with histograms' },
          { path: costs, words: 'the closed loops with tasks of several costs' }
        ]
  return [...measured, { path: capacities, words: 'the closed loops that found the capacities' }]
}
