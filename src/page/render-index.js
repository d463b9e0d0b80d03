import { formatCounted, formatMoment } from '../report/words/format.js'
import { runAnswers } from '../report/words/run-answers.js'
import { shown } from '../report/words/text.js'
import { changePointsInWords, trendNotes, trendsOf, workloadInWords } from '../report/words/trends.js'
import { withWorkload } from '../report/words/workload.js'
import { groupBy } from '../stats/group-by.js'
import { moreIs } from '../verdict/decide/classify-change.js'
import { barOf, costBar, usualAxis } from './charts/interval-bar.js'
import { MOST_RUNS, trendChart } from './charts/trend-chart.js'
import { indexRow, pageHref } from './parts/index-row.js'
import { renderDocument } from './render-document.js'

/**
 * @import { MeasuredAnswer } from '../report/words/workload.js'
 * @import { ListedRun } from '../runs/list-runs.js'
 */

/**
 * Returns the run index as one HTML file that loads nothing.
 * @param {ListedRun[]} runs newest first
 * @returns {Promise<string>}
 */
export function renderIndex(runs) {
  const read = runs.map(run => ({ run, ...runAnswers(run) }))
  const answers = read.flatMap(run => run.answers)
  const measured = read.flatMap(({ run, answers: own }) => withWorkload(run, own))
  return renderDocument('index', 'All runs', {
    summary: summaryOf(runs),
    experiments: experimentsOf(measured),
    canCompare: answers.length > 1,
    unlisted: read.flatMap(({ run, problem }) => (problem === null ? [] : [unlistedRow(run, problem)])),
    answers
  })
}

/** @param {ListedRun[]} runs */
function summaryOf(runs) {
  const newest = runs[0]?.manifest?.startedAt
  const count = formatCounted(runs.length, 'run')
  return newest ? `${count}, the newest from ${formatMoment(String(newest))} UTC` : count
}

/** @param {MeasuredAnswer[]} answers newest first */
function experimentsOf(answers) {
  return [...groupBy(answers, ({ experiment }) => experiment).values()].map(function viewOf(own, index) {
    const costs = own.flatMap(({ change, metric }) => (change ? [costBar(barOf(change), moreIs(metric))] : []))
    return {
      id: `experiment-${index}`,
      name: own[0]?.experiment ?? '',
      question: own[0]?.question ?? '',
      axis: usualAxis(costs),
      rows: own.map(answer => ({ ...indexRow(answer), id: answers.indexOf(answer) })),
      trends: chartsOf(own)
    }
  })
}

/**
 * Returns one chart per trend, with its change points in the caption.
 * @param {MeasuredAnswer[]} answers of one experiment, newest first
 * @returns {{ chart: string, caption: string }[]}
 */
function chartsOf(answers) {
  return trendsOf(answers, MOST_RUNS).map(trend => ({
    chart: trendChart({ ...trend.newest, runs: trend.runs }),
    caption: [
      `Load: ${workloadInWords(trend.newest)}. The table has the same values.`,
      ...changePointsInWords(trend),
      ...trendNotes(trend)
    ].join(' ')
  }))
}

/** @type {(run: ListedRun, problem: string) => { folder: string, href: string | null, known: string[], problem: string }} */
function unlistedRow({ folder, hasPage, manifest }, problem) {
  return {
    folder: shown(folder),
    href: pageHref({ folder, hasPage }),
    known: [formatMoment(String(manifest?.startedAt ?? '')), shown(nameOf(manifest))],
    problem
  }
}

/** @param {ListedRun['manifest']} manifest which may contain anything @returns {string} */
function nameOf(manifest) {
  const { experiment, lab } = /** @type {any} */ (manifest ?? {})
  return String((lab ?? experiment)?.name ?? '')
}
