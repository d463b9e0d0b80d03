import { performance } from 'node:perf_hooks'
import { writeLoadedMaps } from '../profilers/loaded-maps.js'
import { commandText, shownWord, withoutSecrets } from '../secrets.js'
import { withDeadline } from '../system/deadline.js'
import { startProcess } from '../system/processes.js'
import { workshopRoot } from '../system/workshop-root.js'
import { originOf, otherPorts } from './agent-server.js'
import { awaitHealth } from './await-health.js'
import { http2OnlyError } from './http2-only.js'
import { causeOf, launchErrors } from './launch-errors.js'
import { limitMemory } from './launch-memory.js'
import { limitOutput } from './launch-output.js'
import { readKeptBytes, sliceMeter } from './slice-meter.js'

/**
 * @import { Exit } from '../error-types.js'
 * @import { WorkshopError } from '../errors.js'
 * @import { Variant } from '../experiments/types.js'
 * @import { ProfilerName } from '../profile/types.js'
 * @import { Attachment, Profiler } from '../profilers/index.js'
 * @import { LaunchRecord, ServerReading } from '../runs/types.js'
 * @import { AgentServer } from './agent-server.js'
 * @import { Exceeded, LaunchMemory } from './launch-memory.js'
 * @import { PlannedLaunch, ThreadKept } from './types.js'
 */

const LISTEN_LIMIT_MS = 20_000
const HEALTH_LIMIT_MS = 20_000
const ANSWER_LIMIT_MS = 10_000
/** A profile of ten minutes is many megabytes. */
const PROFILE_LIMIT_MS = 60_000
const REAP_LIMIT_MS = 1000

/**
 * @typedef {object} LaunchSetup
 * @property {PlannedLaunch} planned
 * @property {Variant} variant
 * @property {Profiler} profiler
 * @property {{ folder: string, stdout: string, stderr: string }} files for its output; the folder exists
 * @property {AgentServer} agents
 * @property {AbortSignal} signal
 * @property {string} [health] path that responds with 2xx once the server is ready
 * @property {number} [listenLimitMs]
 * @property {number} [healthLimitMs]
 * @property {number} [memorySampleMs] keeps the memory of a launch with a limit over time, with a sample so often
 *
 * @typedef {object} Launch a fresh server process that listens
 * @property {PlannedLaunch} planned
 * @property {() => number[]} pids returns those of all its measured processes
 * @property {string} origin such as http://127.0.0.1:40123
 * @property {string} command of the server, as a person types it
 * @property {number} wantedPort the fixed port that was replaced by a free one; 0 for none
 * @property {() => number[]} otherPorts returns the other ports that it listens on, as its code has them; 0 for any
 * @property {string} nodeVersion of the process that listens
 * @property {<T>(promise: Promise<T>) => Promise<T>} whileAlive rejects with ERR_SERVER_EXITED or ERR_SERVER_MEMORY when the
 *   server dies first
 * @property {() => Promise<void>} startProfiling is called once the server is warm
 * @property {() => Promise<void>} startSlice
 * @property {() => Promise<ServerReading>} stopSlice
 * @property {LaunchMemory | null} memory of its processes; null without a limit of memory
 * @property {() => Promise<ThreadKept[]>} readKeptBytes returns what a forced garbage collection leaves in each of its threads
 * @property {() => Promise<Omit<LaunchRecord, 'kept' | 'warmUp'>>} end stops it and returns its record
 * @property {() => Promise<unknown>} kill ends it at once
 */

/**
 * Starts one server in a fresh process, waits until it listens and is ready, and attaches the profiler.
 * @param {LaunchSetup} setup
 * @returns {Promise<Launch>}
 * @throws {WorkshopError} ERR_SERVER_EXITED, ERR_SERVER_NEVER_LISTENED, ERR_SERVER_OTHER_PORT, ERR_SERVER_ADDRESS, ERR_SERVER_NOT_READY,
 *   ERR_HTTP2_ONLY, ERR_SERVER_MEMORY
 */
