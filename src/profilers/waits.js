import { functionFinder } from '../profile/read/function-at.js'
import { readWaits } from '../profile/read/read-waits.js'
import { sourceFile } from '../profile/tree/frames.js'
import { readPlainFile } from '../system/files/read-plain-file.js'
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
      const frameAt = functionFinder(textOf)
      const { profile, requests, hook, waits } = await readProfileFile(file, content =>
        readWaits(content, {
          frameAt: place => frameAt({ ...place, file: sourceFile(place.file) }),
          sourceAt: place => sourceAt({ ...place, file: sourceFile(place.file) }),
          label: labelOf(thread)
        })
      )
      return requests === 0 ? [] : [{ ...thread, profile, sampleCount: requests, hook, waits }]
    }
  }
)

/** @param {string} file */
function textOf(file) {
  try {
    return readPlainFile(file)
  } catch {
    return null
  }
}
