import { runLayout } from '../../runs/run-layout.js'
import { bodyPart, chartWithTable, renderLab, sectionPart } from '../skeleton/render.js'
import { callChart } from './charts/call-chart.js'
import { speedUpChart } from './charts/speed-up-chart.js'
import { timeChart } from './charts/time-chart.js'
import { callsCsv, speedUpsCsv, timesCsv } from './report/csv.js'
import { answerInWords, copyChapters, endingInWords } from './report/sections.js'

/**
 * @import { LabFiles } from '../skeleton/types.js'
 * @import { CopyLabAnalysis, CopyTypes, SavedCopyLab } from './types.js'
 */

/**
 * Returns the page of a copy lab: its charts come first.
 * @param {Pick<SavedCopyLab, 'manifest'>} saved
 * @param {CopyLabAnalysis} analysis
 * @param {LabFiles<CopyTypes>} files
 * @returns {Promise<string>}
 */
export function renderCopyPage({ manifest }, analysis, files) {
  const { lab } = analysis
  const { conclusions, times, growth, speedUp, calls, otherRequests, claims, conditions } = copyChapters(analysis)
  const chapters = [
    {
      id: 'time',
      title: 'Time',
      parts: [...chartWithTable(timeChart(lab), times, timesCsv(lab)), sectionPart(growth)]
    },
    { id: 'speed-up', title: 'Speed-up', parts: chartWithTable(speedUpChart(lab), speedUp, speedUpsCsv(lab)) },
    { id: 'calls', title: 'Calls', parts: chartWithTable(callChart(lab), calls, callsCsv(lab)) },
    { id: 'conclusions', title: 'Conclusions', parts: [sectionPart(conclusions)] },
    { id: 'server', title: 'On a server', parts: [sectionPart(otherRequests)] },
    { id: 'paper', title: 'The paper', parts: [sectionPart(claims)] },
    { id: 'conditions', title: 'Conditions', parts: [bodyPart(conditions)] }
  ]
  return renderLab({
    manifest,
    analysis,
    answer: answerInWords(analysis),
    ending: endingInWords(analysis),
    chapters,
    files: filesOf(files)
  })
}

/** @param {LabFiles<CopyTypes>} files */
function filesOf({ cells, otherRequests }) {
  const { relative, cellsTable } = runLayout('')
  return [
    { path: relative(cellsTable), words: 'every copy as CSV, also those that count in no figure' },
    { path: cells, words: 'the same as JSON Lines' },
    { path: otherRequests, words: 'the copies on a server' }
  ]
}
