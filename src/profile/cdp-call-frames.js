import { nativeFrame, sourceFile, wasmFrame } from './frames.js'

/** @import { Frame } from './types.js' */

/**
 * A Runtime.CallFrame of the Chrome DevTools protocol, as CPU and heap profiles have it. Lines and columns count from 0
 * and say where the function begins; they are -1, and the script is '0', for what is not JavaScript.
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
 * Code without a URL has a script all the same when eval or `new Function` made it.
 * @param {CallFrame} callFrame
 * @returns {Frame}
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
