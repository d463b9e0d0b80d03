import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  codeFaults,
  folderFaults,
  orphansOf,
  processesWith,
  profileFaults,
  reportFaults,
  slicesOf,
  wordFaults
} from './checks.js'
import { inOneLine, messageOf } from './message-of.js'

/** @import { ChildProcess } from 'node:child_process' */
/** @import { Output } from './message-of.js' */

/**
 * @typedef {object} Fault one row of the fault matrix
 * @property {string} fault what goes wrong
 * @property {string} stage when
 * @property {(number | null)[]} codes exit codes that are right; null for the end by a signal
 * @property {RegExp} says what stdout or stderr has
 * @property {RegExp} [reportSays] what `report` prints of the run folder
 * @property {string[]} [args] of the workshop, default a short comparison of two servers
 * @property {NodeJS.ProcessEnv} [env] of the workshop
 * @property {NodeJS.ProcessEnv} [serverEnv] of the second server
 * @property {string[]} [options] of the comparison, in place of short slices for a verdict only
 * @property {string[]} [wrapper] a command that starts the workshop, with the command as its last arguments
 * @property {(place: Place) => string} [node] what the servers are started with, default `node`
 * @property {(place: Place) => string} [serverFile] the file of the servers
 * @property {(place: Place) => void | Promise<void>} [before] sets the fault up
 * @property {(run: Run) => Promise<void>} [during] makes the fault happen
 * @property {(run: Run) => void | Promise<void>} [left] checks or changes what the command has left, before `report` reads it
 * @property {(run: Run) => void | Promise<void>} [after] checks what is special about this fault; throws where it is wrong
 * @property {() => string | null} [cannot] why the fault cannot be played on this machine
 * @property {boolean} [isUnseen] whether nobody can see the end of what it prints
 * @property {boolean} [mayHaveNoRun] whether it may end before there is a run folder
 * @property {boolean} [cannotSave] whether no report can be written there
 * @property {'read' | 'blamed'} [profiles] whether `report` must have read the profiles of launches that ended, and has blame from them
 * @property {number} [endsWithinMs] after `during`
 */

/**
 * @typedef {object} Place
 * @property {string} folder a temporary folder of the row
 * @property {string} out the folder for run folders
 *
 * @typedef {Place & {
 *   child: ChildProcess,
 *   output: Output,
 *   untilSaid: (pattern: RegExp) => Promise<void>,
 *   untilSlices: (count: number) => Promise<void>,
 *   until: (isReached: () => boolean, what: string) => Promise<void>,
 *   runFolder: () => string,
 *   processes: (pattern?: RegExp) => number[]
 * }} Run
 *
 * @typedef {{ fault: string, stage: string, exitCode: number | null, message: string, faults: string[], skipped: string | null }} Outcome
 */

export const workshop = path.join(import.meta.dirname, '../../scripts/workshop.js')
export const server = path.join(import.meta.dirname, '../fixtures/servers/misbehaves.cjs')
const SHORT = ['--short', '--load', 'autocannon']
export const BRIEF = ['--duration', '0.2', '--rounds', '2', '--only', 'verdict']
/** The verdict of a run that the fault has not kept from it. */
export const VERDICT = /Cannot\s+tell|No\s+difference\s+found|bad\s+is\s+(slower|faster)/
const LOOK_AGAIN_MS = 20
/** Of one event that the harness waits for. */
const EVENT_LIMIT_MS = 150_000
const RUN_LIMIT_MS = 120_000
const REPORT_LIMIT_MS = 60_000
const ORPHAN_LIMIT_MS = 5_000

/**
 * Plays a fault on real processes, and checks what must hold whatever happens, see checks.js: the exit code, a message with a next step
 * and without a stack trace, no process left after 5 s, and a run folder with all finished slices that `report` can read.
 * @param {Fault} row
 * @returns {Promise<Outcome>}
 */
export async function playFault(row) {
  const { fault, stage, endsWithinMs = RUN_LIMIT_MS } = row
  const skipped = row.cannot?.() ?? null
  if (skipped) return { fault, stage, exitCode: null, message: '', faults: [], skipped }
  const folder = mkdtempSync(path.join(tmpdir(), 'workshop fault ü-'))
  const place = { folder, out: path.join(folder, 'runs') }
  const mark = `FAULT_MARK=${randomUUID()}`
  /** @type {string[]} */
  const faults = []
  try {
    await row.before?.(place)
    const run = startRun(row, place, mark)
    const ended = once(run.child, 'close')
    await attempt(() => row.during?.(run))
    const slices = slicesOf(run.runFolder())
    const code = await endOf(run.child, ended, endsWithinMs)
    faults.push(...codeFaults(code, row.codes, endsWithinMs))
    const root = run.runFolder()
    const isInterrupted = code === 130 && root !== '' && !row.isUnseen
    faults.push(...wordFaults(run.output, { says: row.says, hasFailed: hasFailed(code, root), isInterrupted }))
    faults.push(...(await orphansOf(mark, ORPHAN_LIMIT_MS)).map(command => `leaves ${command}`))
    await attempt(() => row.left?.(run))
    const reported = await checkFolder(row, run, { code, slices })
    faults.push(...reported.faults)
    await attempt(() => row.after?.(run))
    const message = row.reportSays
      ? messageOf({ stdout: reported.said, stderr: '' }, row.reportSays)
      : messageOf(run.output, row.says)
    return { fault, stage, exitCode: code ?? null, message: inOneLine(message), faults, skipped: null }
  } finally {
    for (const { pid } of processesWith(mark)) kill(pid)
    rmSync(folder, { recursive: true, force: true })
  }

  /** @param {() => void | Promise<void> | undefined} work */
  async function attempt(work) {
    try {
      await work()
    } catch (error) {
      faults.push(/** @type {Error} */ (error).message)
    }
  }
}

