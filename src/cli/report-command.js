import { parseArgs } from 'node:util'
import { tellRun } from '../report/tell-run.js'
import { newestRun } from '../runs/newest-run.js'
import { badUse } from './bad-use.js'
import { hasVerdict } from './has-verdict.js'
import { PROFILES_FOLDER } from './run-options.js'
import { usage } from './usage.js'

/**
 * `workshop report [run folder]`: analyses what was measured and tells it again; the newest run when none is named.
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
export async function reportCommand(args) {
  const { json, help, root } = readOptions(args)
  if (help) {
    console.log(usage)
    return 0
  }
  const { analysis, text, isSaved } = await tellRun(root, process.stdout.columns)
  process.stdout.write(json ? `${JSON.stringify(analysis, null, 2)}\n` : text)
  if (!isSaved) console.error(`${root} cannot be written: its analysis.json and summary.md are as they were.`)
  return hasVerdict(analysis) ? 0 : 3
}

/** @param {string[]} args */
function readOptions(args) {
  const allowed = 'workshop report [run folder] [--json]'
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { json: { type: 'boolean' }, help: { type: 'boolean' } }
    })
    const [root, ...others] = positionals
    if (others.length > 0) throw new TypeError('name one run folder')
    const { json = false, help = false } = values
    return { root: help ? '' : (root ?? newestRun(PROFILES_FOLDER)), json, help }
  } catch (error) {
    throw badUse('workshop report', allowed, error)
  }
}
