import { fileURLToPath } from 'node:url'
import { applySourceMaps } from '../profile/tree/apply-source-maps.js'
import { sourceMapFinder } from '../system/files/source-maps.js'
import { readLoadedMaps } from './loaded-maps.js'

/** @import { Profile } from '../profile/types.js' */
/** @import { Leftover } from './index.js' */

const sourceFolder = fileURLToPath(new URL('..', import.meta.url))

/**
 * Returns a function that names frames as the app's authors know them: compiled code by its source, and the files that
 * the workshop preloads into a server as part of node.
 * @param {string} folder of the launch
 * @param {{ isCopy?: boolean }} [about] as {@link Leftover} has it
 * @returns {Promise<(profile: Profile) => Profile>} which reads each source map once
 */
export async function frameNamer(folder, { isCopy = false } = {}) {
  const findMap = sourceMapFinder(await readLoadedMaps(folder), { readsFiles: !isCopy })
  return function nameFrames(profile) {
    const frames = profile.frames.map(frame => (isPreload(frame.file) ? { ...frame, file: 'node:workshop' } : frame))
    const files = [...new Set(frames.map(({ file }) => file))].filter(file => findMap(file) !== null)
    const named = applySourceMaps({ ...profile, frames }, findMap)
    return files.length === 0 ? named : { ...named, generatedFiles: files }
  }
}

/**
 * Returns whether a file is one that the workshop preloads into a server: its CommonJS files are all preloads.
 * @param {string} file
 */
function isPreload(file) {
  return file.startsWith(sourceFolder) && file.endsWith('.cjs')
}
