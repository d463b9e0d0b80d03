import { labs } from '../../labs/index.js'
import { listedRun, listLines } from '../../report/words/run-answers.js'
import { listRuns } from '../../runs/list-runs.js'
import { readListOptions } from '../options/list-options.js'
import { print, printJson } from '../print/print.js'

/**
 * `workshop list`: prints the runs of a folder, newest first.
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
export async function listCommand(args) {
  const { out, json } = readListOptions('list', args, 0)
  const runs = listRuns(out, labs)
  return json ? printJson(runs.map(listedRun)) : print(listLines(runs, process.stdout.columns).join('\n'))
}
