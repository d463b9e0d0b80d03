import { formatCounted, formatMoment } from '../report/format.js'
import { runAnswers } from '../report/run-answers.js'
import { shown } from '../report/text.js'
import { machineInWords } from '../report/words.js'
import { moreIs } from '../verdict/classify-change.js'
import { barOf, costBar, usualAxis } from './charts/interval-bar.js'
import { MOST_RUNS, trendChart } from './charts/trend-chart.js'
import { indexRow, pageHref } from './index-row.js'
import { renderDocument } from './render-document.js'

/**
 * @import { RunAnswer } from '../report/types.js'
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
  return renderDocument('index', 'All runs', {
    summary: summaryOf(runs),
    experiments: experimentsOf(answers),
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

/** @param {RunAnswer[]} answers newest first */
function experimentsOf(answers) {
  return groupsBy(answers, ({ experiment }) => experiment).map(function viewOf(own, index) {
    const costs = own.flatMap(({ change, metric }) => (change ? [costBar(barOf(change), moreIs(metric))] : []))
    return {
      id: `experiment-${index}`,
      name: own[0]?.experiment ?? '',
      question: own[0]?.question ?? '',
      axis: usualAxis(costs),
      rows: own.map(answer => ({ ...indexRow(answer), id: answers.indexOf(answer) })),
      trends: trendsOf(own)
    }
  })
}

/**
 * Returns one chart per candidate that has a change in two runs or more with the same primary metric, load and baseline.
 * @param {RunAnswer[]} answers of one experiment, newest first
 * @returns {{ chart: string, caption: string }[]}
 */
function trendsOf(answers) {
  const withChange = answers.filter(({ change }) => change !== null)
  const comparable = groupsBy(withChange, ({ candidate, baseline, metric, load }) =>
    JSON.stringify([candidate, baseline, metric, load])
  )
  return comparable.flatMap(function trendOf(group) {
    const runs = group.slice(0, MOST_RUNS)
    const [newest] = runs
    return newest && runs.length > 1
      ? [{ chart: trendChart({ ...newest, runs }), caption: captionOf(newest, runs) }]
      : []
  })
}

/**
 * Returns the load, and what differs between the runs of a trend.
 * @param {RunAnswer} newest
 * @param {RunAnswer[]} runs
 */
function captionOf({ load }, runs) {
  const different = [
    ...(areSame(runs, ({ machine }) => machineInWords(machine)) ? [] : ['machine']),
    ...(areSame(runs, ({ versions }) => versions.node) ? [] : ['Node.js version'])
  ]
  const sentences = [`Load: ${load}. The table has the same values.`]
  if (different.length > 0)
    sentences.push(`The runs differ in ${different.join(' and ')}, which can change a result as much as code does.`)
  if (runs.some(({ isQuick }) => isQuick)) sentences.push('Some of them are short runs.')
  return sentences.join(' ')
}

/** @type {(runs: RunAnswer[], property: (run: RunAnswer) => string | undefined) => boolean} */
function areSame(runs, property) {
  return new Set(runs.map(property)).size === 1
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

/**
 * @template Member
 * @param {Member[]} members
 * @param {(member: Member) => string} keyOf
 * @returns {Member[][]} in the order of their first members
 */
function groupsBy(members, keyOf) {
  /** @type {Map<string, Member[]>} */
  const groups = new Map()
  for (const member of members) {
    const key = keyOf(member)
    groups.set(key, [...(groups.get(key) ?? []), member])
  }
  return [...groups.values()]
}
