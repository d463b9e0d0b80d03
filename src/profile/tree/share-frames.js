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
    const trees = launch.trees.map(function shareIn({ profile, ...tree }) {
      return { ...tree, profile: { ...profile, frames: profile.frames.map(sharedFrame) } }
    })
    return { ...launch, trees }
  }

  /** @param {Frame} frame */
  function sharedFrame(frame) {
    const ofFile = known.get(frame.file) ?? addFile(frame.file)
    const key = `${frame.kind} ${frame.line ?? 0}:${frame.column ?? 0} ${frame.name}`
    const same = ofFile.frames.get(key)
    if (same === undefined) {
      // One string, where each profile has a copy of it.
      const added = { ...frame, file: ofFile.file }
      ofFile.frames.set(key, added)
      return added
    }
    // One key may also stand for a frame without a line and one with line 0.
    const isEqual = same.line === frame.line && same.column === frame.column && same.replaces === frame.replaces
    return isEqual ? same : frame
  }

  /** @param {string} file @returns {FramesOfFile} */
  function addFile(file) {
    const added = { file, frames: new Map() }
    known.set(file, added)
    return added
  }
}
