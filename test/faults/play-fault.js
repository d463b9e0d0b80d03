import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * @import { ChildProcess } from 'node:child_process'
 */

/**
 * @typedef {object} Fault one row of the fault matrix
 * @property {string} fault what goes wrong
 * @property {string} stage when
 * @property {number[]} codes exit codes that are right
 * @property {RegExp} says what stdout or stderr has
 * @property {string[]} [args] of the workshop, default a short comparison of two servers
 * @property {NodeJS.ProcessEnv} [env] of the workshop
 * @property {NodeJS.ProcessEnv} [serverEnv] of the second server
 * @property {string[]} [options] of the comparison, in place of short slices for a verdict only
 * @property {string[]} [wrapper] a command that starts the workshop, with the command as its last arguments
 * @property {(place: Place) => void | Promise<void>} [before] sets the fault up
 * @property {(run: Run) => Promise<void>} [during] makes the fault happen
 * @property {(run: Run) => void | Promise<void>} [after] checks what is special about this fault; throws where it is wrong
 * @property {() => string | null} [cannot] why the fault cannot be played on this machine
 * @property {boolean} [mayHaveNoRun] whether it may end before there is a run folder
 * @property {number} [endsWithinMs] after `during`
 */

/**
 * @typedef {object} Place
 * @property {string} folder a temporary folder of the row
 * @property {string} out the folder for run folders
 *
 * @typedef {Place & {
 *   child: ChildProcess,
 *   output: { stdout: string, stderr: string },
 *   untilSaid: (pattern: RegExp) => Promise<void>,
 *   untilSlices: (count: number) => Promise<void>,
 *   until: (isReached: () => boolean, what: string) => Promise<void>,
 *   runFolder: () => string,
 *   processes: (pattern?: RegExp) => number[]
 * }} Run
 *
 * @typedef {{ fault: string, stage: string, exitCode: number | null, message: string, faults: string[], skipped: string | null }} Outcome
 */

const workshop = path.join(import.meta.dirname, '../../scripts/workshop.js')
export const server = path.join(import.meta.dirname, '../fixtures/servers/misbehaves.cjs')
const SHORT = ['--short', '--rounds', '2', '--load', 'autocannon']
export const BRIEF = ['--duration', '0.2', '--only', 'verdict']
const LOOK_AGAIN_MS = 20
/** Of one event that the harness waits for. */
const EVENT_LIMIT_MS = 60_000
const RUN_LIMIT_MS = 120_000
const PROGRESS = /^(round|repeat) \d+ of|^calibrated|: (checking|the machine|not\ncalibrated)/
const ORPHAN_LIMIT_MS = 5_000
/** Of the workshop; that of a server is part of its last words. */
const STACK_TRACE = /^\s+at .*[\\/](src|scripts)[\\/].*:\d+:\d+/m

/**
 * Plays a fault on real processes, and checks what must hold whatever happens: the exit code, the message without a stack trace, no
 * process left after 5 s, and a run folder that `report` can read and that does not say that it still runs.
 * @param {Fault} row
 * @returns {Promise<Outcome>}
 */
