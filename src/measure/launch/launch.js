import { performance } from 'node:perf_hooks'
import { commandText, maskedFields, maskedWords, withoutSecrets } from '../../errors/secrets.js'
import { writeLoadedMaps } from '../../profilers/name-frames.js'
import { changeText, cutMiddle } from '../../system/files/files.js'
import { limitFile } from '../../system/files/limit-file.js'
import { workshopRoot } from '../../system/files/workshop-root.js'
import { startProcess } from '../../system/processes.js'
import { watchMemory } from '../../system/watch-memory.js'
import { originOf, otherPorts, pidsOf } from '../agent/agent-server.js'
import { readKeptBytes, sliceMeter } from '../rounds/slice-meter.js'
import { followLife, launchError } from './launch-life.js'
import { awaitListening, awaitReady } from './launch-ready.js'
import { logIn } from './log-in.js'

/** @import { LoginRequest, Variant } from '../../experiments/types.js' */
/** @import { Attachment, Profiler } from '../../profilers/index.js' */
/** @import { LaunchRecord } from '../../runs/types.js' */
/** @import { ManagedProcess } from '../../system/processes.js' */
/** @import { AgentLink, AgentServer } from '../agent/agent-server.js' */
/** @import { MemoryPoint, PlannedLaunch } from '../types.js' */
/** @import { LaunchLife } from './launch-life.js' */

/** The longest that a server may take to end, where its profiler does not need more. */
const STOP_GRACE_MS = 8000
/** Of each end of what a server printed, when its launch is over. */
const KEPT_OUTPUT_BYTES = 64 * 1024
/** While it runs; only a server that prints without end reaches it, since to cut a file takes the system some milliseconds. */
const MOST_OUTPUT_BYTES = 256e6

/**
 * @typedef {object} LaunchSetup
 * @property {PlannedLaunch} planned
 * @property {Variant} variant
 * @property {Profiler} profiler
 * @property {{ folder: string, stdout: string, stderr: string }} files for its output; the folder exists
 * @property {AgentServer} agents
 * @property {AbortSignal} signal
 * @property {string} [health] path that responds with 2xx once the server is ready
 * @property {LoginRequest[]} [login] played once it is ready
 * @property {number} [listenLimitMs]
 * @property {number} [healthLimitMs]
 * @property {number} [memorySampleMs] keeps the memory of a launch with a limit over time, with a sample so often
 */

/** @typedef {NonNullable<ReturnType<typeof limitMemory>>} LaunchMemory */
/** @typedef {Awaited<ReturnType<typeof startLaunch>>} Launch a fresh server process that listens */

/**
 * Starts one server in a fresh process, waits until it listens and is ready, logs in, and attaches the profiler.
 * @param {LaunchSetup} setup
 * @throws {WorkshopError} ERR_SERVER_EXITED, ERR_SERVER_NEVER_LISTENED, ERR_SERVER_OTHER_PORT, ERR_SERVER_ADDRESS, ERR_SERVER_NOT_READY,
 *   ERR_HTTP2_ONLY, ERR_SERVER_MEMORY, ERR_LOGIN
 */
