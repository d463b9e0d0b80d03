import { readHeapprofile } from '../profile/read/read-heapprofile.js'
import { weightOf } from '../profile/tree/call-tree.js'
import { writeInFolder } from '../system/files/files.js'
import { attachInspected, collectInspected, inspectedCommand, labelOf } from './inspected.js'
import { readProfileFile } from './profile-files.js'

/** @import { CdpTarget } from './cdp-session.js' */
/** @import { Collected, Leftover, Profiler } from './index.js' */

/** One allocation is sampled per so many bytes, on average; V8 scales the sizes up again. */
const SAMPLING_INTERVAL_BYTES = 16 * 1024

/**
 * V8's sampling heap profiler: what each function allocated under load, whether or not it has been collected since.
 * @type {Profiler}
 */
export const heap = {
  name: 'heap',
  wraps: false,
  stopGraceMs: 8000,
  isOfWholeLaunch: true,
  needs: [],
  commandFor: start => inspectedCommand(start, { WORKSHOP_CONSOLE: 'plain' }),
  attach: target => attachInspected(target, { whenWarm, whenDone }),
  collect
}

/** @param {CdpTarget} target */
function whenWarm(target) {
  return target.send('HeapProfiler.startSampling', {
    samplingInterval: SAMPLING_INTERVAL_BYTES,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true
  })
}

/** @param {CdpTarget} target @param {string} file */
async function whenDone(target, file) {
  const { profile } = await target.send('HeapProfiler.stopSampling')
  await writeInFolder(`${file}.heapprofile`, JSON.stringify(profile))
}

/** @param {Leftover} leftover @returns {Promise<Collected>} */
function collect(leftover) {
  return collectInspected(leftover, 'heapprofile', async function readThread(file, thread) {
    const profile = await readProfileFile(file, content => readHeapprofile(content, { label: labelOf(thread) }))
    if (profile.nodes.self.length === 0) return []
    return [{ ...thread, profile, sampleCount: Math.round(weightOf(profile) / SAMPLING_INTERVAL_BYTES) }]
  })
}
