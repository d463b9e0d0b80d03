import assert from 'node:assert/strict'
import { errorRegistry, WorkshopError } from '../../../src/errors/errors.js'

/** What no sentence and no page may have: a number or a text that is none. */
const ODD = /.{0,80}(?:\bNaN\b|\bInfinity\b|∞|\bundefined\b|\[object ).{0,40}/

/**
 * Asserts that an error is one that a user can meet, in a sentence that names the file. A defect of the workshop is none: its message
 * names the run folder too.
 * @param {unknown} error
 * @param {RegExp} [named] what the sentence must have
 */
export function assertRefused(error, named = /./) {
  if (!(error instanceof WorkshopError)) throw error
  if (error.code === 'ERR_DEFECT') throw error.cause ?? error
  assert.ok(Object.hasOwn(errorRegistry, error.code))
  assert.match(error.message, /\S+ \S+/)
  assert.match(error.message, named)
  assertPlain(error.message)
}

/**
 * Asserts that a text, or the text of a page, has no odd figure.
 * @param {string} text
 * @param {string} [foreign] a text that it must not have either
 */
export function assertPlain(text, foreign) {
  // Rows without a figure are sorted as the smallest ones.
  const seen = text.replace(/<(script|style)\b.*?<\/\1>| data-value="-Infinity"/gs, '')
  const odd = ODD.exec(seen)
  if (odd) throw new Error(`odd text: ${odd[0]}`)
  if (foreign !== undefined && seen.includes(foreign)) throw new Error(`it has the text of another folder: ${foreign}`)
}

/**
 * Asserts that a value can be saved as JSON and read again: no number is infinite or none, and nothing is undefined in a list.
 * @param {unknown} value
 */
export function assertSavable(value) {
  assert.deepEqual(JSON.parse(JSON.stringify(value)), asInJson(value))
}

/** Returns a value without what JSON does not keep of any: properties that are undefined, and the sign of zero. @param {any} value @returns {any} */
function asInJson(value) {
  if (Array.isArray(value)) return value.map(asInJson)
  if (typeof value !== 'object' || value === null) return value === 0 ? 0 : value
  const entries = Object.entries(value).filter(([, own]) => own !== undefined)
  return Object.fromEntries(entries.map(([key, own]) => [key, asInJson(own)]))
}
