import { fileURLToPath } from 'node:url'
import { applySourceMaps } from '../profile/apply-source-maps.js'
import { sourceMapFinder } from '../system/source-maps.js'

/** @import { Profile } from '../profile/types.js' */

const ownFiles = ['./wrapped-server-preload.cjs', '../measure/agent.cjs'].map(file =>
  fileURLToPath(new URL(file, import.meta.url))
)

/**
 * Tells frames as the app's authors know them: compiled code by its source, and what the workshop itself preloads into a
 * server as node's own and no part of the app.
 * @returns {(profile: Profile) => Profile} reads each source map once
 */
export function frameTeller() {
  const findMap = sourceMapFinder()
  return function tellFrames(profile) {
    const frames = profile.frames.map(frame =>
      ownFiles.includes(frame.file) ? { ...frame, file: 'node:workshop' } : frame
    )
    return applySourceMaps({ ...profile, frames }, findMap)
  }
}
