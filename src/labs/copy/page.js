import { labRecords } from '../../runs/lab-records.js'
import { runLayout } from '../../runs/run-layout.js'
import { bodyPart, chartWithTable, renderLab, sectionPart } from '../skeleton/render.js'
import { callChart } from './charts/call-chart.js'
import { speedUpChart } from './charts/speed-up-chart.js'
import { timeChart } from './charts/time-chart.js'
import { callsCsv, speedUpsCsv, timesCsv } from './report/csv.js'
import { answerInWords, copyChapters, endingInWords } from './report/sections.js'

/**
 * @import { SavedLabs } from '../../runs/read-run.js'
 * @import { LabAnalyses } from '../skeleton/types.js'
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
    files: filesOf()
  })
}

function filesOf() {
  const { relative, cellsTable } = runLayout('')
  const { cells, otherRequests } = labRecords.copy
  return [
    { path: relative(cellsTable), words: 'every copy as CSV, also those that count in no figure' },
    { path: cells, words: 'the same as JSON Lines' },
    { path: otherRequests, words: 'the copies on a server' }
  ]
}
