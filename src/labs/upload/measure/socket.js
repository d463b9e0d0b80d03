import net from 'node:net'

/**
 * Connects a socket which a failed write does not end: a server may respond and close its connection while the body is still being sent,
 * and Node.js would end the socket before the response is read. The end of what can be read ends it.
 * @param {{ host?: string | null, port?: number | string | null }} address
 */
export function connectUpload({ host, port }) {
  return new UploadSocket().connect({ host: host ?? undefined, port: Number(port) })
}

class UploadSocket extends net.Socket {
  /** @type {net.Socket['_write']} */
  _write(chunk, encoding, callback) {
    super._write(chunk, encoding, unlessFailed(callback))
  }

  /** @type {NonNullable<net.Socket['_writev']>} */
  _writev(chunks, callback) {
    super._writev?.(chunks, unlessFailed(callback))
  }
}

/** Returns a callback that leaves a failed write open, so that nothing more is written. @param {(error?: Error | null) => void} callback */
function unlessFailed(callback) {
  return function callUnlessFailed(/** @type {Error | null | undefined} */ error) {
    if (!error) callback()
  }
}
