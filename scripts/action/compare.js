import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseCommand } from '../../src/compare/ask/parse-command.js'
import { CONFIG_NAMES } from '../../src/compare/config/find-config.js'
import { messageOf, WorkshopError } from '../../src/errors/errors.js'
import { analysedRun } from './analysed-run.js'
import { InputError } from './input-error.js'
import { commitOf, readEvent, revisionsOf, shortRevision } from './revisions.js'
import { setOutput } from './set-output.js'
import { toWorkflowMessage } from './workflow-commands.js'

/**
 * The step "Compare" of action.yml: measures two revisions of a repository on one machine, interleaved, and names the run folder and
 * the exit code in the outputs of the step, or why there is no run to show. It ends with 0 so that the steps behind it publish the
 * result; the last one ends with the exit code.
 */
const { env } = process
const workshop = path.join(import.meta.dirname, '../workshop.js')
const folder = path.resolve(env.GITHUB_WORKSPACE ?? '', env.WORKSHOP_WORKING_DIRECTORY ?? '.')
const out = env.WORKSHOP_OUT ?? ''
/** A variable of the next step has the reason: Linux allows 128 kB of each. */
const MOST_CHARACTERS = 4000

const { exitCode, reason, runFolder = null } = await compare()
setOutput('exit-code', String(exitCode))
if (runFolder !== null) setOutput('folder', runFolder)
// In one line, whatever a server has printed.
else setOutput('reason', JSON.stringify(reason.slice(0, MOST_CHARACTERS)))

/**
 * @typedef {{ exitCode: number, reason: string, runFolder?: string | null }} Outcome of the command; 2 where it is not started, with the
 *   reason printed
 */

/** @returns {Promise<Outcome>} */
async function compare() {
  try {
    const { args, revisions } = readArguments()
    return await measure(args, revisions)
  } catch (error) {
    if (!(error instanceof WorkshopError || error instanceof InputError)) throw error
    console.log(toWorkflowMessage('error', error.message))
    return { exitCode: 2, reason: error.message }
  }
}

/** @param {string[]} args @param {string[]} revisions @returns {Promise<Outcome>} */
async function measure(args, revisions) {
  // Before the run, as its commands can move a branch.
  const commits = revisions.map(revision => commitOf(folder, revision))
  const failureFile = path.join(out, 'failure.json')
  const child = spawn(process.execPath, [workshop, ...args, '--out', out], {
    cwd: folder,
    env: { ...env, WORKSHOP_FAILURE_FILE: failureFile },
    stdio: 'inherit'
  })
  const [status, signal] = await once(child, 'close')
  const killed = `The command was ended by ${signal}, as where memory runs out. Run the job again, or on a larger runner.`
  const runFolder = analysedRun(out, { pid: Number(child.pid), commits })
  if ((status === 0 || status === 1) && runFolder === null) {
    const reason = `The command ended with exit code ${status}, and left no result of this run of ${revisions.join(' and ')}: something else ended it. Look for process.exit in the configuration.`
    console.log(toWorkflowMessage('error', reason))
    return { exitCode: 3, reason }
  }
  return { exitCode: status ?? 3, reason: status === null ? killed : readFailure(failureFile), runFolder }
}

/**
 * Returns the message of the error that ended the command, without what a server printed: the log has that.
 * @param {string} file
 */
function readFailure(file) {
  if (!existsSync(file)) return ''
  const { code, details } = JSON.parse(readFileSync(file, 'utf8'))
  return messageOf({ code, details: { ...details, tail: null } })
}

function readArguments() {
  checkFolder()
  const [base, head] = [env.WORKSHOP_BASE ?? '', env.WORKSHOP_HEAD ?? '']
  const revisions = revisionsOf({ base, head, event: readEvent(env), folder })
  const refs = [revisions.base, revisions.head].map(shortRevision)
  const options = readOptions()
  const named = refs.flatMap(revision => ['--ref', revision])
  return { args: ['compare', ...readCommand(options), ...named, ...options, ...failIfSlower()], revisions: refs }
}

function checkFolder() {
  if (existsSync(folder) && statSync(folder).isDirectory()) return
  throw new InputError(`working-directory: there is no folder "${env.WORKSHOP_WORKING_DIRECTORY}" in the repository.`)
}

/** @param {string[]} options @returns {string[]} none where a configuration file has it */
function readCommand(options) {
  if (env.WORKSHOP_COMMAND) return [env.WORKSHOP_COMMAND]
  const isNamed = options.some(word => /^--config(=|$)/.test(word))
  if (isNamed || CONFIG_NAMES.some(name => existsSync(path.join(folder, name)))) return []
  throw new InputError(
    `command: it is not given, and ${folder} has no ${CONFIG_NAMES.join(' or ')}. Give one of the two.`
  )
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
