import { isObject } from '../../errors/type-guards.js'

/** @import { OneResponse } from './one-response.js' */

/** What can be a part of a header: one line of Latin-1. */
const SENDABLE = /^[\t -~\u0080-\u00ff]+$/
const STEP = /\.([\w$-]+)|\[(\d+)\]|\['([^']+)'\]/g
const MOST_NAMED = 8

/** @typedef {{ value: string } | { found: string[] | null }} Captured `found`: names that are there in place of it; null of what is no JSON */

/**
 * Returns the value that a response has at a source.
 * @param {string} source `status`, or a header, a cookie or a JSON path such as `json $.items[0].id`
 * @param {Pick<OneResponse, 'statusCode' | 'headers' | 'body'>} response @returns {Captured}
 */
export function capturedValue(source, { statusCode, headers, body }) {
  const [, kind, name = ''] = /^(\w+) ?(.*)$/.exec(source) ?? []
  if (kind === 'status') return { value: String(statusCode) }
  if (kind === 'header') return valueAt(headers, [name.toLowerCase()])
  if (kind === 'cookie') return valueAt(cookiesOf(headers['set-cookie']), [name])
  const steps = [...name.matchAll(STEP)].map(([, key, index, quoted]) => key ?? index ?? quoted ?? '')
  try {
    return valueAt(JSON.parse(body), steps)
  } catch {
    return { found: null }
  }
}

/** Returns the cookies that a response sets; the last one of a name counts. @param {string[]} [lines] */
function cookiesOf(lines = []) {
  const pairs = lines.map(line => /^\s*([^=;\s]+)=([^;]*)/.exec(line) ?? [])
  return Object.fromEntries(pairs.map(([, name, value]) => [name, value]))
}

/** @param {any} all @param {string[]} steps @returns {Captured} */
function valueAt(all, steps) {
  let [value, parts] = [all, all]
  for (const step of steps) {
    parts = isObject(value) || Array.isArray(value) ? value : {}
    value = Object.hasOwn(parts, step) ? parts[step] : undefined
  }
  const text = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''
  return SENDABLE.test(text) ? { value: text } : { found: Object.keys(Object(parts)).slice(0, MOST_NAMED) }
}
