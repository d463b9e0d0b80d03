import { fileURLToPath } from 'node:url'
import { applySourceMaps } from '../profile/apply-source-maps.js'
import { sourceMapFinder } from '../system/source-maps.js'

/** @import { Profile } from '../profile/types.js' */

const ownFiles = ['./wrapped-server-preload.cjs', '../measure/agent.cjs', '../measure/agent-counters.cjs'].map(file =>
  fileURLToPath(new URL(file, import.meta.url))
)

/**
 * Returns a function that names frames as the app's authors know them: compiled code by its source, and the files that the
 * workshop preloads into a server as part of node.
 * @returns {(profile: Profile) => Profile} which reads each source map once
 */
export function frameNamer() {
  const findMap = sourceMapFinder()
  return function nameFrames(profile) {
    const frames = profile.frames.map(frame =>
      ownFiles.includes(frame.file) ? { ...frame, file: 'node:workshop' } : frame
    )
    return applySourceMaps({ ...profile, frames }, findMap)
  }
}
