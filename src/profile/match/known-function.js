import { categoriseFrame } from '../tree/frames.js'

/** @import { Category } from '../tree/frames.js' */
/** @import { Frame } from '../types.js' */

/** @typedef {{ frame: Frame, key: string, category: Category }} KnownFunction */

/** @type {WeakMap<Frame, KnownFunction>} */
const known = new WeakMap()

/**
 * Returns a frame with what identifies its function and which code it belongs to. Launches of one run share their frames, so that
 * each is looked at once.
 * @param {Frame} frame @returns {KnownFunction}
 */
export function knownFunction(frame) {
  const found = known.get(frame)
  if (found) return found
  const added = { frame, key: functionKey(frame), category: categoriseFrame(frame) }
  known.set(frame, added)
  return added
}

/**
 * Returns what identifies a function within one version of its source.
 * @type {(frame: Frame) => string}
 */
export function functionKey({ name, file, line, column, kind }) {
  return `${kind} ${file}:${line ?? 0}:${column ?? 0} ${name}`
}
