import { Readable } from 'node:stream'

/**
 * Returns a stream of what another one has, in pieces of a fixed size; the last one may be shorter. A piece is passed on when it is
 * complete, and the next one is begun when the reader asks for it. Each has a new buffer, filled with zeros first, as in the paper.
 * @param {Readable} source is paused while no piece is asked for, and never destroyed
 * @param {number} pieceBytes
 * @returns {Readable} with the errors of the source
 */
export function throughBuffer(source, pieceBytes) {
  let piece = Buffer.alloc(0)
  let filledBytes = 0
  // Objects are not joined. A mark of 0: no piece is collected ahead of what the reader asks for.
  const pieces = new Readable({ objectMode: true, highWaterMark: 0, read: () => source.resume() })
  source.on('data', collect).once('end', passLast).once('error', fail)
  source.pause()
  pieces.once('close', detach)
  return pieces

  /** @param {Buffer} chunk */
  function collect(chunk) {
    for (let copied = 0; copied < chunk.length; ) {
      if (filledBytes === 0) piece = Buffer.alloc(pieceBytes)
      const length = chunk.copy(piece, filledBytes, copied)
      copied += length
      filledBytes += length
      if (filledBytes === pieceBytes) pass(piece)
    }
  }

  function passLast() {
    if (filledBytes > 0) pass(piece.subarray(0, filledBytes))
    pieces.push(null)
  }

  /** @param {Buffer} complete */
  function pass(complete) {
    filledBytes = 0
    source.pause()
    pieces.push(complete)
  }

  /** @param {Error} error */
  function fail(error) {
    pieces.destroy(error)
  }

  function detach() {
    source.off('data', collect).off('end', passLast).off('error', fail)
  }
}
