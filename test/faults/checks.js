import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { messageOf } from './message-of.js'

/**
 * What must hold after the end of the workshop, whatever the fault was. Each check returns what does not hold, in words.
 *
 * @import { Output } from './message-of.js'
 */

const workshopRoot = path.join(import.meta.dirname, '../..')
/** See docs/ci.md; null for the end by a signal. */
const DOCUMENTED_CODES = [0, 1, 2, 3, 130, null]
/** Of the workshop, Node.js and V8. That of a server is part of its last words, and indented. */
const STACK_TRACES = [
  new RegExp(`^\\s+at .*${workshopRoot.replace(/[^\w/]/g, '.')}/(src|scripts)/.*:\\d+:\\d+`, 'm'),
  /^Node\.js v\d/m,
  /^node:internal/m,
  /^ *\d+: 0x[0-9a-f]{6,}/m
]
/** What a person can do, at the beginning of a sentence or of a part of it, what is allowed, or the line of a file to correct. */
const NEXT_STEP =
  /^\S+\.\w+:\d+: |\. Allowed: |(?:^|[.:,;!?\n]\s+(?:and |or )?)(?:run|try|measure again|name|make|let|allow|free|remove|install|move|set up|end|report it|add|give|start|send|check|correct|restore)\b/i
/** Where what was measured is, or which command reads it. */
const RUN_PLACE = /^(Report|Run folder): |the command report/m
const MOST_MESSAGE_CHARS = 700
const LOOK_AGAIN_MS = 100

/**
 * Checks how the command ended.
 * @param {number | null | undefined} code null by a signal; undefined where it was killed since it did not end
 * @param {(number | null)[]} right
 * @param {number} limitMs
 */
export function codeFaults(code, right, limitMs) {
  if (code === undefined) return [`did not end within ${limitMs / 1000} s`]
  const words = (/** @type {number | null} */ each) => (each === null ? 'killed' : `exit code ${each}`)
  const faults = right.includes(code) ? [] : [`${words(code)}, not ${right.map(words).join(' or ')}`]
  return DOCUMENTED_CODES.includes(code) ? faults : [...faults, `${words(code)} is not documented`]
}

/**
 * Checks what the command printed: the expected words, no stack trace, of a failure one message with a next step, and of a run that was
 * interrupted where it is.
 * @param {Output} output
 * @param {{ says: RegExp, hasFailed: boolean, isInterrupted?: boolean }} expected `hasFailed`: the command ended with an error, and not
 *   with a report; `isInterrupted`: there is a run folder of an interrupted run
 */
export function wordFaults(output, { says, hasFailed, isInterrupted = false }) {
  const all = `${output.stderr}\n${output.stdout}`
  const faults = says.test(all) ? [] : [`does not say ${says}`]
  if (STACK_TRACES.some(pattern => pattern.test(all))) faults.push('prints a stack trace')
  if (isInterrupted && !RUN_PLACE.test(all)) faults.push('does not say where the run is')
  if (faults.length > 0 || !hasFailed) return faults
  const message = messageOf({ stdout: '', stderr: output.stderr }, says)
  const own = message.replace(/^\s+.*\n?/gm, '')
  if (message === '') return ['stderr has no message']
  if (!NEXT_STEP.test(message)) faults.push('the message has no next step')
  if (own.length > MOST_MESSAGE_CHARS) faults.push(`the message has ${own.length} characters`)
  if (/\b(undefined|NaN)\b|\[object /.test(own)) faults.push('the message names a value that is none')
  return faults
}

/**
 * Checks what `report` made of the run folder.
 * @param {{ code: number | null, said: string }} report how it ended, and all that it printed
 * @param {{ reportSays?: RegExp | undefined }} expected
 */
export function reportFaults({ code, said }, { reportSays }) {
  const faults = []
  if (STACK_TRACES.some(pattern => pattern.test(said))) faults.push('report prints a stack trace')
  if (code !== 0 && code !== 1 && code !== 3) faults.push(`report ends with ${code}: ${lastLine(said)}`)
  if (/\b(NaN|undefined|Infinity)\b/.test(said)) faults.push('report prints a figure that is none')
  if (/still runs|is running/.test(said)) faults.push('report says that the run still runs')
  if (reportSays && !reportSays.test(said)) faults.push(`report does not say ${reportSays}`)
  return faults
}

/**
 * Checks a run folder after `report` has analysed it.
 * @param {string} root
 * @param {{ code: number | null | undefined, slices: number, cannotSave?: boolean }} expected `slices`: how many were saved before the
 *   fault; `cannotSave`: no file can be written there
 */
export function folderFaults(root, { code, slices, cannotSave = false }) {
  const parts = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.part'))
  const faults = parts.length > 0 ? [`${parts.join(', ')} is left`] : []
  const saved = slicesOf(root)
  if (saved < slices) faults.push(`${slices - saved} of ${slices} finished slices are lost`)
  if (cannotSave) return faults
  const analysis = readAnalysis(root)
  if (!analysis) return [...faults, 'there is no analysis.json']
  if (analysis.checks.slices < slices) faults.push(`the report counts ${analysis.checks.slices} of ${slices} slices`)
  if (!['complete', 'interrupted', 'failed'].includes(analysis.status)) faults.push(`the run is ${analysis.status}`)
  if ((code === 0 || code === 1) && analysis.status !== 'complete')
    faults.push(`exit code ${code} of a run that is ${analysis.status}`)
  return faults
}

/**
 * Checks that the profiles of all profiled launches that have ended were read, by the run or by `report`.
 * @param {string} root
 * @param {{ isBlamed: boolean }} expected whether they are enough for a blame table
 */
export function profileFaults(root, { isBlamed }) {
  const profiled = recordsOf(root, 'launches.jsonl').filter(({ profiler }) => profiler !== 'none')
  const failed = new Set(recordsOf(root, 'problems.jsonl').map(({ id }) => id))
  const unread = profiled.filter(
    ({ id }) => !failed.has(id) && !existsSync(path.join(root, 'launches', id, 'profile.json'))
  )
  const faults = unread.map(({ id }) => `the profile of ${id} is not read`)
  if (profiled.length === 0) faults.push('no profiled launch has ended')
  const analysis = readAnalysis(root)
  if (isBlamed && !(analysis && analysis.blames.length > 0)) faults.push('there is no blame')
  return faults
}

/**
 * Returns the command lines of processes with a mark that still run after a limit.
 * @param {string} mark a variable and its value
 * @param {number} limitMs
 */
export async function orphansOf(mark, limitMs) {
  const deadlineMs = performance.now() + limitMs
  while (processesWith(mark).length > 0 && performance.now() < deadlineMs) await pause(LOOK_AGAIN_MS)
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

/** Returns how many slices are saved, without one that is cut off. @param {string} root '' where there is none */
export function slicesOf(root) {
  return root === '' ? 0 : recordsOf(root, 'slices.jsonl').length
}

/** Returns the records of a file of a run, without what is no JSON. @param {string} root @param {string} name @returns {any[]} */
export function recordsOf(root, name) {
  const file = path.join(root, name)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap(function parse(line) {
      try {
        return [JSON.parse(line)]
      } catch {
        return []
      }
    })
}

/** @param {string} root @returns {import('../../src/types.js').Analysis | null} */
function readAnalysis(root) {
  const file = path.join(root, 'analysis.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** @param {string} text */
function lastLine(text) {
  return text.trimEnd().split('\n').at(-1) ?? ''
}
