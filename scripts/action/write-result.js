import { copyFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { shortReport } from '../../src/report/print/short-report.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { readEvent } from './revisions.js'

/** @import { Analysis } from '../../src/types.js' */

/**
 * The step "Page and text" of action.yml: puts the page where it is uploaded from, under the name of this use of the action, and writes
 * result.txt for the workflow that comments on pull requests of forks: the number of the pull request in the first line, empty where there
 * is none, and the answer as plain text.
 */
const { env } = process
const COLUMNS = 100
const { WORKSHOP_FOLDER: folder = '' } = env
const run = new RunFolder(folder)
// The command `compare` measures no labs.
const analysis = /** @type {Analysis} */ (run.readAnalysis())
const { number = '' } = readEvent(env).pull_request ?? {}
const text = shortReport(analysis, { columns: COLUMNS, folder: run.name, places: [] })
// An artifact of one file has the name of that file, and a job may have several.
copyFileSync(run.page, path.join(env.RUNNER_TEMP ?? '', `${env.WORKSHOP_NAME}.html`))
writeFileSync(path.join(folder, 'result.txt'), `${number}\n${text}`)
