import { mergeRuns } from '../../compare/merge/merge-runs.js'
import { quoted } from '../../errors/secrets.js'
import { labs } from '../../labs/index.js'
import { typedCommand } from '../../system/files/workshop-root.js'
import { command } from '../options/read-arguments.js'
import { printJson } from '../print/print.js'
import { exitCodeOf, exitCodeWith, printFired, printReport } from '../print/print-report.js'

/** `workshop merge`: makes one answer of shards of a question, which were measured on a machine each, and prints it as a run. */
export const mergeCommand = command({ name: 'merge', run: merge })

/** @param {Record<string, any> & { words: string[] }} options */
async function merge({ words: paths, out, failIfSlower, json, quiet, verbose, allowUndecided }) {
  const reproduce = [typedCommand, 'merge', ...paths.map(quoted)].join(' ')
  const { analysis, saved } = await mergeRuns({ paths, out, failIfSlower, reproduce, labs })
  printReport(analysis, saved, { json, quiet, verbose })
  if (json) printJson(analysis)
  printFired(analysis)
  return exitCodeWith(exitCodeOf(analysis, { allowUndecided }), saved)
}
