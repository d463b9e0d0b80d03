/** @import { Frame } from '../types.js' */

/**
 * Returns what identifies a function within one version of its source.
 * @type {(frame: Frame) => string}
 */
export function functionKey({ name, file, line, column, kind }) {
  return `${kind} ${file}:${line ?? 0}:${column ?? 0} ${name}`
}