export async function playFault(row) {
  const { fault, stage } = row
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
    const code = await endOf(run, ended, row.endsWithinMs ?? RUN_LIMIT_MS)
    if (code === undefined) faults.push(`did not end within ${(row.endsWithinMs ?? RUN_LIMIT_MS) / 1000} s`)
    else if (!row.codes.includes(code ?? -1)) faults.push(`exit code ${code}, not ${row.codes.join(' or ')}`)
    const said = `${run.output.stderr}\n${run.output.stdout}`
    if (!row.says.test(said)) faults.push(`does not say ${row.says}`)
    if (STACK_TRACE.test(said)) faults.push('prints a stack trace')
    const orphans = await survivors(mark)
    if (orphans.length > 0) faults.push(`leaves ${orphans.join('; ')}`)
    await attempt(() => checkFolder(row, run))
    await attempt(() => row.after?.(run))
    return { fault, stage, exitCode: code ?? null, message: messageOf(run.output), faults, skipped: null }
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
function startRun({ args, env = {}, serverEnv = {}, options = BRIEF, wrapper = [] }, place, mark) {
  const { folder, out } = place
  const variables = Object.entries(serverEnv).map(([name, value]) => `${name}='${value}'`)
  const compared = [`node '${server}'`, [...variables, `node '${server}'`].join(' ')]
  const own = args ?? ['compare', ...compared, '--name', 'good', '--name', 'bad', ...SHORT, ...options]
  const command = [...wrapper, process.execPath, workshop, ...own, '--out', out]
  const [name, value] = mark.split('=')
  const child = spawn(/** @type {string} */ (command[0]), command.slice(1), {
    cwd: folder,
    env: { ...process.env, ...env, [/** @type {string} */ (name)]: value },
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
    const [first] = existsSync(out) ? readdirSync(out, { withFileTypes: true }).filter(each => each.isDirectory()) : []
    return first ? path.join(out, first.name) : ''
  }

  /** @param {RegExp} [pattern] of the command line */
  function processes(pattern = /./) {
    return processesWith(mark)
      .filter(({ pid, command: line }) => pid !== child.pid && pattern.test(line))
      .map(({ pid }) => pid)
  }
}

/** @param {string} folder */
export function slicesOf(folder) {
  const file = path.join(folder, 'slices.jsonl')
  return folder && existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0
}

/**
 * Returns the exit code; undefined where the command did not end, and was killed.
 * @param {Run} run
 * @param {Promise<unknown[]>} ended
 * @param {number} limitMs
 */
async function endOf({ child }, ended, limitMs) {
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
 * Checks that the run folder does not say that it still runs, has no half-written file, and can be reported.
 * @param {Fault} row
 * @param {Run} run
 */
async function checkFolder({ mayHaveNoRun = false }, run) {
  const root = run.runFolder()
  if (!root) {
    if (!mayHaveNoRun) throw new Error('there is no run folder')
    return
  }
  const slices = slicesOf(root)
  const report = spawn(process.execPath, [workshop, 'report', root], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [report.stdout, report.stderr])
    stream.setEncoding('utf8').on('data', chunk => void (said += chunk))
  const [code] = await once(report, 'close')
  if (STACK_TRACE.test(said)) throw new Error('report prints a stack trace')
  if (code !== 0 && code !== 3) throw new Error(`report ends with ${code}: ${lastWords(said)}`)
  if (/\b(NaN|undefined|Infinity)\b/.test(said)) throw new Error('report prints a figure that is none')
  if (/still runs|is running/.test(said)) throw new Error('report says that the run still runs')
  const parts = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.part'))
  if (parts.length > 0) throw new Error(`${parts.join(', ')} is left`)
  if (slicesOf(root) !== slices) throw new Error('report changed the slices')
}

/**
 * Returns the first line of stderr that is no progress, or else the first of stdout that names the faulty server.
 * @param {Run['output']} output
 */
function messageOf({ stdout, stderr }) {
  const ofStderr = stderr.split('\n').filter(line => line.trim() !== '' && !PROGRESS.test(line))
  const ofStdout = stdout.split('\n').filter(line => /\bbad\b/.test(line))
  return (ofStderr[0] ?? ofStdout[0] ?? '').trim()
}

/** @param {string} text @returns {string} its last line that is not empty */
function lastWords(text) {
  return text.trimEnd().split('\n').at(-1) ?? ''
}

/**
 * Returns the command lines of processes that still run 5 s later.
 * @param {string} mark
 */
async function survivors(mark) {
  const deadlineMs = performance.now() + ORPHAN_LIMIT_MS
  while (processesWith(mark).length > 0 && performance.now() < deadlineMs) await pause(100)
  return processesWith(mark).map(({ command }) => command.slice(0, 120))
}

/**
 * Returns the processes with a variable in their environment.
 * @param {string} mark
 */
export function processesWith(mark) {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(function readProcess(name) {
      try {
        if (!readFileSync(`/proc/${name}/environ`, 'latin1').includes(mark)) return []
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        return command === '' ? [] : [{ pid: Number(name), command }]
      } catch {
        return []
      }
    })
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by now.
  }
}
