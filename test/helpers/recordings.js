import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/**
 * @param {string} name such as `prof/node-20/esm.json`
 * @returns {string} the text a tool wrote, see ../fixtures/record-profiles.js
 */
export function recording(name) {
  return gunzipSync(readFileSync(new URL(`../fixtures/${name}.gz`, import.meta.url))).toString()
}

/**
 * @param {string} major of Node
 * @returns {string} what --prof-process printed
 */
export function tickText(major) {
  return readFileSync(new URL(`../fixtures/prof/node-${major}/all.txt`, import.meta.url), 'utf8')
}
