import { runFiles } from '../../runs/run-layout.js'
import { bodyPart, chartWithTable, sectionPart } from '../skeleton/render.js'
import { memoryCharts } from './charts/memory-charts.js'
import { uploadTimeChart } from './charts/time-chart.js'
import { uploadChapters, uploadMemoryCsv, uploadTimesCsv } from './report/sections.js'

/** @import { LabFiles } from '../skeleton/types.js' */
/** @import { SavedUploadLab, UploadAnalysis, UploadLabAnalysis, UploadTypes } from './types.js' */

/**
 * Returns the page of an upload lab: its charts come first.
 * @param {SavedUploadLab} _saved @param {UploadLabAnalysis} analysis
 * @param {LabFiles<UploadTypes>} files
 */
export function uploadPage(_saved, analysis, files) {
  const { lab } = analysis
  const { conclusions, times, memory, settings, limits, claims, conditions } = uploadChapters(analysis)
  const timeParts = chartWithTable(uploadTimeChart(lab), times, uploadTimesCsv(lab))
  const memoryParts = chartWithTable(memoryCharts(lab), memory, uploadMemoryCsv(lab))
  const chapters = [
    { id: 'time', title: 'Time', parts: lab.cells.length > 0 ? timeParts : [] },
    { id: 'memory', title: 'Memory', parts: lab.memory.length > 0 ? memoryParts : [] },
    { id: 'settings', title: 'Settings', parts: settings.map(sectionPart) },
    { id: 'limits', title: 'Limits', parts: limits.map(sectionPart) },
    { id: 'conclusions', title: 'Conclusions', parts: [sectionPart(conclusions)] },
    { id: 'paper', title: 'The paper', parts: [sectionPart(claims)] },
    { id: 'conditions', title: 'Conditions', parts: [bodyPart(conditions)] }
  ]
  return { chapters, files: filesOf(lab, files) }
}

/** @param {UploadAnalysis} lab @param {LabFiles<UploadTypes>} files */
function filesOf({ cells: measured, memory, limits }, { cells, launches, probes }) {
  return [
    ...(measured.length > 0 || limits.length === 0
      ? [
          { path: runFiles.cellsTable, words: 'every file as CSV' },
          { path: cells, words: 'the same as JSON Lines, with the peak memory and the blobs of each cell' }
        ]
      : [{ path: runFiles.cellsTable, words: 'every step of the search for limits as CSV' }]),
    ...(memory.length > 0 ? [{ path: launches, words: 'the memory of every server over time' }] : []),
    ...(limits.length > 0 ? [{ path: probes, words: 'the search for limits as JSON Lines' }] : [])
  ]
}
