import { checkCpuprofile } from '../profile/read/check-cpuprofile.js'
import { cutCpuprofile, readCpuprofile } from '../profile/read/read-cpuprofile.js'
import { threadTree } from '../profile/tree/thread-tree.js'
import { writeInFolder } from '../system/files/files.js'
import { readProfileFile } from './profile-files.js'
import { recordedProfiler } from './recorded.js'
import { hullOf, labelOf, slicesOfBlame, windowsOf } from './threads.js'

/** @import { WorkshopError } from '../errors/errors.js' */
/** @import { Recording } from './recorded.js' */

/**
 * V8's CPU profiler: the one of the Chrome DevTools Protocol, with nothing else of the protocol enabled. Blame is computed from its
 * samples. It starts before the warm-up, because V8 keeps the names of inlined functions only in code that it compiles while it profiles.
 */
export const cdp = recordedProfiler({ name: 'cdp' }, { kind: 'cpu', extension: 'cpuprofile', readThread })

/**
 * Cuts a file to the time under load, and reads the call tree of the time under the load of size and blame.
 * @type {Recording['readThread']}
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
