import { readdirSync, readFileSync } from 'node:fs'

const PERIOD_MS = 100
const LOOK_EVERY_MS = 5

/**
 * Lets a process use a share of one core only: it is stopped (SIGSTOP) when it has used its share of a period of 100 ms, and continued
 * (SIGCONT) when the next one begins, as a quota of a cgroup does. Where the system does not list threads, nothing is limited.
 * @param {number} pid
 * @param {number} share above 0
 * @returns {{ end: () => void } | null} `end` continues the process; null where it cannot be limited
 */
export function limitCpu(pid, share) {
  if (readCpuMs(pid) === null) return null
  const mayRun = cpuQuota({ share, periodMs: PERIOD_MS })
  let isStopped = false
  const timer = setInterval(look, LOOK_EVERY_MS)
  return { end }

  function look() {
    const cpuMs = readCpuMs(pid)
    if (cpuMs !== null) keep(mayRun({ nowMs: performance.now(), cpuMs }))
  }

  /** @param {boolean} isAllowed */
  function keep(isAllowed) {
    if (isAllowed !== isStopped) return
    isStopped = !isAllowed
    try {
      process.kill(pid, isAllowed ? 'SIGCONT' : 'SIGSTOP')
    } catch {
      // It has ended.
    }
  }

  function end() {
    clearInterval(timer)
    keep(true)
  }
}

/**
 * Returns a function that says whether a process may run. What it uses more than its share in one period counts in the next one; what it
 * uses less is lost.
 * @param {{ share: number, periodMs: number }} quota
 * @returns {(reading: { nowMs: number, cpuMs: number }) => boolean} `cpuMs`: the CPU that it has used until then
 */
export function cpuQuota({ share, periodMs }) {
  const allowedMs = share * periodMs
  /** @type {number | undefined} */
  let periodEndMs
  let limitMs = 0
  return function mayRun({ nowMs, cpuMs }) {
    if (periodEndMs === undefined) {
      periodEndMs = nowMs + periodMs
      limitMs = cpuMs + allowedMs
    }
    while (nowMs >= periodEndMs) {
      periodEndMs += periodMs
      limitMs = Math.min(limitMs, cpuMs) + allowedMs
    }
    return cpuMs < limitMs
  }
}

/** Returns the CPU of all threads that a process has; null where the system does not list them. @param {number} pid */
function readCpuMs(pid) {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`)
    return tasks.reduce((sum, task) => sum + cpuMsOf(`/proc/${pid}/task/${task}/schedstat`), 0)
  } catch {
    return null
  }
}

/** @param {string} file whose first figure is nanoseconds on a CPU */
function cpuMsOf(file) {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) / 1e6
  } catch {
    // The thread has ended.
    return 0
  }
}
