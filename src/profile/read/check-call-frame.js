import { isCount, isObject } from '../../errors/type-guards.js'
import { wrongValue } from './profile-error.js'

/** @import { CallFrame } from '../tree/call-frames.js' */

/**
 * Returns a call frame of a file. What Chrome leaves out for code that is not JavaScript is added, and the script's number, which
 * it writes as a number, becomes text.
 * @param {unknown} value
 * @param {() => string} placeOf returns its place in the file
 * @returns {CallFrame}
 * @throws {ProfileError}
 */
export function checkCallFrame(value, placeOf) {
  if (!isObject(value)) throw wrongValue(placeOf(), 'object')
  const { functionName = '', scriptId = '0', url = '', lineNumber = -1, columnNumber = -1 } = value
  if (typeof functionName !== 'string') throw wrongValue(`${placeOf()}.functionName`, 'text')
  if (typeof scriptId !== 'string' && !Number.isSafeInteger(scriptId)) throw wrongValue(`${placeOf()}.scriptId`, 'text')
  if (typeof url !== 'string') throw wrongValue(`${placeOf()}.url`, 'text')
  if (!isPosition(lineNumber)) throw wrongValue(`${placeOf()}.lineNumber`, 'position')
  if (!isPosition(columnNumber)) throw wrongValue(`${placeOf()}.columnNumber`, 'position')
  return { functionName, scriptId: String(scriptId), url, lineNumber, columnNumber }
}

/** @param {unknown} value @returns {value is number} from 0 on, or -1 where there is none */
function isPosition(value) {
  return isCount(value) || value === -1
}

/**
 * Returns whether a call frame is an entry of V8's own, such as `(program)`, and not a function of that name. V8 puts them below
 * the root.
 * @param {CallFrame} callFrame
 */
export function isMetaCallFrame({ url, scriptId }) {
  return url === '' && scriptId === '0'
}
