import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { killLeftovers, MARK_VARIABLE, markOfThisProcess } from './marks.js'

/** @import { Socket } from 'node:net' */

const entry = fileURLToPath(new URL('./watcher-process.js', import.meta.url))

/** @type {Set<Socket>} of the watchers that run */
const inputs = new Set()

/**
 * Starts a process that kills the children of this one when this one was killed: the end of a pipe between them shows it, so it costs
 * nothing until then. Also kills what earlier workshops have left whose watcher was killed with them.
 * @returns {() => void} ends the watcher
 */
export function startWatcher() {
  killLeftovers()
  const watcher = spawn(process.execPath, [entry, markOfThisProcess()], {
    // Neither in the way of an unmount, nor with the settings or the mark of what started this process.
    cwd: path.parse(process.cwd()).root,
    env: withoutSettings(process.env),
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore']
  })
  // Without it, a run is measured as well.
  watcher.on('error', ignore)
  const input = /** @type {Socket | undefined} */ (watcher.stdin)
  if (!input) return ignore
  watcher.unref()
  input.unref()
  input.on('error', ignore)
  inputs.add(input)
  return function stop() {
    inputs.delete(input)
    // This process waits for it, so that none is left when it ends.
    watcher.ref()
    watcher.kill('SIGKILL')
  }
}

/** Reports the head of a process group that this process has started. @param {number} pid */
export function noteStarted(pid) {
  for (const input of inputs) input.write(`+${pid}\n`)
}

/** Reports that the head of a process group and the rest of it have ended. @param {number} pid */
export function noteEnded(pid) {
  for (const input of inputs) input.write(`-${pid}\n`)
}

/** @param {NodeJS.ProcessEnv} env */
function withoutSettings({ NODE_OPTIONS, [MARK_VARIABLE]: _mark, ...env }) {
  return env
}

function ignore() {}
