import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { WorkshopError } from '../../src/errors.js'
import { parseCommand } from '../../src/library/parse-command.js'
import { toWorkflowMessage } from '../../src/report/annotations.js'
import { analysedRun } from './analysed-run.js'
import { InputError } from './input-error.js'
import { readEvent, revisionsOf } from './revisions.js'
import { setOutput } from './set-output.js'

/**
 * The step "Compare" of action.yml: measures two revisions of a repository on one machine, interleaved, and names the run folder and
 * the exit code in the outputs of the step. It ends with 0 so that the steps behind it publish the result; the last one ends with
 * the exit code.
 */
const { env } = process
const workshop = path.join(import.meta.dirname, '../workshop.js')
const folder = path.resolve(env.GITHUB_WORKSPACE ?? '', env.WORKSHOP_WORKING_DIRECTORY ?? '.')
const out = env.WORKSHOP_OUT ?? ''

setOutput('exit-code', String(await compare()))
const runFolder = analysedRun(out)
if (runFolder !== null) setOutput('folder', runFolder)

/** @returns {Promise<number>} exit code of the command; 2 where it is not started, with the reason printed */
async function compare() {
  const args = readArguments()
  if (args === null) return 2
  const child = spawn(process.execPath, [workshop, ...args, '--out', out], { cwd: folder, stdio: 'inherit' })
  const [status] = await once(child, 'close')
  return status ?? 3
}

function readArguments() {
  try {
    checkFolder()
    const [base, head] = [env.WORKSHOP_BASE ?? '', env.WORKSHOP_HEAD ?? '']
    const revisions = revisionsOf({ base, head, event: readEvent(env), folder })
    const refs = ['--ref', short(revisions.base), '--ref', short(revisions.head)]
    const command = env.WORKSHOP_COMMAND ? [env.WORKSHOP_COMMAND] : []
    return ['compare', ...command, ...refs, ...readOptions(), ...failIfSlower()]
  } catch (error) {
    if (!(error instanceof WorkshopError || error instanceof InputError)) throw error
    console.log(toWorkflowMessage('error', error.message))
    return null
  }
}

function checkFolder() {
  if (existsSync(folder) && statSync(folder).isDirectory()) return
  throw new InputError(`working-directory: there is no folder "${env.WORKSHOP_WORKING_DIRECTORY}" in the repository.`)
}

/** Returns a commit as people name it; it is the name of a variant in every sentence. @param {string} revision */
function short(revision) {
  return /^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, 12) : revision
}

/** Returns the options as words. They are read as a command is: no shell runs, and what needs one is refused. */
function readOptions() {
  const text = env.WORKSHOP_OPTIONS?.trim() ?? ''
  return text === '' ? [] : parseCommand(text).words
}

/** @returns {string[]} */
function failIfSlower() {
  const asked = env.WORKSHOP_FAIL_IF_SLOWER ?? 'true'
  if (asked === 'false') return []
  return asked === 'true' ? ['--fail-if-slower'] : [`--fail-if-slower=${asked}`]
}
