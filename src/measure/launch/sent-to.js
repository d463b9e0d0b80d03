/** @import { Request } from '../../experiments/types.js' */
/** @import { SentRequest } from '../../load/types.js' */

/** @typedef {{ origin: string, login?: { values: Record<string, string> } | null }} Target `values`: what a login captured, by name */

const TEMPLATE = /\{\{\s*([^{}\s][^{}\n]*?)\s*\}\}/g

/** Returns the names of the values that a text has places for, such as `token` of `Bearer {{token}}`. @param {string} text */
export function namesIn(text) {
  return [...text.matchAll(TEMPLATE)].map(([, name = '']) => name)
}

/**
 * Returns a request as it is sent to a launch, with what its login captured. In the path and in a form a value is percent-encoded, in JSON
 * escaped; a path that begins with a name takes its value as it is, such as that of a location header.
 * @param {Target} launch @param {Request} request @returns {SentRequest}
 */
export function sentTo({ origin, login }, { path, headers, method, body }) {
  const values = login?.values ?? {}
  const filled = Object.entries(headers).map(([name, text]) => [name, fill(text)])
  const [first = ''] = /^\{\{[^{}]+\}\}/.exec(path) ?? []
  const rest = fill(path.slice(first.length), encodeURIComponent)
  const target = first === '' ? rest : (fill(first) + rest).replace(/^(?:https?:\/\/[^/]+)?\/?/i, '/')
  return {
    url: origin + target,
    headers: Object.fromEntries(filled),
    method,
    body: body && fill(body, encoderOf(headers['content-type']))
  }

  /** @param {string} text @param {(value: string) => string} [encode] */
  function fill(text, encode = value => value) {
    return text.replace(TEMPLATE, (all, name) => (Object.hasOwn(values, name) ? encode(String(values[name])) : all))
  }
}

/** @param {string} [contentType] @returns {((value: string) => string) | undefined} */
function encoderOf(contentType = '') {
  if (/\bjson\b/i.test(contentType)) return value => JSON.stringify(value).slice(1, -1)
  return /urlencoded/i.test(contentType) ? encodeURIComponent : undefined
}
