import path from 'node:path'
import { analyse } from '../../analyse.js'
import { badOption } from '../../compare/ask/bad-option.js'
import { WorkshopError } from '../../errors/errors.js'
import { labs } from '../../labs/index.js'
import { analyseLab } from '../../labs/skeleton/measure-lab.js'
import { unreadInWords } from '../../report/words/check-words.js'
import { runAnswers, workOf } from '../../report/words/run-answers.js'
import { trendLines, trendsOf, unreadRunInWords, withWorkload } from '../../report/words/trends.js'
import { listRuns } from '../../runs/list-runs.js'
import { RunFolder } from '../../runs/run-folder.js'
import { changedFiles } from '../../verdict/gates/gates.js'
import { command } from '../options/read-arguments.js'
import { print, printError, printJson } from '../print/print.js'

/** @import { ListedRun } from '../../runs/list-runs.js' */
/** @import { Trend } from '../../report/words/trends.js' */

/** `workshop trend`: prints the change of each candidate of an experiment from run to run, and its change points. */
export const trendCommand = command({ name: 'trend', run: printTrends })

/**
 * @param {Record<string, any> & { words: string[] }} options
 * @throws {WorkshopError} ERR_BAD_OPTION where the folder has no run of the experiment
 */
async function printTrends({ out, json, allowUndecided, words: [name = ''] }) {
  const listed = listRuns(out, labs)
  const runs = await Promise.all(listed.map(run => (nameOf(run) === name && run.analysis ? derived(run) : run)))
  const answers = runs.flatMap(run => withWorkload(run, runAnswers(run).answers))
  const own = answers.filter(({ experiment }) => experiment === name)
  const unread = runs.filter(isUnread)
  const code = unread.length === 0 || allowUndecided ? 0 : 3
  if (own.length === 0 && !unread.some(({ manifest }) => manifest)) {
    const known = [...new Set(answers.map(({ experiment }) => experiment))].join(', ') || 'none'
    throw badOption('trend', `no run in ${out} has a verdict of "${name}"`, known)
  }
  const trends = trendsOf(own, Number.POSITIVE_INFINITY)
  const none = `${name}: a trend needs two runs that have a change, of the same variants, metric, load and requests. No two in ${out} are alike.`
  const texts = trends.map(trend => trendLines(trend, process.stdout.columns).join('\n'))
  if (json) printJson(trends.map(toJson))
  else print(texts.join('\n\n') || none)
  for (const run of unread) printError(unreadRunInWords(run))
  return code

  /** Returns whether a run has ended and may belong to the trend, and cannot be read. @param {ListedRun} run */
  function isUnread({ manifest, analysis }) {
    if (analysis || manifest?.status === 'running' || manifest?.status === 'unknown') return false
    return manifest === null || nameOf({ manifest }) === name
  }

  /**
   * Returns a run with the figures of what was measured: anyone can write another analysis.json. One that was changed has none.
   * @param {ListedRun} run @returns {Promise<ListedRun>}
   */
  async function derived(run) {
    try {
      const folder = new RunFolder(path.join(out, run.folder))
      const isOfLab = run.manifest !== null && 'lab' in run.manifest
      const analysis = isOfLab ? (await analyseLab(folder, labs)).analysis : analyse(folder.read()).analysis
      const [changed] = changedFiles(analysis)
      return changed ? { ...run, analysis: null, problem: unreadInWords(changed) } : { ...run, analysis }
    } catch (error) {
      if (!(error instanceof WorkshopError)) throw error
      return { ...run, analysis: null, problem: error.message }
    }
  }

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

/** @param {Pick<ListedRun, 'manifest'>} run */
function nameOf({ manifest }) {
  return manifest && ('lab' in manifest ? manifest.lab : manifest.experiment).name
}
