import { machineInWords } from '../report/words.js'
import { MOST_RUNS, trendChart } from './charts/trend-chart.js'
import { groupsBy } from './group-by.js'

/** @import { RunAnswer } from '../report/types.js' */

/**
 * One chart a candidate that has an effect in two runs or more, of runs that were decided alike: by the same metric under
 * the same load, against the same baseline.
 * @param {RunAnswer[]} answers of one experiment, newest first
 * @returns {{ chart: string, caption: string }[]}
 */
export function trendsOf(answers) {
  const withEffect = answers.filter(({ change }) => change !== null)
  const alike = groupsBy(withEffect, ({ candidate, baseline, metric, load }) =>
    JSON.stringify([candidate, baseline, metric, load])
  )
  return alike.flatMap(function drawn(group) {
    const runs = group.slice(0, MOST_RUNS)
    const [newest] = runs
    return newest && runs.length > 1
      ? [{ chart: trendChart({ ...newest, runs }), caption: captionOf(newest, runs) }]
      : []
  })
}

/**
 * Under which load, and what is not the same about the runs in the chart.
 * @param {RunAnswer} newest
 * @param {RunAnswer[]} runs
 */
function captionOf({ load }, runs) {
  const moved = [
    ...(areAlike(runs, ({ machine }) => machineInWords(machine)) ? [] : ['machine']),
    ...(areAlike(runs, ({ versions }) => versions.node) ? [] : ['Node'])
  ]
  const sentences = [`Measured with ${load}; the table has the figures.`]
  if (moved.length > 0)
    sentences.push(`Not all on the same ${moved.join(' and ')}, which can change an effect as much as code can.`)
  if (runs.some(({ isQuick }) => isQuick)) sentences.push('Quick runs are among them.')
  return sentences.join(' ')
}

/**
 * @param {RunAnswer[]} runs
 * @param {(run: RunAnswer) => string | undefined} tell
 */
function areAlike(runs, tell) {
  return new Set(runs.map(tell)).size === 1
}
