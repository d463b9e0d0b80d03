import { formatChange, formatCounted, formatMoment } from '../report/words/format.js'
import { runAnswers } from '../report/words/run-answers.js'
import { shorten, shown } from '../report/words/text.js'
import { changePointsInWords, trendNotes, trendsOf, withWorkload, workloadInWords } from '../report/words/trends.js'
import { statusWords } from '../report/words/words.js'
import { runFiles } from '../runs/run-layout.js'
import { groupBy } from '../stats/group-by.js'
import { MOST_RUNS, trendChart } from './charts/trend-chart.js'
import { toneOfVerdict } from './parts/tones.js'
import { renderDocument } from './render-document.js'

/** @import { RunAnswer } from '../report/types.js' */
/** @import { MeasuredAnswer } from '../report/words/trends.js' */
/** @import { ListedRun } from '../runs/list-runs.js' */

const COMMIT_DIGITS = 10
const LONGEST_NAME = 60

/**
 * Returns the run index as one HTML file that loads nothing.
 * @param {ListedRun[]} runs newest first
 * @returns {Promise<string>}
 */
export function renderIndex(runs) {
  const read = runs.map(run => ({ run, ...runAnswers(run) }))
  const answers = read.flatMap(run => run.answers)
  const rows = read.flatMap(rowsOf)
  const measured = read.flatMap(({ run, answers: own }) => withWorkload(run, own))
  return renderDocument('index', 'All runs', {
    summary: summaryOf(runs),
    experiments: [...groupBy(rows, ({ experiment }) => experiment)].map(([name, { length }]) => ({ name, length })),
    trends: [...groupBy(measured, ({ experiment }) => experiment).values()].flatMap(chartsOf),
    rows,
    canCompare: answers.length > 1,
    answers
  })

  /** @type {(read: { run: ListedRun } & ReturnType<typeof runAnswers>) => { experiment: string }[]} */
  function rowsOf({ run, answers: own, problem }) {
    if (problem !== null) return [unlistedRow(run, problem)]
    return own.map(answer => ({ ...indexRow(answer), id: answers.indexOf(answer) }))
  }
}

/** @param {ListedRun[]} runs */
function summaryOf(runs) {
  const newest = runs[0]?.manifest?.startedAt
  const count = formatCounted(runs.length, 'run')
  return newest ? `${count}, the newest from ${formatMoment(String(newest))} UTC` : count
}

/**
 * Returns one chart per trend, with its change points in the caption.
 * @param {MeasuredAnswer[]} answers of one experiment, newest first
 */
function chartsOf(answers) {
  return trendsOf(answers, MOST_RUNS).map(trend => ({
    experiment: trend.newest.experiment,
    chart: trendChart({ ...trend.newest, runs: trend.runs }),
    caption: [
      `Load: ${workloadInWords(trend.newest)}. The table has the same values.`,
      ...changePointsInWords(trend),
      ...trendNotes(trend)
    ].join(' ')
  }))
}

/** Returns the row of a run without a verdict. @param {ListedRun} run @param {string} problem */
function unlistedRow({ folder, hasPage, manifest }, problem) {
  const startedAt = String(manifest?.startedAt ?? '')
  return {
    experiment: shown(nameOf(manifest)),
    startedAt,
    when: startedAt ? formatMoment(startedAt) : shown(folder),
    href: pageHref({ folder, hasPage }),
    problem: startedAt ? problem : `${problem}. The command report <run folder> analyses it again.`
  }
}

/** @param {ListedRun['manifest']} manifest which may contain anything @returns {string} */
function nameOf(manifest) {
  const { experiment, lab } = /** @type {any} */ (manifest ?? {})
  return String((lab ?? experiment)?.name ?? '')
}

/** Returns one answer as a row of the run index. @param {RunAnswer} answer */
export function indexRow(answer) {
  const { change, startedAt, experiment, figure, line, versions, gitCommit, hasPage, folder } = answer
  return {
    experiment,
    verdict: answer.verdict,
    tone: toneOfVerdict(answer),
    compared: `${shorten(answer.candidate, LONGEST_NAME)} vs ${shorten(answer.baseline, LONGEST_NAME)}`,
    status: statusOf(answer),
    change: change && { relative: change.relative, words: wordsOf(change, figure) },
    figure,
    what: change ? `${answer.what}${answer.beside}` : (answer.reason ?? 'not measured'),
    when: formatMoment(startedAt),
    startedAt,
    href: pageHref({ folder, hasPage }),
    length: lengthInWords(answer),
    origin: `Node ${versions.node ?? 'unknown'}, commit ${gitCommit?.slice(0, COMMIT_DIGITS) ?? 'unknown'}`,
    line: line ?? largestBlame(answer),
    noBlame: answer.profilers.length === 0 ? 'not profiled' : 'no function'
  }
}

/** Returns a change without what its figure has of it. @param {NonNullable<RunAnswer['change']>} change @param {string} figure */
function wordsOf(change, figure) {
  const words = formatChange(change)
  return words.startsWith(figure) ? words.slice(figure.length).trim() : words
}

/** @param {RunAnswer} answer */
function statusOf({ status, problem }) {
  if (status === 'complete') return ''
  return [`The run ${statusWords[status]}.`, problem].filter(Boolean).join(' ')
}

/** @param {RunAnswer} answer */
function lengthInWords({ rounds, isLab, isQuick, isCold, profilers }) {
  const kinds = [isQuick ? 'short' : '', isCold ? 'cold servers' : '']
  const words = [formatCounted(rounds, isLab ? 'repeat' : 'round'), ...kinds, ...profilers]
  return words.filter(Boolean).join(', ')
}

/** Returns the function that a run without a source line blames most. @param {RunAnswer} answer */
function largestBlame({ blamed }) {
  const first = blamed.find(({ isHeadline }) => isHeadline) ?? blamed.find(({ unit }) => unit === 'bytes')
  return first ? { where: shorten(first.name, LONGEST_NAME), cost: first.words } : null
}

/** Returns the link from the index to the report of a run; null without one. @param {{ folder: string, hasPage: boolean }} run */
function pageHref({ folder, hasPage }) {
  return hasPage ? `${encodeURIComponent(folder)}/${runFiles.page}` : null
}
