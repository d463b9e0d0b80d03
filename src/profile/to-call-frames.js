import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * @import { CallFrame } from './cdp-call-frames.js'
 * @import { Frame } from './types.js'
 */

/**
 * @param {string} functionName
 * @returns {CallFrame} of what is no function, such as `(root)`
 */
export function metaCallFrame(functionName) {
  return { functionName, scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 }
}

/**
 * Undoes frameOfCallFrame of cdp-call-frames.js.
 * @param {Frame[]} frames
 * @returns {CallFrame[]} in the same order
 */
export function toCallFrames(frames) {
  // DevTools takes functions of the same name, script and position for one, whatever their url.
  const scripts = [...new Set(frames.map(frame => frame.file))]
  const scriptIds = new Map(scripts.map((file, index) => [file, `${index + 1}`]))
  return frames.map(function toCallFrame({ name, file, line, column, kind }) {
    if (kind !== 'javascript') return metaCallFrame(name)
    return {
      functionName: name === '(anonymous)' ? '' : name,
      scriptId: scriptIds.get(file) ?? '0',
      url: path.isAbsolute(file) ? pathToFileURL(file).href : file,
      lineNumber: (line ?? 0) - 1,
      columnNumber: (column ?? 0) - 1
    }
  })
}