/** @param {Fault} row @param {Place} place @param {string} mark @returns {Run} */
function startRun(row, place, mark) {
  const { args, env = {}, serverEnv = {}, options = BRIEF, wrapper = [] } = row
  const { folder, out } = place
  const command = `${row.node?.(place) ?? 'node'} '${row.serverFile?.(place) ?? server}'`
  const variables = Object.entries(serverEnv).map(([name, value]) => `${name}='${value}'`)
  const compared = [command, [...variables, command].join(' ')]
  const own = args ?? ['compare', ...compared, '--name', 'good', '--name', 'bad', ...SHORT, ...options]
  const [program = '', ...words] = [...wrapper, process.execPath, workshop, ...own, '--out', out]
  const [name = '', value] = mark.split('=')
  const child = spawn(program, words, {
    cwd: folder,
    env: { ...process.env, ...env, [name]: value },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', chunk => void (output.stdout += chunk))
  child.stderr.setEncoding('utf8').on('data', chunk => void (output.stderr += chunk))
  return { ...place, child, output, until, untilSaid, untilSlices, runFolder, processes }

  /** @param {RegExp} pattern */
  function untilSaid(pattern) {
    return until(() => pattern.test(output.stderr) || pattern.test(output.stdout), `${pattern} is printed`)
  }

  /** @param {number} count */
  function untilSlices(count) {
    return until(() => slicesOf(runFolder()) >= count, `${count} slices are saved`)
  }

  /** @param {() => boolean} isReached @param {string} what */
  async function until(isReached, what) {
    const deadlineMs = performance.now() + EVENT_LIMIT_MS
    while (!isReached()) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`ended before ${what}`)
      if (performance.now() > deadlineMs) throw new Error(`not within ${EVENT_LIMIT_MS / 1000} s: ${what}`)
      await pause(LOOK_AGAIN_MS)
    }
  }

  function runFolder() {
    const isFolder = statSync(out, { throwIfNoEntry: false })?.isDirectory()
    const [first] = isFolder ? readdirSync(out, { withFileTypes: true }).filter(each => each.isDirectory()) : []
    return first ? path.join(out, first.name) : ''
  }

  /** @param {RegExp} [pattern] of the command line */
  function processes(pattern = /./) {
    return processesWith(mark)
      .filter(({ pid, command: line }) => pid !== child.pid && pattern.test(line))
      .map(({ pid }) => pid)
  }
}

/**
 * Returns the exit code; undefined where the command did not end, and was killed.
 * @param {ChildProcess} child
 * @param {Promise<unknown[]>} ended
 * @param {number} limitMs
 */
async function endOf(child, ended, limitMs) {
  const timer = new AbortController()
  const late = pause(limitMs, 'late', { signal: timer.signal }).catch(() => 'late')
  const first = await Promise.race([ended, late])
  timer.abort()
  if (first === 'late') {
    child.kill('SIGKILL')
    return undefined
  }
  return /** @type {number | null} */ (/** @type {unknown[]} */ (first)[0])
}

/**
 * Returns whether a command ended with an error. One whose run is complete has reported it, also without a verdict.
 * @param {number | null | undefined} code
 * @param {string} root the run folder; '' for none
 */
function hasFailed(code, root) {
  return code === 2 || (code === 3 && statusOf(root) !== 'complete')
}

/** Returns what run.json has as the status of a run; '' where there is none. @param {string} root */
export function statusOf(root) {
  try {
    return JSON.parse(readFileSync(path.join(root, 'run.json'), 'utf8')).status
  } catch {
    return ''
  }
}

/**
 * Runs `report` on the run folder, and checks both.
 * @param {Fault} row
 * @param {Run} run
 * @param {{ code: number | null | undefined, slices: number }} ending
 * @returns {Promise<{ faults: string[], said: string }>} `said`: what `report` printed
 */
async function checkFolder({ mayHaveNoRun = false, cannotSave = false, profiles, reportSays }, run, { code, slices }) {
  const root = run.runFolder()
  if (!root) return { faults: mayHaveNoRun ? [] : ['there is no run folder'], said: '' }
  const report = spawn(process.execPath, [workshop, 'report', root], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [report.stdout, report.stderr])
    stream.setEncoding('utf8').on('data', chunk => void (said += chunk))
  const ended = await endOf(report, once(report, 'close'), REPORT_LIMIT_MS)
  if (ended === undefined) return { faults: [`report did not end within ${REPORT_LIMIT_MS / 1000} s`], said }
  const faults = [
    ...reportFaults({ code: ended, said }, { reportSays }),
    ...folderFaults(root, { code, slices, cannotSave }),
    ...(profiles ? profileFaults(root, { isBlamed: profiles === 'blamed' }) : [])
  ]
  return { faults, said }
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by now.
  }
}
