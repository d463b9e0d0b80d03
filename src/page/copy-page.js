import { callsCsv, speedUpsCsv, timesCsv } from '../report/copy-csv.js'
import { answerInWords, copyChapters, endingInWords } from '../report/copy-sections.js'
import { labRecords } from '../runs/lab-records.js'
import { runLayout } from '../runs/run-layout.js'
import { callChart } from './charts/call-chart.js'
import { speedUpChart } from './charts/speed-up-chart.js'
import { timeChart } from './charts/time-chart.js'
import { chartWithTable, renderLab } from './render-lab.js'

/**
 * @import { SavedLabs } from '../runs/read-run.js'
 * @import { LabAnalyses } from '../verdict/types.js'
 */

/**
 * Returns the page of a copy lab: its charts come first.
 * @param {Pick<SavedLabs['copy'], 'manifest'>} saved
 * @param {LabAnalyses['copy']} analysis
 * @returns {Promise<string>}
 */
export function renderCopyPage({ manifest }, analysis) {
  const { lab } = analysis
  const { conclusions, times, growth, speedUp, calls, otherRequests, claims, conditions } = copyChapters(analysis)
  const chapters = [
    {
      id: 'time',
      title: 'Time',
      parts: [...chartWithTable(timeChart(lab), times, timesCsv(lab)), { template: 'section', section: growth }]
    },
    { id: 'speed-up', title: 'Speed-up', parts: chartWithTable(speedUpChart(lab), speedUp, speedUpsCsv(lab)) },
    { id: 'calls', title: 'Calls', parts: chartWithTable(callChart(lab), calls, callsCsv(lab)) },
    { id: 'conclusions', title: 'Conclusions', parts: [{ template: 'section', section: conclusions }] },
    { id: 'server', title: 'On a server', parts: [{ template: 'section', section: otherRequests }] },
    { id: 'paper', title: 'The paper', parts: [{ template: 'section', section: claims }] },
    { id: 'conditions', title: 'Conditions', parts: [{ template: 'section-body', section: conditions }] }
  ]
  return renderLab({
    manifest,
    analysis,
    answer: answerInWords(analysis),
    ending: endingInWords(analysis),
    chapters,
    files: filesOf()
  })
}

function filesOf() {
  const { relative, cellsTable, analysis, summary } = runLayout('')
  const { cells, otherRequests } = labRecords.copy
  return [
    { path: relative(cellsTable), words: 'every copy as CSV, also those that count in no figure' },
    { path: cells, words: 'the same as JSON Lines' },
    { path: otherRequests, words: 'the copies on a server' },
    { path: relative(analysis), words: 'every figure of this page' },
    { path: relative(summary), words: 'this page as Markdown' }
  ]
}
