import { readHeapprofile } from '../profile/read/read-heapprofile.js'
import { weightOf } from '../profile/tree/call-tree.js'
import { readProfileFile } from './profile-files.js'
import { recordedProfiler } from './recorded.js'
import { HEAP_INTERVAL_BYTES } from './recorder.cjs'
import { labelOf } from './threads.js'

/**
 * V8's sampling heap profiler: what each function allocated under load, whether or not it has been collected since. It knows the function
 * of an allocation and not its line, and takes an inlined function for its caller (AddStack in V8's
 * src/profiler/sampling-heap-profiler.cc), so these launches inline none.
 */
export const heap = recordedProfiler(
  { name: 'heap', isOfWholeLaunch: true },
  {
    kind: 'heap',
    extension: 'heapprofile',
    isFromWarm: true,
    env: { WORKSHOP_INLINING: 'off' },
    async readThread(file, thread) {
      const profile = await readProfileFile(file, content => readHeapprofile(content, { label: labelOf(thread) }))
      if (profile.nodes.self.length === 0) return []
      return [{ ...thread, profile, sampleCount: Math.round(weightOf(profile) / HEAP_INTERVAL_BYTES) }]
    }
  }
)
