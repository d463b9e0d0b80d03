import { emptyHead, readHead } from './response-head.js'

const HEAD_END = Buffer.from('\r\n\r\n')
const LONGEST_HEAD_BYTES = 65_536
const LONGEST_CHUNK_BYTES = 2 ** 40
const [CR, LF, SEMICOLON, SPACE, TAB] = [13, 10, 59, 32, 9]

/** What the next byte belongs to. */
const HEAD = 0
const BODY = 1
const BODY_UNTIL_CLOSE = 2
const CHUNK_SIZE = 3
const CHUNK_EXTENSION = 4
const CHUNK_DATA = 5
const CHUNK_END = 6
const TRAILERS = 7
const COMPLETE = 8

/**
 * Starts to read the responses to GET requests of one connection, of which one is due at a time. It keeps no body, and nothing of the
 * bytes it is given but a head that is not complete. The length of a body follows from its headers as RFC 9112 has it.
 */
export function responseReader() {
  /** Of the response that was completed last; reused for the next one. */
  const head = emptyHead()
  let state = HEAD
  let leftBytes = 0
  let sizeDigits = 0
  let trailerLength = 0
  let unreadHead = Buffer.alloc(0)
  return { head, restart, read, endsAtClose }

  /** Forgets a response that was cut off. */
  function restart() {
    state = HEAD
    unreadHead = Buffer.alloc(0)
  }

  /**
   * Takes the next bytes, and returns whether they complete the response.
   * @param {Buffer} bytes @param {number} length @throws {Error} when they are no response
   */
  function read(bytes, length) {
    let at = 0
    if (state === COMPLETE) state = HEAD
    while (at < length && state !== COMPLETE) at = step(bytes, at, length)
    if (at < length) throw new Error('malformed response: bytes after its end')
    return state === COMPLETE
  }

  /** Returns whether a close of the connection completes the response. */
  function endsAtClose() {
    return state === BODY_UNTIL_CLOSE
  }

  /** @param {Buffer} bytes @param {number} at @param {number} length @returns {number} where the unread bytes begin */
  function step(bytes, at, length) {
    if (state === HEAD) return stepHead(bytes, at, length)
    if (state === BODY || state === CHUNK_DATA) return skipBody(at, length)
    if (state === BODY_UNTIL_CLOSE) return length
    stepChunkFrame(Number(bytes[at]))
    return at + 1
  }

  /** @param {Buffer} bytes @param {number} at @param {number} length */
  function stepHead(bytes, at, length) {
    if (unreadHead.length > 0) return continueHead(bytes, at, length)
    const end = bytes.indexOf(HEAD_END, at)
    // The buffer is used for every read, so that behind `length` there are bytes of an earlier one.
    if (end === -1 || end + HEAD_END.length > length) return keepHead(bytes, at, length)
    startBody(bytes, at, end)
    return end + HEAD_END.length
  }

  /** @param {Buffer} bytes @param {number} at @param {number} length */
  function keepHead(bytes, at, length) {
    unreadHead = Buffer.concat([unreadHead, bytes.subarray(at, length)])
    if (unreadHead.length > LONGEST_HEAD_BYTES) throw new Error('malformed response: headers without an end')
    return length
  }

  /** @param {Buffer} bytes @param {number} at @param {number} length */
  function continueHead(bytes, at, length) {
    const keptLength = unreadHead.length
    const whole = Buffer.concat([unreadHead, bytes.subarray(at, length)])
    const end = whole.indexOf(HEAD_END, Math.max(0, keptLength - HEAD_END.length))
    if (end === -1) return keepHead(bytes, at, length)
    unreadHead = Buffer.alloc(0)
    startBody(whole, 0, end)
    return at + end + HEAD_END.length - keptLength
  }

  /** @param {Buffer} bytes @param {number} start @param {number} end of the last header, without its CRLF */
  function startBody(bytes, start, end) {
    readHead(bytes, start, end + 2, head)
    if (head.statusCode === 101) throw new Error('the server switched to another protocol')
    if (head.statusCode < 200) return
    leftBytes = head.contentLength
    if (head.statusCode === 204 || head.statusCode === 304) state = COMPLETE
    else if (head.isChunked) startChunk()
    else if (head.isCoded || leftBytes === -1) state = BODY_UNTIL_CLOSE
    else state = leftBytes === 0 ? COMPLETE : BODY
    if (state === BODY_UNTIL_CLOSE) head.closes = true
  }

  /** @param {number} at @param {number} length */
  function skipBody(at, length) {
    const skipped = Math.min(leftBytes, length - at)
    leftBytes -= skipped
    if (leftBytes === 0) state = state === BODY ? COMPLETE : CHUNK_END
    return at + skipped
  }

  function startChunk() {
    state = CHUNK_SIZE
    leftBytes = 0
    sizeDigits = 0
  }

  /** Reads a byte of what surrounds the data of chunks. @param {number} byte */
  function stepChunkFrame(byte) {
    if (state === TRAILERS) return stepTrailers(byte)
    if (byte === LF && state === CHUNK_END) return startChunk()
    if (byte === LF) return startChunkData()
    if (byte === CR || state === CHUNK_EXTENSION) return
    if (state === CHUNK_END) throw new Error('malformed response: a chunk is longer than its size')
    if (byte === SEMICOLON || byte === SPACE || byte === TAB) state = CHUNK_EXTENSION
    else addSizeDigit(byte)
  }

  /** @param {number} byte */
  function addSizeDigit(byte) {
    const digit = Number.parseInt(String.fromCharCode(byte), 16)
    leftBytes = leftBytes * 16 + digit
    sizeDigits++
    const isSize = leftBytes <= LONGEST_CHUNK_BYTES
    if (!isSize) throw new Error('malformed response: a chunk without a size')
  }

  function startChunkData() {
    if (sizeDigits === 0) throw new Error('malformed response: a chunk without a size')
    state = leftBytes === 0 ? TRAILERS : CHUNK_DATA
    trailerLength = 0
  }

  /** Ends at the first empty line. @param {number} byte */
  function stepTrailers(byte) {
    if (byte === LF && trailerLength === 0) state = COMPLETE
    else if (byte === LF) trailerLength = 0
    else if (byte !== CR) trailerLength++
  }
}
