import path from 'node:path'
import { parseArgs } from 'node:util'
import { writeIndex } from '../page/write-index.js'
import { runAnswers } from '../report/run-answers.js'
import { runLines } from '../report/run-lines.js'
import { listRuns } from '../runs/list-runs.js'
import { hasDisplay, openPage } from '../system/open-page.js'
import { badUse } from './bad-use.js'
import { hasVerdict } from './has-verdict.js'
import { tellPages } from './print-pages.js'
import { tellRun } from './report-run.js'
import { PROFILES_FOLDER } from './run-options.js'
import { usage } from './usage.js'

/** @import { ListedRun } from '../runs/list-runs.js' */

/**
 * `workshop report`: writes the page of all runs, tells the newest of them, and opens the page where there is a display.
 * `workshop report <run folder>`: analyses what was measured in one and tells it again.
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
export async function reportCommand(args) {
  const { root, out, json, help } = readOptions(args)
  if (help) {
    console.log(usage)
    return 0
  }
  return root === undefined ? reportAll(out, json) : reportOne(root, json)
}

/** @param {string[]} args */
function readOptions(args) {
  const allowed = 'workshop report [run folder | --out folder] [--json]'
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { out: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } }
    })
    const [root, ...others] = positionals
    if (others.length > 0) throw new TypeError('name one run folder')
    if (root !== undefined && values.out !== undefined) throw new TypeError('name a run folder or --out, not both')
    const { out = PROFILES_FOLDER, json = false, help = false } = values
    return { root, out, json, help }
  } catch (error) {
    throw badUse('workshop report', allowed, error)
  }
}

/**
 * @param {string} profilesFolder
 * @param {boolean} json
 */
async function reportAll(profilesFolder, json) {
  const runs = listRuns(profilesFolder)
  if (json) {
    process.stdout.write(`${JSON.stringify(runs.map(listed), null, 2)}\n`)
    return 0
  }
  const file = await writeIndex(profilesFolder, runs)
  console.log([`All runs: ${path.relative('', file)}`, ...runLines(runs)].join('\n'))
  if (hasDisplay()) await openPage(path.resolve(file))
  return 0
}

/** @param {ListedRun} run */
function listed(run) {
  const { answers, problem } = runAnswers(run)
  return { folder: run.folder, startedAt: run.manifest?.startedAt ?? null, problem, answers }
}

/**
 * @param {string} root the run folder
 * @param {boolean} json
 */
async function reportOne(root, json) {
  const told = await tellRun(root, process.stdout.columns)
  process.stdout.write(json ? `${JSON.stringify(told.analysis, null, 2)}\n` : told.text)
  const where = await tellPages(root, told)
  if (!json) console.log(`\n${where}`)
  return hasVerdict(told.analysis) ? 0 : 3
}
