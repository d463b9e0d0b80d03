import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

/** Shorter ones are names of functions and classes of a page. */
const BASE64 = /[A-Za-z0-9+/]{40,}={0,2}/g

/**
 * Returns which of some texts are in the files of a folder, also in the parts that are compressed or in base64.
 * @param {string} folder @param {string[]} texts
 * @returns {string[]} such as `run.json: text`
 */
export function filesWith(folder, texts) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(each => each.isFile())
  return files.flatMap(({ parentPath, name }) => {
    const file = path.join(parentPath, name)
    return textsIn(readFileSync(file), texts).map(text => `${path.relative(folder, file)}: ${text}`)
  })
}

/** @param {Buffer} bytes @param {string[]} texts @returns {string[]} */
export function textsIn(bytes, texts) {
  const parts = unpacked(bytes)
  return texts.filter(text => parts.some(part => part.includes(text)))
}

/** Returns the bytes, what is packed in them, what is packed in that, and so on. @param {Buffer} bytes @param {number} [depth] @returns {Buffer[]} */
function unpacked(bytes, depth = 0) {
  if (depth > 3) return [bytes]
  const inText = (bytes.toString('latin1').match(BASE64) ?? []).map(text => Buffer.from(text, 'base64'))
  const parts = [...inflated(bytes), ...inText.flatMap(each => [each, ...inflated(each)])]
  return [bytes, ...parts.flatMap(each => unpacked(each, depth + 1))]
}

/** @param {Buffer} bytes @returns {Buffer[]} */
function inflated(bytes) {
  // HdrHistogram has its deflated part behind two words.
  const tries = [gunzipSync, inflateSync, inflateRawSync].map(inflate => () => inflate(bytes))
  return [...tries, () => inflateSync(bytes.subarray(8))].flatMap(inflate => {
    try {
      return [inflate()]
    } catch {
      return []
    }
  })
}
