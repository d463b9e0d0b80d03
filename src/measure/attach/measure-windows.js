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

/**
 * @typedef {{ processes: AttachedProcess[], setup: Setup }} Side a server, and its run
 * @typedef {Record<'none' | 'cdp', SliceRecord[]>} Windows until now, by profiler
 * @typedef {{ process: AttachedProcess, run: Setup['run'], variant: string, round: number, windows: Windows }} Looked
 */

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
 * it again, so that a load that grows or falls does not look like the cost of the profiler. Each process is then left as it was.
 * @param {Side[]} sides of the same length
 */
export async function measureWindows(sides) {
  const startedAt = new Date().toISOString()
  const [{ setup }] = /** @type {[Side]} */ (sides)
  const { design, signal } = setup
  const { separate, detail } = design.slices
  const [load] = design.loads
  const looked = sides.flatMap(lookedIn)
  try {
    await play(Math.ceil(separate / 2), 'none')
    for (const each of looked) saveLaunch(each, 'none')
    await Promise.all(looked.map(({ process, windows }) => process.startProfile(intervalFor(windows.none))))
    await play(detail, 'cdp')
    await Promise.all(looked.map(saveProfile))
    await play(Math.floor(separate / 2), 'none')
  } finally {
    // To read a profile and to draw a page takes a while.
    await Promise.all(looked.map(({ process }) => process.restore()))
  }

  /** @param {number} count @param {'none' | 'cdp'} profiler */
  async function play(count, profiler) {
    // What the profiler's start or end cost is in no window.
    await Promise.all(looked.map(({ process }) => process.next()))
    for (let window = 0; window < count; window++) {
      await delay(design.sliceMs, undefined, { signal }).catch(() => signal.throwIfAborted())
      await Promise.all(looked.map(each => saveWindow(each, profiler)))
      for (const { setup } of sides) setup.timing.loadMs += design.sliceMs
    }
  }

  /** @param {Looked} each @param {'none' | 'cdp'} profiler */
  async function saveWindow(each, profiler) {
    const endedMs = Date.now()
    const { start, end, micros } = await each.process.next()
    const completed = sum(micros.map(([, count]) => count))
    const durationMs = (end.monotonicMicros - start.monotonicMicros) / 1e3
    const { id: launch, ...planned } = launchOf(each, profiler)
    const windows = each.windows[profiler]
    const link = { pid: each.process.facts.pid, threadId: 0, listens: true }
    /** @type {SliceRecord} */
    const slice = {
      ...planned,
      launch,
      index: windows.length,
      load,
      beside: [],
      startedAt: new Date(endedMs - durationMs).toISOString(),
      durationMs,
      sent: completed,
      completed,
      non2xx: 0,
      errors: 0,
      timeouts: 0,
      bytesRead: 0,
      contentEncodings: {},
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
    windows.push(slice)
    each.run.appendSlice(slice)
  }

  /** @param {Looked} each */
  async function saveProfile(each) {
    const { folder } = await each.run.makeLaunchFolder(launchOf(each, 'cdp').id)
    const profile = await each.process.takeProfile()
    await writeInFolder(path.join(folder, `process-${each.process.facts.pid}.cpuprofile`), JSON.stringify(profile))
    saveLaunch(each, 'cdp')
  }

  /** @param {Looked} each @param {'none' | 'cdp'} profiler */
  function saveLaunch(each, profiler) {
    const { pid, command } = each.process.facts
    each.run.appendLaunch({
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

/** @param {Side} side @returns {Looked[]} */
function lookedIn({ processes, setup: { run, experiment } }) {
  const variant = experiment.variants[0].name
  return processes.map((process, round) => ({ process, run, variant, round, windows: { none: [], cdp: [] } }))
}

/** @param {Looked} looked @param {'none' | 'cdp'} profiler @returns {PlannedLaunch} */
function launchOf({ variant, round }, profiler) {
  const [place, kind] = profiler === 'none' ? [1, 'unprofiled'] : [2, 'profiled']
  return { id: `${String(2 * round + place).padStart(2, '0')}-${kind}`, round, variant, profiler }
}

/** Returns the time between two samples of a process. @param {SliceRecord[]} windows of it, until now */
function intervalFor(windows) {
  const cpuMicros = sum(windows.map(({ server }) => server.cpuMicros))
  const share = cpuMicros / sum(windows.map(({ durationMs }) => durationMs * 1e3))
  const { costMicros, mostShare, leastMicros, mostMicros } = SAMPLING
  return Math.round(Math.min(mostMicros, Math.max(leastMicros, costMicros / (mostShare * share))))
}
