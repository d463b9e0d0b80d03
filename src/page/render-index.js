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

/** @typedef {{ answer: RunAnswer, row: ReturnType<typeof indexRow> }} ToldAnswer */

/**
 * The page of all runs as one HTML file that loads nothing but what its links lead to.
 * @param {ListedRun[]} runs newest first
 * @returns {Promise<string>}
 */
export function renderIndex(runs) {
  const read = runs.map(run => ({ run, ...runAnswers(run, toldAnswer) }))
  const told = read.flatMap(run => run.answers)
  return renderDocument('index', 'All runs', {
    summary: summaryOf(runs),
    experiments: experimentsOf(told),
    canCompare: told.length > 1,
    untold: read.flatMap(({ run, problem }) => (problem === null ? [] : [untoldRow(run, problem)])),
    answers: told.map(({ answer }) => answer)
  })
}

/** @param {RunAnswer} answer @returns {ToldAnswer} */
function toldAnswer(answer) {
  return { answer, row: indexRow(answer) }
}

/** @param {ListedRun[]} runs */
function summaryOf(runs) {
  const newest = runs[0]?.manifest?.startedAt
  const count = runs.length === 1 ? '1 run' : `${runs.length} runs`
  return newest ? `${count}, the newest of ${formatMoment(String(newest))} UTC` : count
}

/** @param {ToldAnswer[]} told newest first */
function experimentsOf(told) {
  return groupsBy(told, ({ answer }) => answer.experiment).map(function viewOf(own, index) {
    const answers = own.map(({ answer }) => answer)
    const effects = answers.flatMap(({ change }) => (change ? [{ value: change.relative, ...change }] : []))
    return {
      id: `experiment-${index}`,
      name: answers[0]?.experiment ?? '',
      question: answers[0]?.question ?? '',
      reach: usualReach(effects),
      rows: own.map(one => ({ ...one.row, id: told.indexOf(one) })),
      trends: trendsOf(answers)
    }
  })
}

/**
 * @param {ListedRun} run
 * @param {string} problem
 */
function untoldRow({ folder, manifest }, problem) {
  return {
    folder: shown(folder),
    known: [formatMoment(String(manifest?.startedAt ?? '')), shown(String(manifest?.experiment?.name ?? ''))],
    problem
  }
}