export async function startLaunch(setup) {
  const { planned, variant, profiler, files, signal, health, memorySampleMs: sampleMs } = setup
  const { listenLimitMs = LISTEN_LIMIT_MS, healthLimitMs = HEALTH_LIMIT_MS } = setup
  const makeError = launchErrors(setup)
  const startedAt = new Date()
  const startedMs = performance.now()
  const { server, hub, command } = startServer(setup)
  const endOutput = limitOutput(files)
  /** @type {Attachment | undefined} */
  let attachment
  /** @type {'start' | 'health' | 'load'} */
  let phase = 'start'
  let isEnding = false
  /** @type {WorkshopError | undefined} */
  let memoryError
  const died = server.exited.then(failUnlessEnding)
  died.catch(ignore)
  // Profilers need memory of their own.
  const memoryMB = profiler.name === 'none' ? variant.memoryMB : undefined
  const limit = { memoryMB, sampleMs, onExceeded: endOverLimit }
  const memory = server.pid === undefined ? null : limitMemory(server.pid, limit)

  const { link, open } = await untilListening().catch(killAndFail)
  const origin = originOf(open)
  await untilReady().catch(killAndFail)
  const readyMs = performance.now() - startedMs
  const meter = sliceMeter(hub.links)
  phase = 'load'
  await attachProfiler().catch(killAndFail)
  return {
    planned,
    pids,
    origin,
    command: commandText(variant),
    wantedPort: open.wantedPort,
    otherPorts: () => otherPorts(hub.links, open).map(({ wantedPort }) => wantedPort),
    nodeVersion: link.nodeVersion,
    whileAlive,
    startProfiling,
    startSlice,
    stopSlice,
    memory,
    readKeptBytes: readKept,
    end,
    kill
  }

  function untilListening() {
    return withDeadline(whileAlive(hub.first), { limitMs: listenLimitMs, signal, late })

    function late() {
      const { port } = variant
      const ports = hub.links.flatMap(each => each.ports).map(({ wantedPort, port }) => wantedPort || port)
      const [remote] = hub.links.flatMap(each => each.remotePorts)
      if (remote && ports.length === 0) return makeError('ERR_SERVER_ADDRESS', { address: remote.address })
      if (port === undefined || ports.length === 0)
        return makeError('ERR_SERVER_NEVER_LISTENED', { limitMs: listenLimitMs })
      const open = [...new Set(ports)].join(', ')
      return makeError('ERR_SERVER_OTHER_PORT', { port, open, limitMs: listenLimitMs })
    }
  }

  async function untilReady() {
    if (health === undefined) return
    phase = 'health'
    const over = new AbortController()
    const ready = awaitHealth(`${origin}${health}`, {
      limitMs: healthLimitMs,
      signal: AbortSignal.any([signal, over.signal]),
      late: problem => makeError('ERR_SERVER_NOT_READY', { path: health, limitMs: healthLimitMs, problem }),
      http2Only: () => http2OnlyError(variant)
    })
    await whileAlive(ready).finally(() => over.abort())
  }

  async function attachProfiler() {
    if (profiler.attach)
      attachment = await withProfilerLimit(profiler.attach({ processes, pids, folder: files.folder }))
  }

  function processes() {
    return hub.links.flatMap(({ pid, inspectorUrl }) => (inspectorUrl === null ? [] : [{ pid, inspectorUrl }]))
  }

  function pids() {
    return [...new Set(hub.links.map(({ pid }) => pid))]
  }

  async function startProfiling() {
    if (attachment) await withProfilerLimit(attachment.start())
  }

  function startSlice() {
    return withAnswerLimit(meter.start())
  }

  function readKept() {
    return withAnswerLimit(readKeptBytes(hub.links))
  }

  function stopSlice() {
    return withAnswerLimit(meter.stop())
  }

  /** @param {Exceeded} exceeded */
  function endOverLimit(exceeded) {
    memoryError = makeError('ERR_SERVER_MEMORY', exceeded)
    server.end({ signal: 'SIGKILL' })
  }

  /** Saves the source maps that the threads which are still there have loaded. */
  async function saveMaps() {
    const maps = await Promise.all(hub.links.map(link => link.maps().catch(() => [])))
    await writeLoadedMaps(files.folder, maps.flat())
  }

  /** Any user of the machine can connect to an inspector: none stays open while its server stops. */
  async function closeInspectors() {
    const inspected = hub.links.filter(({ inspectorUrl }) => inspectorUrl !== null)
    // An interrupted run without one still ends its servers by their own signal.
    if (inspected.length === 0) return
    await withProfilerLimit(Promise.all(inspected.map(link => link.closeInspector().catch(ignore))))
  }

  async function end() {
    if (attachment) await withProfilerLimit(attachment.finish())
    await closeInspectors()
    if (profiler.name !== 'none' && !profiler.wraps) await withProfilerLimit(saveMaps())
    const peakBytes = memory?.peakBytes()
    memory?.stop()
    if (memoryError) throw memoryError
    isEnding = true
    const pid = profiler.wraps ? link.pid : server.pid
    const exit = await server.end({ pid, graceMs: profiler.stopGraceMs })
    hub.forget()
    return {
      ...planned,
      command: command.map(shownWord),
      env: withoutSecrets(variant.env),
      pid: link.pid,
      port: open.port,
      ...(open.wantedPort > 0 && { wantedPort: open.wantedPort }),
      startedAt: startedAt.toISOString(),
      readyMs,
      ...(peakBytes !== undefined && { peakBytes }),
      stdoutBytes: (await endOutput()).stdoutBytes,
      exit
    }
  }

  async function kill() {
    isEnding = true
    memory?.stop()
    hub.forget()
    attachment?.close()
    await server.end({ signal: 'SIGKILL' })
    // What it was killed for is the error to report.
    await endOutput().catch(ignore)
  }

  /** @param {unknown} error @returns {Promise<never>} */
  async function killAndFail(error) {
    await kill()
    throw error
  }

  /** @param {Exit} exit @returns {Promise<never>} */
  async function failUnlessEnding(exit) {
    if (isEnding) return new Promise(ignore)
    if (memoryError) throw memoryError
    throw makeError('ERR_SERVER_EXITED', { phase, exit, cause: causeOf(exit, files.stderr) })
  }

  /**
   * @template T
   * @param {Promise<T>} promise
   * @returns {Promise<T>}
   */
  function whileAlive(promise) {
    return Promise.race([promise, died])
  }

  /**
   * Waits for the agents' readings. An agent's link closes a moment before its process is reaped: the error is that of
   * the launch when the launch died, otherwise that one of its processes died, such as a worker of a cluster.
   * @template T
   * @param {Promise<T>} reading
   */
  function withAnswerLimit(reading) {
    const lost = () => makeError('ERR_SERVER_LOST_PROCESS', { wrapper: profiler.wraps ? profiler.name : null })
    const orDeath = reading.catch(() => withDeadline(died, { limitMs: REAP_LIMIT_MS, signal, late: lost }))
    return withinLimit(orDeath, ANSWER_LIMIT_MS, 'counters')
  }

  /** @template T @param {Promise<T>} asked */
  function withProfilerLimit(asked) {
    return withinLimit(asked, PROFILE_LIMIT_MS, profiler.name)
  }

  /** @template T @param {Promise<T>} promise @param {number} limitMs @param {'counters' | ProfilerName} waitedFor */
  function withinLimit(promise, limitMs, waitedFor) {
    const late = () => makeError('ERR_SERVER_SILENT', { limitMs, waitedFor })
    return withDeadline(whileAlive(promise), { limitMs, signal, late })
  }
}

/**
 * Starts the process of a server under its profiler and with the agent.
 * @param {LaunchSetup} setup
 */
function startServer({ variant, profiler, files, agents }) {
  const [program, ...args] = variant.command
  const own = program === 'node' ? [process.execPath, ...args] : variant.command
  const {
    command,
    cwd,
    env: profilerEnv
  } = profiler.commandFor({ command: own, cwd: variant.cwd ?? workshopRoot, files })
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

function ignore() {}
