import { getOrAdd } from '../../stats/group-by.js'
import { mapProfiles } from './thread-tree.js'

/** @import { Frame, LaunchTrees } from '../types.js' */

/** @typedef {{ file: string, frames: Map<string, Frame> }} FramesOfFile `frames`: by the rest of what is equal, a short key */

/**
 * Returns a function that returns the call trees of a launch with frames that are one object in all launches where they are equal: a
 * run may have hundreds of launches with the same functions.
 * @returns {(launch: LaunchTrees) => LaunchTrees}
 */
export function frameSharer() {
  /** By file. @type {Map<string, FramesOfFile>} */
  const known = new Map()
  return function shareFrames(launch) {
    return mapProfiles(launch, profile => ({ ...profile, frames: profile.frames.map(sharedFrame) }))
  }

  /** @param {Frame} frame */
  function sharedFrame(frame) {
    const { file, frames } = getOrAdd(known, frame.file, () => ({ file: frame.file, frames: new Map() }))
    const key = `${frame.kind} ${frame.line ?? 0}:${frame.column ?? 0} ${frame.name}`
    // One string, where each profile has a copy of it.
    const same = getOrAdd(frames, key, () => ({ ...frame, file }))
    // One key may also stand for a frame without a line and one with line 0.
    const isEqual = same.line === frame.line && same.column === frame.column && same.replaces === frame.replaces
    return isEqual ? same : frame
  }
}
