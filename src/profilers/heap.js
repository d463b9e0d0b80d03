import { readHeapprofile } from '../profile/read/read-heapprofile.js'
import { weightOf } from '../profile/tree/call-tree.js'
import { inspectedProfiler } from './inspected.js'
import { readProfileFile } from './profile-files.js'
import { labelOf } from './threads.js'

/** One allocation is sampled per so many bytes, on average; V8 scales the sizes up again. */
const SAMPLING_INTERVAL_BYTES = 16 * 1024

/**
 * V8's sampling heap profiler: what each function allocated under load, whether or not it has been collected since. It knows the function
 * of an allocation and not its line, and takes an inlined function for its caller (AddStack in V8's
 * src/profiler/sampling-heap-profiler.cc), so these launches inline none.
 */
export const heap = inspectedProfiler(
  { name: 'heap', isOfWholeLaunch: true },
  {
    extension: 'heapprofile',
    consoleMode: 'plain',
    stopsInlining: true,
    whenWarm: target =>
      target.send('HeapProfiler.startSampling', {
        samplingInterval: SAMPLING_INTERVAL_BYTES,
        includeObjectsCollectedByMajorGC: true,
        includeObjectsCollectedByMinorGC: true
      }),
    stopMethod: 'HeapProfiler.stopSampling',
    async readThread(file, thread) {
      const profile = await readProfileFile(file, content => readHeapprofile(content, { label: labelOf(thread) }))
      if (profile.nodes.self.length === 0) return []
      return [{ ...thread, profile, sampleCount: Math.round(weightOf(profile) / SAMPLING_INTERVAL_BYTES) }]
    }
  }
)
