import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { WorkshopError } from '../../errors/errors.js'
import { lastLines } from '../../errors/words.js'
import { startTimer } from '../../system/deadline.js'
import { readTail } from '../../system/files/files.js'
import { workshopRoot } from '../../system/files/workshop-root.js'
import { freePorts, listensOnTcp } from '../../system/ports.js'
import { MICROS_PER_TICK, readProcessTable, ticksOfTrees } from '../../system/process-table.js'
import { startProcess } from '../../system/processes.js'
import { makeTemporary } from '../../system/temporary.js'
import { causeOf } from './failure-causes.js'

/** @import { Exit } from '../../errors/types.js' */
/** @import { Companion, Experiment } from '../../experiments/types.js' */
/** @import { CompanionCpu } from '../../runs/types.js' */
/** @import { ManagedProcess } from '../../system/processes.js' */

/**
 * @typedef {{ name: string, output: string, process: ManagedProcess }} Running `output`: the file of what it prints
 *
 * @typedef {object} CompanionSession
 * @property {AbortSignal} signal aborts as that of the caller does, and with ERR_COMPANION_EXITED when a companion ends
 * @property {() => CompanionCpu[]} readCpu returns the CPU that each has used until now; none where the system does not report it
 *
 * @typedef {{ type: 'companion', name: string, isReady: boolean } | KilledEvent} CompanionEvent
 * @typedef {{ type: 'companion-killed', name: string, limitMs: number }} KilledEvent it did not end in time after SIGTERM
 */

const READY_LIMIT_MS = 20_000
const LOOK_AGAIN_MS = 50
/** A database writes its data first. */
const STOP_LIMIT_MS = 15_000

/**
 * Calls a function while companions run: processes that servers need, such as a database. They are started one after the other, each
 * once the one before it listens, and stopped whatever happens.
 * @template T
 * @param {Companion[]} companions
 * @param {{ signal: AbortSignal, notify: (event: CompanionEvent) => void, readyLimitMs?: number, stopLimitMs?: number }} bounds
 * @param {(session: CompanionSession) => Promise<T>} use @returns {Promise<T>}
 * @throws {WorkshopError} ERR_COMPANION_EXITED
 */
export async function withCompanions(companions, { signal, notify, ...limits }, use) {
  const { readyLimitMs = READY_LIMIT_MS, stopLimitMs = STOP_LIMIT_MS } = limits
  if (companions.length === 0) return use({ signal, readCpu: () => [] })
  const folder = makeTemporary()
  const lost = new AbortController()
  const either = AbortSignal.any([signal, lost.signal])
  /** @type {Running[]} */
  const running = []
  let isEnding = false
  try {
    for (const companion of companions) {
      either.throwIfAborted()
      const started = start(companion, path.join(folder, `${running.length}.log`))
      running.push(started)
      notify({ type: 'companion', name: started.name, isReady: await isReady(started) })
    }
    return await use({ signal: either, readCpu: () => cpuOf(running) })
  } finally {
    isEnding = true
    await Promise.all(running.map(stop))
    await rm(folder, { recursive: true, force: true })
  }

  /** @param {Running} companion */
  async function stop({ name, process }) {
    const { escalated } = await process.end({ graceMs: stopLimitMs })
    if (escalated) notify({ type: 'companion-killed', name, limitMs: stopLimitMs })
  }

  /** @param {Companion} companion @param {string} output @returns {Running} */
  function start({ name, command: [program = '', ...args], env, cwd }, output) {
    const managed = startProcess({
      command: program === 'node' ? process.execPath : program,
      args,
      cwd,
      env: { ...process.env, PWD: cwd, ...env },
      stdoutPath: output,
      stderrPath: output
    })
    managed.exited.then(reportUnlessEnding)
    return { name, output, process: managed }

    /** @param {Exit} exit */
    function reportUnlessEnding(exit) {
      if (isEnding) return
      const details = { name, exit, cause: causeOf(output, exit), tail: lastLines(readTail(output)) }
      lost.abort(new WorkshopError('ERR_COMPANION_EXITED', details))
    }
  }

  /** Waits until a companion listens, or, where that cannot be seen, until it prints something. @param {Running} companion */
  async function isReady({ output, process: { pid } }) {
    let isLate = false
    const stopTimer = startTimer(readyLimitMs, () => {
      isLate = true
    })
    try {
      while (!isLate) {
        if (pid !== undefined && (listensOnTcp(pid) ?? readTail(output) !== '')) return true
        await delay(LOOK_AGAIN_MS, undefined, { signal: either }).catch(() => either.throwIfAborted())
      }
      return false
    } finally {
      stopTimer()
    }
  }
}

/** @param {Running[]} running @returns {CompanionCpu[]} */
function cpuOf(running) {
  const table = readProcessTable()
  if (table.size === 0) return []
  return running.map(({ name, process: { pid = 0 } }) => ({
    name,
    cpuMicros: ticksOfTrees([pid], table) * MICROS_PER_TICK
  }))
}

/**
 * Calls a function while the processes that an experiment names listen, with the experiment as it is measured: its variants have the
 * ports. Each run takes ports of its own, so that several can run at once.
 * @template T
 * @param {Experiment} experiment @param {{ signal: AbortSignal, notify: (event: CompanionEvent) => void }} bounds
 * @param {(experiment: Experiment, session: CompanionSession) => Promise<T>} use
 * @returns {Promise<T>} rejects with ERR_COMPANION_EXITED too
 */
export async function withServed({ served = [], ...experiment }, bounds, use) {
  const ports = await freePorts(served.length)
  const companions = served.map(({ env, ...companion }, index) => ({
    ...companion,
    // Nothing but this run decides what a companion loads.
    env: { NODE_OPTIONS: '', ...env, PORT: String(ports[index]) },
    cwd: workshopRoot
  }))
  return withCompanions(companions, bounds, session => use(asServed(experiment, companions), session))
}

/**
 * Returns an experiment with the ports of its companions in the variables of its variants.
 * @param {Experiment} experiment @param {Pick<Companion, 'name' | 'env'>[]} companions @returns {Experiment}
 */
export function asServed(experiment, companions) {
  if (companions.length === 0) return experiment
  const variants = experiment.variants.map(({ env, ...variant }) => ({
    ...variant,
    env: Object.fromEntries(Object.entries(env).map(([key, text]) => [key, withPorts(text)]))
  }))
  const names = companions.map(({ name }) => name)
  return { ...experiment, variants: /** @type {Experiment['variants']} */ (variants), companions: names }

  /** @param {string} text */
  function withPorts(text) {
    return companions.reduce((filled, { name, env }) => filled.replaceAll(`{${name}}`, env.PORT ?? ''), text)
  }
}
