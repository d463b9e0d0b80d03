import { parseArgs } from 'node:util'
import { WorkshopError } from '../errors.js'
import { tellRun } from '../report/tell-run.js'
import { newestRun } from '../runs/newest-run.js'
import { hasVerdict } from './has-verdict.js'
import { PROFILES_FOLDER } from './run-options.js'

/**
 * `workshop report [run folder]`: analyses what was measured and tells it again; the newest run when none is named.
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
export async function reportCommand(args) {
  const { json, root } = readOptions(args)
  const { analysis, text, isSaved } = await tellRun(root, process.stdout.columns)
  process.stdout.write(json ? `${JSON.stringify(analysis, null, 2)}\n` : text)
  if (!isSaved) console.error(`${root} cannot be written: its analysis.json and summary.md are as they were.`)
  return hasVerdict(analysis) ? 0 : 3
}

/** @param {string[]} args */
function readOptions(args) {
  const allowed = 'workshop report [run folder] [--json]'
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } })
    const [root, ...others] = positionals
    if (others.length > 0) throw new TypeError('name one run folder')
    return { root: root ?? newestRun(PROFILES_FOLDER), json: values.json ?? false }
  } catch (error) {
    if (error instanceof WorkshopError) throw error
    const [problem = ''] = /** @type {Error} */ (error).message.split('. ')
    throw new WorkshopError('ERR_BAD_OPTION', { option: 'workshop report', problem, allowed }, error)
  }
}
