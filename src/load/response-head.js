/**
 * @typedef {object} ResponseHead what a load generator needs of a response's status line and headers
 * @property {number} statusCode
 * @property {number} contentLength -1 without a `content-length`
 * @property {boolean} isChunked
 * @property {boolean} isCoded whether there is a `transfer-encoding`, chunked or not
 * @property {boolean} closes whether the server closes the connection after this response
 * @property {string} contentEncoding `identity` where the header is absent
 */

const [CR, LF, COLON, SPACE, TAB, ZERO, NINE] = [13, 10, 58, 32, 9, 48, 57]
/** Of an ASCII letter, set in lower case. It is also set in the bytes of `-`, `:` and digits. */
const LOWER_CASE = 0x20
const VERSION = Buffer.from('HTTP/1.')
/** From the start of the status line: its minor version and its status code. */
const MINOR_VERSION_AT = 7
const STATUS_AT = 9
const KEEP_ALIVE = Buffer.from('keep-alive')
const CHUNKED = Buffer.from('chunked')

/**
 * @typedef {(bytes: Uint8Array, from: number, to: number, head: ResponseHead) => void} ReadValue
 *
 * The headers that matter, by the length of their name: no two are equally long. @type {{ name: Buffer, read: ReadValue }[]}
 */
const headersByLength = []
for (const [name, read] of /** @type {[string, ReadValue][]} */ ([
  ['content-length', readLength],
  ['content-encoding', readEncoding],
  ['transfer-encoding', readCoding],
  ['connection', readConnection]
]))
  headersByLength[name.length] = { name: Buffer.from(name), read }

/** @returns {ResponseHead} */
export function emptyHead() {
  return {
    statusCode: 0,
    contentLength: -1,
    isChunked: false,
    isCoded: false,
    closes: false,
    contentEncoding: 'identity'
  }
}

/**
 * Reads a status line and headers into `head`, which is reused, so that nothing is allocated per response. Values are
 * looked at only in the few headers that matter.
 * @param {Uint8Array} bytes
 * @param {number} start of the status line
 * @param {number} end of the last header line, after its CRLF
 * @param {ResponseHead} head
 * @throws {Error} when it is not that of an HTTP/1.x response
 */
export function readHead(bytes, start, end, head) {
  head.contentLength = -1
  head.isChunked = false
  head.isCoded = false
  head.contentEncoding = 'identity'
  head.statusCode = statusAt(bytes, start)
  head.closes = bytes[start + MINOR_VERSION_AT] === ZERO
  let lineStart = lineEnd(bytes, start, end) + 2
  while (lineStart < end) {
    const lineStop = lineEnd(bytes, lineStart, end)
    readHeader(bytes, lineStart, lineStop, head)
    lineStart = lineStop + 2
  }
}

/** @param {Uint8Array} bytes @param {number} start */
function statusAt(bytes, start) {
  const isStatusLine = equalsLowerCase(bytes, start, VERSION) && bytes[start + STATUS_AT - 1] === SPACE
  const code = isStatusLine ? decimal(bytes, start + STATUS_AT, start + STATUS_AT + 3) : -1
  if (code < 100) throw new Error('malformed response: no status line')
  return code
}

/** @param {Uint8Array} bytes @param {number} from @param {number} end @returns {number} where the CRLF begins */
function lineEnd(bytes, from, end) {
  let at = from
  while (at < end && !(bytes[at] === CR && bytes[at + 1] === LF)) at++
  return at
}

/** @param {Uint8Array} bytes @param {number} start @param {number} end @param {ResponseHead} head */
function readHeader(bytes, start, end, head) {
  let nameEnd = start
  while (nameEnd < end && bytes[nameEnd] !== COLON) nameEnd++
  const header = headersByLength[nameEnd - start]
  if (!header || !equalsLowerCase(bytes, start, header.name)) return
  let from = nameEnd + 1
  let to = end
  while (from < to && isBlank(bytes[from])) from++
  while (to > from && isBlank(bytes[to - 1])) to--
  header.read(bytes, from, to, head)
}

/** @type {ReadValue} */
function readLength(bytes, from, to, head) {
  const length = decimal(bytes, from, to)
  const isAnother = head.contentLength !== -1 && head.contentLength !== length
  if (length === -1 || isAnother) throw new Error('malformed response: content-length is not one number')
  head.contentLength = length
}

/** @type {ReadValue} */
function readEncoding(bytes, from, to, head) {
  head.contentEncoding = textOf(bytes, from, to)
}

/** @type {ReadValue} */
function readCoding(bytes, from, to, head) {
  head.isCoded = true
  const last = to - CHUNKED.length
  head.isChunked = last >= from && equalsLowerCase(bytes, last, CHUNKED)
}

/** @type {ReadValue} */
function readConnection(bytes, from, to, head) {
  if (to - from === KEEP_ALIVE.length && equalsLowerCase(bytes, from, KEEP_ALIVE)) {
    head.closes = false
    return
  }
  const options = textOf(bytes, from, to).toLowerCase().split(',')
  if (options.some(option => option.trim() === 'close')) head.closes = true
  else if (options.some(option => option.trim() === 'keep-alive')) head.closes = false
}

/** @param {Uint8Array} bytes @param {number} from @param {number} to @returns {number} -1 when it is not a number */
function decimal(bytes, from, to) {
  let value = 0
  for (let at = from; at < to; at++) {
    const digit = bytes[at] ?? 0
    if (digit < ZERO || digit > NINE) return -1
    value = value * 10 + digit - ZERO
  }
  return to > from && Number.isSafeInteger(value) ? value : -1
}

/**
 * Returns whether the bytes are those of a text, in upper or lower case.
 * @param {Uint8Array} bytes @param {number} start @param {Uint8Array} text
 */
function equalsLowerCase(bytes, start, text) {
  for (let at = 0; at < text.length; at++) {
    if (((bytes[start + at] ?? 0) | LOWER_CASE) !== (Number(text[at]) | LOWER_CASE)) return false
  }
  return true
}

/** @param {number | undefined} byte */
function isBlank(byte) {
  return byte === SPACE || byte === TAB
}

/** @param {Uint8Array} bytes @param {number} from @param {number} to */
function textOf(bytes, from, to) {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1')
}
