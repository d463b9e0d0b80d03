import { formatMoment } from '../report/format.js'
import { runAnswers } from '../report/run-answers.js'
import { shown } from '../report/text.js'
import { usualReach } from './charts/interval-bar.js'
import { groupsBy } from './group-by.js'
import { indexRow } from './index-row.js'
import { renderDocument } from './render-document.js'
import { trendsOf } from './trends.js'

/**
 * @import { RunAnswer } from '../report/types.js'
 * @import { ListedRun } from '../runs/list-runs.js'
 */

/** @typedef {{ answer: RunAnswer, row: ReturnType<typeof indexRow> }} ListedAnswer */

/**
 * Returns the run index as one HTML file that loads nothing.
 * @param {ListedRun[]} runs newest first
 * @returns {Promise<string>}
 */
export function renderIndex(runs) {
  const read = runs.map(run => ({ run, ...runAnswers(run, listedAnswer) }))
  const listed = read.flatMap(run => run.answers)
  return renderDocument('index', 'All runs', {
    summary: summaryOf(runs),
    experiments: experimentsOf(listed),
    canCompare: listed.length > 1,
    unlisted: read.flatMap(({ run, problem }) => (problem === null ? [] : [unlistedRow(run, problem)])),
    answers: listed.map(({ answer }) => answer)
  })
}

/** @param {RunAnswer} answer @returns {ListedAnswer} */
function listedAnswer(answer) {
  return { answer, row: indexRow(answer) }
}

/** @param {ListedRun[]} runs */
function summaryOf(runs) {
  const newest = runs[0]?.manifest?.startedAt
  const count = runs.length === 1 ? '1 run' : `${runs.length} runs`
  return newest ? `${count}, the newest from ${formatMoment(String(newest))} UTC` : count
}

/** @param {ListedAnswer[]} listed newest first */
function experimentsOf(listed) {
  return groupsBy(listed, ({ answer }) => answer.experiment).map(function viewOf(own, index) {
    const answers = own.map(({ answer }) => answer)
    const effects = answers.flatMap(({ change }) => (change ? [{ value: change.relative, ...change }] : []))
    return {
      id: `experiment-${index}`,
      name: answers[0]?.experiment ?? '',
      question: answers[0]?.question ?? '',
      reach: usualReach(effects),
      rows: own.map(one => ({ ...one.row, id: listed.indexOf(one) })),
      trends: trendsOf(answers)
    }
  })
}

/**
 * @param {ListedRun} run
 * @param {string} problem
 */
function unlistedRow({ folder, manifest }, problem) {
  return {
    folder: shown(folder),
    known: [formatMoment(String(manifest?.startedAt ?? '')), shown(String(manifest?.experiment?.name ?? ''))],
    problem
  }
}
