import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { nativeFrame, sourceFile, wasmFrame } from './frames.js'

/** @import { Frame } from '../types.js' */

/**
 * A Runtime.CallFrame of the Chrome DevTools protocol, as in CPU and heap profiles. Lines and columns count from 0 and are
 * those of the start of the function; they are -1, and the script is '0', for code that is not JavaScript.
 * https://chromedevtools.github.io/devtools-protocol/v8/Runtime/#type-CallFrame
 *
 * @typedef {object} CallFrame
 * @property {string} functionName '' where it has none
 * @property {string} scriptId
 * @property {string} url
 * @property {number} lineNumber
 * @property {number} columnNumber
 */

/**
 * Returns the frame of a call frame. Code that eval or `new Function` made has a script but no URL.
 * @param {CallFrame} callFrame @returns {Frame}
 */
export function frameOfCallFrame({ functionName, scriptId, url, lineNumber, columnNumber }) {
  const name = functionName || '(anonymous)'
  if (url.startsWith('wasm:')) return wasmFrame(name)
  if (url === '' && scriptId === '0') return nativeFrame(name)
  return { name, file: sourceFile(url), line: fromOne(lineNumber), column: fromOne(columnNumber), kind: 'javascript' }
}

/** @param {number} position from 0, negative where there is none */
function fromOne(position) {
  return position < 0 ? null : position + 1
}

/**
 * Returns the call frame of an entry that is not a function, such as `(root)`.
 * @param {string} functionName @returns {CallFrame}
 */
export function metaCallFrame(functionName) {
  return { functionName, scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 }
}

/**
 * Returns the call frames of frames, in the same order: the inverse of {@link frameOfCallFrame}.
 * @param {Frame[]} frames @returns {CallFrame[]}
 */
export function toCallFrames(frames) {
  // DevTools identifies a function by name, script and position, without the url.
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
