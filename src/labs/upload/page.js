import { runFiles } from '../../runs/run-layout.js'
import { bodyPart, chapterOf, chartWithTable, renderLab } from '../skeleton/render.js'
import { limitsChart } from './charts/limits-chart.js'
import { memoryCharts } from './charts/memory-charts.js'
import { uploadTimeChart } from './charts/time-chart.js'
import {
  answerInWords,
  endingInWords,
  uploadChapters,
  uploadLimitsCsv,
  uploadMemoryCsv,
  uploadTimesCsv
} from './report/sections.js'

/** @import { LabFiles } from '../skeleton/types.js' */
/** @import { SavedUploadLab, UploadAnalysis, UploadLabAnalysis, UploadTypes } from './types.js' */

/**
 * Returns the page of an upload lab: its charts come first, and a part that was not measured has no chapter.
 * @param {Pick<SavedUploadLab, 'manifest' | 'probes'>} saved @param {UploadLabAnalysis} analysis
 * @param {LabFiles<UploadTypes>} files @returns {Promise<string>}
 */
export function renderUploadPage({ manifest, probes }, analysis, files) {
  const { lab } = analysis
  const { conclusions, times, memory, settings, limits, claims, conditions } = uploadChapters(analysis)
  const chapters = [
    ...(lab.cells.length > 0
      ? [{ id: 'time', title: 'Time', parts: chartWithTable(uploadTimeChart(lab), times, uploadTimesCsv(lab)) }]
      : []),
    ...(lab.memory.length > 0
      ? [{ id: 'memory', title: 'Memory', parts: chartWithTable(memoryCharts(lab), memory, uploadMemoryCsv(lab)) }]
      : []),
    ...chapterOf('settings', 'Settings', settings),
    ...limits.map(section => ({
      id: 'limits',
      title: 'Limits',
      parts: chartWithTable(limitsChart(lab), section, uploadLimitsCsv(probes))
    })),
    ...chapterOf('conclusions', 'Conclusions', [conclusions]),
    ...chapterOf('paper', 'The paper', [claims]),
    { id: 'conditions', title: 'Conditions', parts: [bodyPart(conditions)] }
  ]
  return renderLab({
    manifest,
    analysis,
    answer: answerInWords(analysis),
    ending: endingInWords(analysis),
    chapters,
    files: filesOf(lab, files)
  })
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
