import { badOption } from '../../compare/ask/bad-option.js'
import { labs } from '../../labs/index.js'
import { runAnswers, workOf } from '../../report/words/run-answers.js'
import { trendLines, trendsOf, withWorkload } from '../../report/words/trends.js'
import { listRuns } from '../../runs/list-runs.js'
import { command } from '../options/read-arguments.js'
import { print, printJson } from '../print/print.js'

/** @import { Trend } from '../../report/words/trends.js' */

/** `workshop trend`: prints the change of each candidate of an experiment from run to run, and its change points. */
export const trendCommand = command({ name: 'trend', run: printTrends })

/**
 * @param {Record<string, any> & { words: string[] }} options
 * @throws {WorkshopError} ERR_BAD_OPTION where the folder has no run of the experiment
 */
function printTrends({ out, json, words: [name = ''] }) {
  const runs = listRuns(out, labs)
  const answers = runs.flatMap(run => withWorkload(run, runAnswers(run).answers))
  const own = answers.filter(({ experiment }) => experiment === name)
  if (own.length === 0) {
    const known = [...new Set(answers.map(({ experiment }) => experiment))].join(', ') || 'none'
    throw badOption('trend', `no run in ${out} has a verdict of "${name}"`, known)
  }
  const trends = trendsOf(own, Number.POSITIVE_INFINITY)
  if (json) return printJson(trends.map(toJson))
  if (trends.length === 0)
    return print(
      `${name}: a trend needs two runs that have a change, of the same variants, metric, load and requests. No two in ${out} are alike.`
    )
  return print(trends.map(trend => trendLines(trend, process.stdout.columns).join('\n')).join('\n\n'))

  /** @param {Trend} trend */
  function toJson({ newest, runs: own, changes }) {
    const { experiment, candidate, baseline, metric, folder } = newest
    const manifest = runs.find(run => run.folder === folder)?.manifest
    return {
      experiment,
      candidate,
      baseline,
      metric,
      ...(manifest && workOf(manifest)),
      runs: own.map(({ folder, startedAt, change, verdict }) => ({ folder, startedAt, verdict, change })),
      changePoints: changes.map(({ index, ...change }) => ({ folder: own[index]?.folder ?? null, ...change }))
    }
  }
}