export async function startLaunch(setup) {
  const { planned, variant, profiler, files } = setup
  const startedAt = new Date()
  const startedMs = performance.now()
  const { server, hub, command } = startServer(setup)
  const endOutput = limitOutput(files)
  const life = followLife(setup, server)
  const memory = limitMemory(setup, server, life)
  const profiling = profilingOf(setup, hub.links, life)
  const meter = sliceMeter(hub.links)

  const { link, open } = await awaitListening(setup, hub, life).catch(killAndFail)
  const origin = originOf(open)
  await awaitReady(setup, origin, life).catch(killAndFail)
  const readyMs = performance.now() - startedMs
  life.enter('load')
  const login = await logIn(setup, origin, life).catch(killAndFail)
  await profiling.attach(open.port).catch(killAndFail)
  return {
    planned,
    /** Returns those of all its measured processes. */
    pids: () => pidsOf(hub.links),
    /** Such as http://127.0.0.1:40123. */
    origin,
    /** Of the server, as a person types it. */
    command: commandText(variant),
    /** The fixed port that was replaced by a free one; 0 for none. */
    wantedPort: open.wantedPort,
    /** Returns the other ports that it listens on, as its code has them; 0 for any. */
    otherPorts: () => otherPorts(hub.links, open).map(({ wantedPort }) => wantedPort),
    /** Of the process that listens. */
    nodeVersion: link.nodeVersion,
    /** What its login captured; null without one. */
    login,
    whileAlive: life.whileAlive,
    /** Is called once the server is warm. */
    startProfiling: profiling.start,
    startSlice: () => life.fromAgents(meter.start()),
    stopSlice: () => life.fromAgents(meter.stop()),
    /** Of its processes; null without a limit of memory. */
    memory,
    /** Returns what a forced garbage collection leaves in each of its threads. */
    readKeptBytes: () => life.fromAgents(readKeptBytes(hub.links)),
    end,
    kill
  }

  /** Stops it and returns its record. @returns {Promise<Omit<LaunchRecord, 'kept' | 'warmUp'>>} */
  async function end() {
    await profiling.finish()
    const peakBytes = memory?.peakBytes()
    memory?.stop()
    life.throwIfKilled()
    life.expectEnd()
    const pid = profiler.wraps ? link.pid : server.pid
    const exit = await server.end({ pid, graceMs: profiler.stopGraceMs ?? STOP_GRACE_MS })
    hub.forget()
    return {
      ...planned,
      command: maskedWords(command),
      ...(open.nodePath !== command[0] && { nodePath: open.nodePath }),
      env: maskedFields(variant.env),
      pid: link.pid,
      port: open.port,
      ...(open.wantedPort > 0 && { wantedPort: open.wantedPort }),
      startedAt: startedAt.toISOString(),
      readyMs,
      ...(login && { login: { requests: login.requests, durationMs: login.durationMs } }),
      ...(peakBytes !== undefined && { peakBytes }),
      stdoutBytes: (await endOutput()).stdoutBytes,
      exit
    }
  }

  /** Ends it at once. */
  async function kill() {
    life.expectEnd()
    memory?.stop()
    hub.forget()
    profiling.close()
    await server.end({ signal: 'SIGKILL' })
    // What it was killed for is the error to report.
    await endOutput().catch(() => {})
  }

  /** @param {unknown} error @returns {Promise<never>} */
  async function killAndFail(error) {
    await kill()
    throw error
  }
}

/**
 * Returns what attaches the profiler of a launch to its server, starts it, and takes what it has recorded.
 * @param {LaunchSetup} setup
 * @param {AgentLink[]} links to the threads that exist now
 * @param {LaunchLife} life
 */
function profilingOf({ profiler, files: { folder } }, links, life) {
  /** @type {Attachment | undefined} */
  let attachment
  return { attach, start, finish, close }

  /** @param {number} port that is loaded */
  async function attach(port) {
    const target = { threads: () => links, pids: () => pidsOf(links), folder, port }
    if (profiler.attach) attachment = await life.fromProfiler(profiler.attach(target))
  }

  async function start() {
    if (attachment) await life.fromProfiler(attachment.start())
  }

  async function finish() {
    if (attachment) await life.fromProfiler(attachment.finish())
    await closeInspectors()
    if (profiler.name !== 'none' && !profiler.wraps) await life.fromProfiler(saveMaps())
  }

  /** Any user of the machine can connect to an inspector: none stays open while its server stops. */
  async function closeInspectors() {
    const inspected = links.filter(({ inspectorUrl }) => inspectorUrl !== null)
    // An interrupted run without one still ends its servers by their own signal.
    if (inspected.length === 0) return
    await life.fromProfiler(Promise.all(inspected.map(link => link.closeInspector().catch(() => {}))))
  }

  /** Saves the source maps that the threads which are still there have loaded. */
  async function saveMaps() {
    const maps = await Promise.all(links.map(link => link.maps().catch(() => [])))
    await writeLoadedMaps(folder, maps.flat())
  }

  function close() {
    attachment?.close()
  }
}

