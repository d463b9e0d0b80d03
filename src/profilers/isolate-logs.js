import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** @import { ThreadWindow } from '../runs/types.js' */

const logName = /^isolate.*-(\d+)-v8\.log$/
/** The script that the agent compiles in a worker thread, see src/measure/agent.cjs. */
const mark = /^code-creation,[^,]*,\d+,(\d+),.*,\s*workshop-thread:(\d+):(\d+):/

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
 * @param {string} folder
 * @returns {Promise<IsolateLog[]>}
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
 * @param {string} folder
 * @returns {Promise<IsolateLog[]>}
 */
export async function findWorkerLogs(folder) {
  const logs = await listLogs(folder)
  /** @type {IsolateLog[]} */
  const marked = []
  for (const log of logs.filter(log => !isFirstOf(logs, log))) {
    const thread = await readThread(path.join(folder, log.name))
    if (thread) marked.push({ name: log.name, pid: log.pid, ...thread })
  }
  return marked
}

/**
 * Lists the logs in the order in which they were made. 0x makes its folder last: a missing folder means that 0x got no log.
 * @param {string} folder
 */
async function listLogs(folder) {
  const names = (await readdir(folder).catch(() => [])).filter(name => logName.test(name))
  const found = await Promise.all(names.map(name => stat(path.join(folder, name))))
  const logs = names.map((name, index) => ({
    name,
    pid: Number(logName.exec(name)?.[1]),
    bornMs: found[index]?.birthtimeMs ?? 0
  }))
  return logs.sort((a, b) => a.bornMs - b.bornMs)
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
  const stream = createReadStream(file)
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    hasTicks ||= line.startsWith('tick,')
    const [, atMicros, threadId, monotonicMicros] = mark.exec(line) ?? []
    if (threadId) thread = { threadId: Number(threadId), startMicros: Number(monotonicMicros) - Number(atMicros) }
    if (thread && hasTicks) break
  }
  stream.destroy()
  return hasTicks ? thread : null
}

/**
 * Returns the windows of a log's thread on the clock of the log.
 * @param {ThreadWindow[]} threads
 * @param {IsolateLog} log
 */
export function windowsOf(threads, { pid, threadId, startMicros }) {
  return threads
    .filter(thread => thread.pid === pid && thread.threadId === threadId)
    .map(thread => {
      if (startMicros === null) return { startMs: thread.startUptimeMs, endMs: thread.endUptimeMs }
      return { startMs: (thread.startMicros - startMicros) / 1e3, endMs: (thread.endMicros - startMicros) / 1e3 }
    })
}
