import { createInterface } from 'node:readline'
import { killMarked, sendSignal } from './marks.js'

/**
 * Waits for the end of the workshop that started it, and kills what that has left: `node watcher-process.js <mark>`. The lines on its
 * stdin are `+<pid>` for the head of a process group that runs, and `-<pid>` when it has ended.
 */

/** A process that was being started when the workshop ended may not have its environment at once. */
const LOOK_AGAIN_MS = [0, 300, 1500]
const ownsGroups = process.platform !== 'win32'
const [, , mark = ''] = process.argv
/** @type {Set<number>} */
const running = new Set()

createInterface({ input: process.stdin }).on('line', note).on('close', endAll)

/** @param {string} line */
function note(line) {
  const pid = Number(line.slice(1))
  if (line.startsWith('+')) running.add(pid)
  else running.delete(pid)
}

function endAll() {
  for (const pid of running) sendSignal(ownsGroups ? -pid : pid)
  for (const delayMs of LOOK_AGAIN_MS) setTimeout(killOwn, delayMs)
}

function killOwn() {
  killMarked(found => found.startsWith(`${mark}-`))
}
