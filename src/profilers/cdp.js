import { checkCpuprofile } from '../profile/read/check-cpuprofile.js'
import { cutCpuprofile, readCpuprofile } from '../profile/read/read-cpuprofile.js'
import { threadTree } from '../profile/tree/thread-tree.js'
import { writeInFolder } from '../system/files/files.js'
import { inspectedProfiler } from './inspected.js'
import { readProfileFile } from './profile-files.js'
import { hullOf, labelOf, slicesOfBlame, windowsOf } from './threads.js'

/** @import { WorkshopError } from '../errors/errors.js' */
/** @import { CdpTarget } from './cdp-session.js' */
/** @import { Probe } from './inspected.js' */

const SAMPLING_INTERVAL_MICROS = 1000

/** @type {Probe} */
const probe = {
  extension: 'cpuprofile',
  consoleMode: 'plain',
  whenAttached: startCpuProfile,
  stopMethod: 'Profiler.stop',
  readThread
}

/**
 * V8's CPU profiler, driven over the Chrome DevTools Protocol with nothing else of the protocol enabled. Blame is
 * computed from its samples.
 */
export const cdp = inspectedProfiler({ name: 'cdp' }, probe)

/**
 * V8's CPU profiler as Chrome DevTools drives it: with Runtime enabled every console.log is also sent to the client,
 * and costs far more than in production. It shows what the inspector costs, and is never used for blame.
 */
export const devtools = inspectedProfiler(
  { name: 'devtools' },
  {
    ...probe,
    consoleMode: 'inspected',
    async whenAttached(target) {
      await target.send('Runtime.enable')
      await startCpuProfile(target)
    }
  }
)

/**
 * Starts to profile before the warm-up, because V8 keeps the names of inlined functions only in code that it compiles
 * while it profiles.
 * @param {CdpTarget} target
 */
async function startCpuProfile(target) {
  await target.send('Profiler.enable')
  await target.send('Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL_MICROS })
  await target.send('Profiler.start')
}

/**
 * Cuts a file to the time under load, and reads the call tree of the time under the load of size and blame.
 * @type {Probe['readThread']}
 * @throws {WorkshopError} ERR_DAMAGED_PROFILE
 */
async function readThread(file, thread, { slices }) {
  const windows = windowsOf(slices, thread)
  // This worker has no agent, because its server gave it an environment of its own. Its CPU is unknown.
  if (windows.length === 0) return null
  const { loaded, profile } = await readProfileFile(file, function cut(content) {
    const whole = checkCpuprofile(content)
    const measured = cutCpuprofile(whole, windowsOf(slicesOfBlame(slices), thread))
    const seen = measured.samples.length === 0 ? null : readCpuprofile(measured, { label: labelOf(thread) })
    return { loaded: cutCpuprofile(whole, [hullOf(windows)]), profile: seen }
  })
  await writeInFolder(file, JSON.stringify(loaded))
  return profile ? [threadTree(thread, profile)] : []
}
