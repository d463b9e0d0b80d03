import { formatChange, formatChangePoint, formatCounted, formatInterval, formatMoment } from '../report/words/format.js'
import { runAnswers } from '../report/words/run-answers.js'
import { shorten, shown } from '../report/words/text.js'
import { isTooWide } from '../report/words/too-few-samples.js'
import { changePointsInWords, trendNotes, trendsOf, withWorkload, workloadInWords } from '../report/words/trends.js'
import { decidedInWords, statusWords } from '../report/words/words.js'
import { runFiles } from '../runs/run-layout.js'
import { groupBy } from '../stats/group-by.js'
import { moreIs } from '../verdict/decide/classify-change.js'
import { costOf, usualAxis } from './charts/interval-bar.js'
import { MOST_RUNS, trendChart } from './charts/trend-chart.js'
import { toneOfChange, toneOfVerdict } from './parts/tones.js'
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
    const { experiment: name = '', question = '' } = own[0] ?? {}
    const rows = own.map(answer => ({ ...indexRow(answer), id: answers.indexOf(answer) }))
    const axis = usualAxis(rows.flatMap(({ change }) => change?.cost ?? []))
    return { id: `experiment-${index}`, name, question, axis, rows, trends: chartsOf(own) }
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

/** Returns one answer as a row of the run index. @param {RunAnswer} answer */
export function indexRow(answer) {
  const { change, metric, startedAt, machine, versions, gitCommit, hasPage, folder } = answer
  return {
    verdict: answer.verdict,
    tone: toneOfVerdict(answer),
    compared: `${shorten(answer.candidate, LONGEST_NAME)} compared with ${shorten(answer.baseline, LONGEST_NAME)}`,
    status: statusOf(answer),
    change: change && {
      ...change,
      tone: toneOfChange(change, metric),
      size: isTooWide(change) ? formatChange(change) : formatChangePoint(change),
      interval: isTooWide(change) ? null : formatInterval(change),
      cost: costOf(change, moreIs(metric))
    },
    what: change ? decidedInWords(answer) : (answer.reason ?? 'not measured'),
    when: formatMoment(startedAt),
    startedAt,
    href: pageHref({ folder, hasPage }),
    length: lengthInWords(answer),
    node: `Node ${versions.node ?? 'unknown'}`,
    machine: `${machine.cores} cores, ${machine.cpuModel}`,
    commit: gitCommit?.slice(0, COMMIT_DIGITS) ?? 'unknown',
    blamed: largestBlame(answer),
    noBlame: answer.profilers.length === 0 ? 'not profiled' : 'no function'
  }
}

/** @param {RunAnswer} answer */
function statusOf({ status, problem }) {
  if (status === 'complete') return ''
  return [`The run ${statusWords[status]}.`, problem].filter(Boolean).join(' ')
}

/** @param {RunAnswer} answer */
function lengthInWords({ rounds, isLab, isQuick, profilers }) {
  const words = [formatCounted(rounds, isLab ? 'repeat' : 'round'), isQuick ? 'short' : '', ...profilers]
  return words.filter(Boolean).join(', ')
}

/** @param {RunAnswer} answer */
function largestBlame({ blamed }) {
  const first = blamed.find(({ isHeadline }) => isHeadline) ?? blamed.find(({ unit }) => unit === 'bytes')
  if (!first) return null
  const { name, words, evidence } = first
  return { name: shorten(name, LONGEST_NAME), difference: words, evidence }
}

/** Returns the link from the index to the report of a run; null without one. @param {{ folder: string, hasPage: boolean }} run */
function pageHref({ folder, hasPage }) {
  return hasPage ? `${encodeURIComponent(folder)}/${runFiles.page}` : null
}
