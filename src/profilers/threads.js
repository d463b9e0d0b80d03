/** @import { SliceRecord, ThreadWindow } from '../runs/types.js' */

/** @typedef {{ pid: number, threadId: number }} Thread */

/** @param {Thread} thread */
export function labelOf({ pid, threadId }) {
  return threadId === 0 ? `process ${pid}` : `worker ${threadId} of process ${pid}`
}

/** Returns the slices under the load of size and blame, which is the first of the launch. @param {SliceRecord[]} slices */
export function slicesOfBlame(slices) {
  return slices.filter(slice => slice.load.generator === slices[0]?.load.generator)
}

/** Returns when a thread was loaded in some slices. @param {SliceRecord[]} slices @param {Thread} thread */
export function windowsOf(slices, { pid, threadId }) {
  return slices
    .flatMap(slice => slice.server.threads)
    .filter(thread => thread.pid === pid && thread.threadId === threadId)
}

/** Returns the time from the first to the last window. @param {ThreadWindow[]} windows */
export function hullOf(windows) {
  return {
    startMicros: Math.min(...windows.map(window => window.startMicros)),
    endMicros: Math.max(...windows.map(window => window.endMicros))
  }
}
