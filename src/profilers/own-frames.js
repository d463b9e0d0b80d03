import { fileURLToPath } from 'node:url'

const ownFiles = ['./wrapped-server-preload.cjs', '../measure/agent.cjs'].map(file =>
  fileURLToPath(new URL(file, import.meta.url))
)

/**
 * What the workshop itself preloads into a server is no part of the app: its few functions count as node's own.
 * @param {import('../types.js').Profile} profile
 * @returns {import('../types.js').Profile}
 */
export function withoutOwnFrames(profile) {
  const frames = profile.frames.map(frame =>
    ownFiles.includes(frame.file) ? { ...frame, file: 'node:workshop' } : frame
  )
  return { ...profile, frames }
}
