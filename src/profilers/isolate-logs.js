import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { readLines } from '../system/files/read-lines.js'
import { namingFile, requireFile } from './profile-files.js'
import { windowsOf } from './threads.js'

/** @import { WorkshopError } from '../errors/errors.js' */
/** @import { SliceRecord } from '../runs/types.js' */

const logName = /^isolate.*-(\d+)-v8\.log$/
/** The script that the agent compiles in a worker thread, see src/measure/agent/agent.cjs. */
const mark = /^code-creation,[^,]*,\d+,(\d{1,15}),.*,\s*workshop-thread:(\d{1,15}):(\d{1,15}):/

/**
 * @typedef {object} IsolateLog
 * @property {string} name
 * @property {number} pid
 * @property {number} threadId
 * @property {number | null} startMicros when its clock started, on the system's monotonic clock; null for the main
 *   thread, whose clock is the uptime that the agent reports
 */

/**
 * Returns the V8 logs of the main threads of a launch. V8 writes a log per isolate, under a name that has the process but
 * not the thread; the first one of a process is its main thread's.
 * @param {string} folder @returns {Promise<IsolateLog[]>}
 */
export async function findMainLogs(folder) {
  const logs = await listLogs(folder)
  return logs
    .filter(log => isFirstOf(logs, log))
    .map(({ name, pid }) => ({ name, pid, threadId: 0, startMicros: null }))
}

/**
 * Returns the V8 logs of the worker threads of a launch, without those that have no tick, and without those of workers that
 * have no agent.
 * @param {string} folder @returns {Promise<IsolateLog[]>}
 */
export async function findWorkerLogs(folder) {
  const logs = await listLogs(folder)
  /** @type {IsolateLog[]} */
  const marked = []
  for (const log of logs.filter(log => !isFirstOf(logs, log))) {
    const file = path.join(folder, log.name)
    const thread = await namingFile(file, () => readThread(file))
    if (thread) marked.push({ name: log.name, pid: log.pid, ...thread })
  }
  return marked
}

/**
 * Lists the logs in the order in which they were made. 0x makes its folder last: a missing folder means that 0x got no log.
 * @param {string} folder
 * @throws {WorkshopError} ERR_DAMAGED_PROFILE where a folder or a pipe has the name of a log
 */
async function listLogs(folder) {
  const names = (await readdir(folder).catch(() => [])).filter(name => logName.test(name))
  const bornMs = await Promise.all(names.map(name => birthOf(path.join(folder, name))))
  const logs = names.map((name, index) => ({
    name,
    pid: Number(logName.exec(name)?.[1]),
    bornMs: bornMs[index] ?? 0
  }))
  return logs.sort((a, b) => a.bornMs - b.bornMs)
}

/** @param {string} file @returns {Promise<number>} ms */
function birthOf(file) {
  return namingFile(file, async function lookUp() {
    await requireFile(file)
    return (await stat(file)).birthtimeMs
  })
}

/** @type {(logs: { name: string, pid: number }[], log: { name: string, pid: number }) => boolean} */
function isFirstOf(logs, { name, pid }) {
  return logs.find(log => log.pid === pid)?.name === name
}

/**
 * Reads which thread a log is of, and when its clock started: the mark has the time of the log and that of the system.
 * @param {string} file
 * @returns {Promise<{ threadId: number, startMicros: number } | null>} null without a mark or without a tick
 */
async function readThread(file) {
  /** @type {{ threadId: number, startMicros: number } | null} */
  let thread = null
  let hasTicks = false
  for await (const line of readLines(file)) {
    hasTicks ||= line.startsWith('tick,')
    const [, atMicros, threadId, monotonicMicros] = mark.exec(line) ?? []
    if (threadId) thread = { threadId: Number(threadId), startMicros: Number(monotonicMicros) - Number(atMicros) }
    if (thread && hasTicks) break
  }
  return hasTicks ? thread : null
}

/**
 * Returns when the thread of a log was loaded in some slices, on the clock of the log.
 * @param {SliceRecord[]} slices @param {IsolateLog} log
 */
export function logWindowsOf(slices, log) {
  const { startMicros } = log
  return windowsOf(slices, log).map(thread => {
    if (startMicros === null) return { startMs: thread.startUptimeMs, endMs: thread.endUptimeMs }
    return { startMs: (thread.startMicros - startMicros) / 1e3, endMs: (thread.endMicros - startMicros) / 1e3 }
  })
}
