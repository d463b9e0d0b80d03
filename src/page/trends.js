import { machineInWords } from '../report/words.js'
import { MOST_RUNS, trendChart } from './charts/trend-chart.js'
import { groupsBy } from './group-by.js'

/** @import { RunAnswer } from '../report/types.js' */

/**
 * Returns one chart per candidate that has a change in two runs or more with the same primary metric, load and baseline.
 * @param {RunAnswer[]} answers of one experiment, newest first
 * @returns {{ chart: string, caption: string }[]}
 */
export function trendsOf(answers) {
  const withChange = answers.filter(({ change }) => change !== null)
  const comparable = groupsBy(withChange, ({ candidate, baseline, metric, load }) =>
    JSON.stringify([candidate, baseline, metric, load])
  )
  return comparable.flatMap(function chartOf(group) {
    const runs = group.slice(0, MOST_RUNS)
    const [newest] = runs
    return newest && runs.length > 1
      ? [{ chart: trendChart({ ...newest, runs }), caption: captionOf(newest, runs) }]
      : []
  })
}

/**
 * Returns the load, and what differs between the runs of the chart.
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
  if (runs.some(({ isQuick }) => isQuick)) sentences.push('Some of them are quick runs.')
  return sentences.join(' ')
}

/**
 * @param {RunAnswer[]} runs
 * @param {(run: RunAnswer) => string | undefined} property
 */
function areSame(runs, property) {
  return new Set(runs.map(property)).size === 1
}
