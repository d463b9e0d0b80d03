import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { WorkshopError } from '../../src/errors.js'
import { parseCommand } from '../../src/library/parse-command.js'
import { readEvent, revisionsOf } from './revisions.js'

/**
 * The step "Compare" of action.yml: measures two revisions of a repository on one machine, interleaved, and names the run folder and
 * the exit code in the outputs of the step. It ends with 0 so that the steps behind it publish the result; the last one ends with
 * the exit code.
 */
const { env } = process
const workshop = path.join(import.meta.dirname, '../workshop.js')
const folder = path.resolve(env.GITHUB_WORKSPACE ?? '', env.WORKSHOP_WORKING_DIRECTORY ?? '.')
const out = mkdtempSync(path.join(env.RUNNER_TEMP ?? tmpdir(), 'profiling-workshop-'))

const code = await compare()
const [runFolder] = readdirSync(out).filter(name => existsSync(path.join(out, name, 'run.json')))
setOutput('exit-code', String(code))
if (runFolder) setOutput('folder', path.join(out, runFolder))

/** @returns {Promise<number>} exit code of the command */
async function compare() {
  const [revisions, options] = [findRevisions(), readOptions()]
  if (!revisions || !options) return 2
  const { base, head } = revisions
  const command = env.WORKSHOP_COMMAND ? [env.WORKSHOP_COMMAND] : []
  const args = [
    'compare',
    ...command,
    '--ref',
    short(base),
    '--ref',
    short(head),
    ...options,
    ...failIfSlower(),
    '--out',
    out
  ]
  const child = spawn(process.execPath, [workshop, ...args], { cwd: folder, stdio: 'inherit' })
  const [status] = await once(child, 'close')
  return status ?? 3
}

/** Returns a commit as people name it; it is the name of a variant in every sentence. @param {string} revision */
function short(revision) {
  return /^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, 12) : revision
}

function findRevisions() {
  try {
    const [base, head] = [env.WORKSHOP_BASE ?? '', env.WORKSHOP_HEAD ?? '']
    return revisionsOf({ base, head, event: readEvent(env), folder })
  } catch {
    console.log(
      '::error::There is no merge base: check out the whole history, with fetch-depth: 0 of actions/checkout.'
    )
    return null
  }
}

/** Returns the options as words. They are read as a command is: no shell runs, and what needs one is refused. */
function readOptions() {
  const text = env.WORKSHOP_OPTIONS?.trim() ?? ''
  try {
    return text === '' ? [] : parseCommand(text).words
  } catch (error) {
    if (!(error instanceof WorkshopError)) throw error
    console.log(`::error::${error.message}`)
    return null
  }
}

/** @returns {string[]} */
function failIfSlower() {
  const asked = env.WORKSHOP_FAIL_IF_SLOWER ?? 'true'
  if (asked === 'false') return []
  return asked === 'true' ? ['--fail-if-slower'] : [`--fail-if-slower=${asked}`]
}

/** @param {string} name @param {string} value */
function setOutput(name, value) {
  if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `${name}=${value}\n`)
}
