import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { chooseEncoding } from './choose-encoding.js'

/** @import { Request, Response } from 'express' */

const bootstrapPath = createRequire(import.meta.url).resolve('bootstrap/dist/css/bootstrap.min.css')

const compressors = {
  br: promisify(zlib.brotliCompress),
  gzip: promisify(zlib.gzip),
  identity: keepAsIs
}

/** @type {Map<string, Promise<Buffer>>} */
const bodies = new Map()

/**
 * Sends Bootstrap's stylesheet as a CDN does: compressed once, at the first request for an encoding, then from memory.
 * About 23 kB in brotli, 31 kB in gzip and 232 kB uncompressed, whatever the app's own compression does.
 *
 * @param {Request} request
 * @param {Response} response
 */
export async function sendBootstrap(request, response) {
  const encoding = chooseEncoding(request.get('accept-encoding'))
  const body = await bodyIn(encoding)
  response.vary('Accept-Encoding')
  response.set('Cache-Control', 'public, max-age=86400')
  if (encoding !== 'identity') response.set('Content-Encoding', encoding)
  response.type('css').send(body)
}

/** @param {keyof typeof compressors} encoding @returns {Promise<Buffer>} */
function bodyIn(encoding) {
  const body = bodies.get(encoding) ?? readFile(bootstrapPath).then(compressors[encoding])
  bodies.set(encoding, body)
  // After a failure the next request tries again.
  body.catch(() => bodies.delete(encoding))
  return body
}

/** @param {Buffer} bytes */
function keepAsIs(bytes) {
  return bytes
}
