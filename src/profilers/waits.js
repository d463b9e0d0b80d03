import { readWaits } from '../profile/read/read-waits.js'
import { readProfileFile } from './profile-files.js'
import { recordedProfiler } from './recorded.js'
import { labelOf } from './threads.js'

/**
 * Where requests wait: a hook of node:async_hooks in windows of a launch, which follows some of its requests. The load of its launches is
 * below saturation: in front of a busy server requests wait for the others.
 */
export const waits = recordedProfiler(
  { name: 'waits', isOfWholeLaunch: true, isPaced: true },
  {
    kind: 'waits',
    extension: 'waits',
    isFromWarm: true,
    async readThread(file, thread, { sourceAt }) {
      const tree = await readProfileFile(file, content => readWaits(content, { sourceAt, label: labelOf(thread) }))
      return tree.sampleCount === 0 ? [] : [{ ...thread, ...tree }]
    }
  }
)
