import { checkCpuprofile } from '../profile/read/check-cpuprofile.js'
import { cutCpuprofile, readCpuprofile } from '../profile/read/read-cpuprofile.js'
import { threadTree } from '../profile/tree/thread-tree.js'
import { writeInFolder } from '../system/files/files.js'
import { attachInspected, collectInspected, inspectedCommand, labelOf } from './inspected.js'
import { readProfileFile } from './profile-files.js'

/** @import { WorkshopError } from '../errors/errors.js' */
/** @import { ProfilerName } from '../profile/types.js' */
/** @import { SliceRecord } from '../runs/types.js' */
/** @import { CdpTarget } from './cdp-session.js' */
/** @import { Collected, Leftover, Profiler } from './index.js' */

const SAMPLING_INTERVAL_MICROS = 1000

/**
 * V8's CPU profiler, driven over the Chrome DevTools Protocol with nothing else of the protocol enabled. Blame is
 * computed from its samples.
 * @type {Profiler}
 */
export const cdp = inspectedCpu('cdp', 'plain', async () => undefined)

/**
 * V8's CPU profiler as Chrome DevTools drives it: with Runtime enabled every console.log is also sent to the client,
 * and costs far more than in production. It shows what the inspector costs, and is never used for blame.
 * @type {Profiler}
 */
export const devtools = inspectedCpu('devtools', 'inspected', target => target.send('Runtime.enable'))

/**
 * @param {ProfilerName} name
 * @param {'plain' | 'inspected'} consoleMode whether console.log also reports to the inspector
 * @param {(target: CdpTarget) => Promise<unknown>} enableMore @returns {Profiler}
 */
function inspectedCpu(name, consoleMode, enableMore) {
  return {
    name,
    wraps: false,
    stopGraceMs: 8000,
    needs: [],
    commandFor: start => inspectedCommand(start, { WORKSHOP_CONSOLE: consoleMode }),
    attach: target => attachInspected(target, { whenAttached, whenDone }),
    collect
  }

  /**
   * Starts to profile before the warm-up, because V8 keeps the names of inlined functions only in code that it compiles
   * while it profiles.
   * @param {CdpTarget} target
   */
  async function whenAttached(target) {
    await enableMore(target)
    await target.send('Profiler.enable')
    await target.send('Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL_MICROS })
    await target.send('Profiler.start')
  }

  /** @param {CdpTarget} target @param {string} file */
  async function whenDone(target, file) {
    const { profile } = await target.send('Profiler.stop')
    await writeInFolder(`${file}.cpuprofile`, JSON.stringify(profile))
  }
}

/**
 * Cuts each file to the time under load, and reads the call trees of the time under the load of size and
 * blame, which is the first of the launch.
 * @param {Leftover} leftover @returns {Promise<Collected>}
 * @throws {WorkshopError} ERR_EMPTY_PROFILE, ERR_DAMAGED_PROFILE
 */
function collect(leftover) {
  const { slices } = leftover
  const first = slices.filter(slice => slice.load.generator === slices[0]?.load.generator)
  return collectInspected(leftover, 'cpuprofile', async function readThread(file, thread) {
    const windows = windowsOf(slices, thread)
    // This worker has no agent, because its server gave it an environment of its own. Its CPU is unknown.
    if (windows.length === 0) return null
    const { loaded, profile } = await readProfileFile(file, function cut(content) {
      const whole = checkCpuprofile(content)
      const measured = cutCpuprofile(whole, windowsOf(first, thread))
      const seen = measured.samples.length === 0 ? null : readCpuprofile(measured, { label: labelOf(thread) })
      return { loaded: cutCpuprofile(whole, [hullOf(windows)]), profile: seen }
    })
    await writeInFolder(file, JSON.stringify(loaded))
    return profile ? [threadTree(thread, profile)] : []
  })
}

/** @param {SliceRecord[]} slices @param {{ pid: number, threadId: number }} thread */
function windowsOf(slices, { pid, threadId }) {
  return slices
    .flatMap(slice => slice.server.threads)
    .filter(thread => thread.pid === pid && thread.threadId === threadId)
    .map(({ startMicros, endMicros }) => ({ startMicros, endMicros }))
}

/** @param {{ startMicros: number, endMicros: number }[]} windows */
function hullOf(windows) {
  return {
    startMicros: Math.min(...windows.map(window => window.startMicros)),
    endMicros: Math.max(...windows.map(window => window.endMicros))
  }
}
