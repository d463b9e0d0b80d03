import { labs } from '../../labs/index.js'
import { listedRun, listLines } from '../../report/words/run-answers.js'
import { listRuns } from '../../runs/list-runs.js'
import { command } from '../options/read-arguments.js'
import { print, printJson } from '../print/print.js'

/** `workshop list`: prints the runs of a folder, newest first. */
export const listCommand = command({
  name: 'list',
  run({ out, json }) {
    const runs = listRuns(out, labs)
    return json ? printJson(runs.map(listedRun)) : print(listLines(runs, process.stdout.columns).join('\n'))
  }
})