/**
 * Watches the memory limit of a launch, and kills its server above it. Returns null without a limit.
 * @param {LaunchSetup} setup @param {ManagedProcess} server @param {LaunchLife} life
 */
function limitMemory(setup, { pid }, life) {
  const { profiler, memorySampleMs: sampleMs } = setup
  const { memoryMB } = setup.variant
  // Profilers need memory of their own.
  if (pid === undefined || memoryMB === undefined || profiler.name !== 'none') return null
  const startedMs = performance.now()
  /** @type {MemoryPoint[]} */
  const samples = []
  const watch = watchMemory(pid, {
    bytes: Math.round(memoryMB * 1e6),
    sampleMs,
    onSample: sampleMs === undefined ? undefined : sample => samples.push(sample),
    onExceeded: kill
  })
  return {
    ...watch,
    /** Returns the memory at each moment that it was read, `atMs` of `performance.now()`; empty unless it is kept. */
    samples: () => samples
  }

  /** @param {number} peakBytes */
  function kill(peakBytes) {
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10
    const exceeded = { limitMB: Math.round(Number(memoryMB)), peakMB: Math.ceil(peakBytes / 1e6), seconds }
    life.killFor(launchError(setup, 'ERR_SERVER_MEMORY', exceeded))
  }
}

/** Starts the process of a server under its profiler and with the agent. @param {LaunchSetup} setup */
function startServer({ variant, profiler, files, agents }) {
  const [program, ...args] = variant.command
  const own = {
    command: program === 'node' ? [process.execPath, ...args] : variant.command,
    cwd: variant.cwd ?? workshopRoot
  }
  const start = { ...own, env: { ...process.env, ...variant.env }, files }
  const { command, cwd, env: profilerEnv } = profiler.commandFor?.(start) ?? { ...own, env: {} }
  // Some servers read their folder from PWD, which a shell would set.
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, PWD: cwd, ...variant.env, ...profilerEnv }
  const hub = agents.expectLaunch(env.NODE_OPTIONS, variant.port)
  const server = startProcess({
    command: /** @type {string} */ (command[0]),
    args: command.slice(1),
    cwd,
    env: { ...env, ...hub.env, WORKSHOP_PORTS: 'free' },
    stdoutPath: files.stdout,
    stderrPath: files.stderr
  })
  return { server, hub, command }
}

/**
 * Limits the files that a server prints to: while it runs, what follows the beginning of a file that is too long is removed, and at the
 * end the middle of both, and the secrets. A note in the file shows how much was cut.
 * @param {{ stdout: string, stderr: string }} files exist
 * @param {{ mostBytes?: number }} [limits]
 * @returns {() => Promise<{ stdoutBytes: number }>} ends it; the bytes that were printed
 */
export function limitOutput({ stdout, stderr }, { mostBytes = MOST_OUTPUT_BYTES } = {}) {
  const files = [stdout, stderr].map(file => ({
    file,
    stop: limitFile(file, { mostBytes, keptBytes: KEPT_OUTPUT_BYTES })
  }))
  /** @type {Promise<{ stdoutBytes: number }> | undefined} */
  let ending
  return function end() {
    ending ??= cutAll()
    return ending
  }

  async function cutAll() {
    const [stdoutBytes = 0] = await Promise.all(
      files.map(async function cut({ file, stop }) {
        const printed = await cutMiddle(file, KEPT_OUTPUT_BYTES, stop())
        await changeText(file, withoutSecrets)
        return printed
      })
    )
    return { stdoutBytes }
  }
}
