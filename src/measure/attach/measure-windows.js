import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { maskedWords } from '../../errors/secrets.js'
import { sum } from '../../stats/means.js'
import { encodeMicros } from '../../stats/micros-histogram.js'
import { writeInFolder } from '../../system/files/files.js'
import { addReadings } from '../rounds/slice-meter.js'

/** @import { RunManifest, SliceRecord } from '../../runs/types.js' */
/** @import { Setup } from '../rounds/measure.js' */
/** @import { AttachWindow, PlannedLaunch } from '../types.js' */
/** @import { AttachedProcess } from './attached-processes.js' */

/** @typedef {{ process: AttachedProcess, variant: string, round: number, unprofiled: string, profiled: string }} Looked with the ids of its launches in the run */

/** A sample costs a process 35 µs or so, also where it is idle: a server that is little busy gets fewer, for a tenth of its CPU at most. */
const SAMPLING = { costMicros: 35, mostShare: 0.1, leastMicros: 1000, mostMicros: 10_000 }
const NO_GENERATOR = {
  cpuUserMicros: 0,
  cpuSystemMicros: 0,
  eventLoopUtilization: 0,
  eventLoopDelayP99Micros: 0,
  eventLoopDelayMaxMicros: 0
}

/**
 * Measures attached processes under the load that they have, all at the same time: windows without the profiler, with it, and without
 * it again, so that a load that grows or falls does not look like the cost of the profiler.
 * @param {Looked[]} looked @param {Setup} setup
 */
export async function measureWindows(looked, { run, design, signal, timing }) {
  const startedAt = new Date().toISOString()
  const { separate, detail } = design.slices
  const [load] = design.loads
  /** @type {Map<string, number>} the windows of each launch until now */
  const counts = new Map()
  await play(Math.ceil(separate / 2), 'none')
  for (const each of looked) saveLaunch(each, 'none')
  await Promise.all(looked.map(each => each.process.startProfile(intervalFor(each))))
  await play(detail, 'cdp')
  await Promise.all(looked.map(saveProfile))
  await play(Math.floor(separate / 2), 'none')

  /** Returns the time between two samples of a process, by its windows until now. @param {Looked} each */
  function intervalFor({ unprofiled }) {
    const own = run.read().slices.filter(({ launch }) => launch === unprofiled)
    const share = sum(own.map(({ server }) => server.cpuMicros)) / sum(own.map(({ durationMs }) => durationMs * 1e3))
    const { costMicros, mostShare, leastMicros, mostMicros } = SAMPLING
    return Math.round(Math.min(mostMicros, Math.max(leastMicros, costMicros / (mostShare * share))))
  }

  /** @param {number} windows @param {'none' | 'cdp'} profiler */
  async function play(windows, profiler) {
    // What the profiler's start or end cost is in no window.
    await Promise.all(looked.map(({ process }) => process.next()))
    for (let window = 0; window < windows; window++) {
      await delay(design.sliceMs, undefined, { signal }).catch(() => signal.throwIfAborted())
      await Promise.all(looked.map(each => saveWindow(each, profiler)))
      timing.loadMs += design.sliceMs
    }
  }

  /** @param {Looked} each @param {'none' | 'cdp'} profiler */
  async function saveWindow(each, profiler) {
    const endedMs = Date.now()
    const { start, end, micros, completed, ...counted } = await each.process.next()
    const durationMs = (end.monotonicMicros - start.monotonicMicros) / 1e3
    const planned = launchOf(each, profiler)
    const index = counts.get(planned.id) ?? 0
    counts.set(planned.id, index + 1)
    const link = { pid: each.process.facts.pid, threadId: 0, listens: true }
    /** @type {SliceRecord} */
    const slice = {
      variant: planned.variant,
      launch: planned.id,
      round: planned.round,
      index,
      profiler,
      load,
      beside: [],
      startedAt: new Date(endedMs - durationMs).toISOString(),
      durationMs,
      sent: completed,
      completed,
      ...counted,
      errors: 0,
      timeouts: 0,
      latencyMicros: encodeMicros(micros),
      pace: null,
      clockStepMs: 0,
      errorMessages: {},
      generatorProcess: NO_GENERATOR,
      achievedRatePerSecond: (completed / durationMs) * 1000,
      server: addReadings([{ link, start, end }]),
      otherProcessesMicros: null,
      toolResult: null
    }
    run.appendSlice(slice)
  }

  /** @param {Looked} each */
  async function saveProfile(each) {
    const { folder } = await run.makeLaunchFolder(each.profiled)
    const profile = await each.process.takeProfile()
    await writeInFolder(path.join(folder, `process-${each.process.facts.pid}.cpuprofile`), JSON.stringify(profile))
    saveLaunch(each, 'cdp')
  }

  /** @param {Looked} each @param {'none' | 'cdp'} profiler */
  function saveLaunch(each, profiler) {
    const { pid, command } = each.process.facts
    run.appendLaunch({
      ...launchOf(each, profiler),
      command: maskedWords(command),
      env: {},
      pid,
      port: 0,
      startedAt,
      readyMs: 0,
      warmUp: null,
      stdoutBytes: 0,
      kept: null,
      // It goes on.
      exit: { code: 0, signal: null, escalated: false }
    })
  }
}

/** @param {Looked} looked @param {'none' | 'cdp'} profiler @returns {PlannedLaunch} */
function launchOf({ variant, round, unprofiled, profiled }, profiler) {
  return { id: profiler === 'none' ? unprofiled : profiled, round, variant, profiler }
}
