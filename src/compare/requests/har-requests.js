import { groupBy } from '../../stats/group-by.js'
import { badOption } from '../ask/bad-option.js'
import { METHODS } from './asked-requests.js'

/** @import { PossibleRequest } from './asked-requests.js' */
/** @import { LeftOutCode } from '../../report/words/request-words.js' */
/** @import { FileOfRequests } from './requests-file.js' */

/** What belongs to one connection or to its length, and what the generators set themselves. */
const OF_CONNECTION =
  /^(:.*|host|connection|content-length|expect|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/
/** With these a server may respond with 304, without the work. */
const CONDITIONAL = /^if-(match|none-match|modified-since|unmodified-since|range)$/

/**
 * @typedef {{ name: string, value: string }} Pair
 * @typedef {object} Entry of a HAR file (HTTP Archive 1.2), what is used of it
 * @property {{ method: string, url: string, headers?: Pair[] | null, bodySize?: number | null, postData?: PostData | null }} request
 * @property {{ status?: number | null } | null} [response]
 *
 * @typedef {{ mimeType?: string | null, text?: string | null, params?: Partial<Pair>[] | null }} PostData some writers have null for nothing
 * @typedef {{ url: URL, entry: Entry }} Located
 */

/**
 * Returns the requests of a session that a browser has recorded: those to the server that has the most of those that
 * can be measured, equal ones as one. Requests are equal by method, path and body; the headers are those of the first.
 * @param {string} text of a HAR file
 * @returns {FileOfRequests}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function harRequests(text) {
  const entries = entriesOf(text)
  const located = entries
    .filter(({ request: { url } }) => /^https?:/.test(url) && URL.canParse(url))
    .map(entry => ({ url: new URL(entry.request.url), entry }))
  const origin = mostFrequent(located.filter(each => reasonToLeaveOut(each) === null).map(({ url }) => url.origin))
  /** @type {Map<LeftOutCode, number>} */
  const leftOut = new Map()
  count('not-http', entries.length - located.length)
  /** @type {Map<string, PossibleRequest & { weight: number }>} */
  const requests = new Map()
  for (const each of located) {
    const isOther = origin !== undefined && each.url.origin !== origin
    const reason = isOther ? 'other-server' : reasonToLeaveOut(each)
    if (reason) {
      count(reason)
      continue
    }
    const { headers, conditional } = headersOf(each.entry.request.headers ?? [])
    count('conditional-header', conditional)
    const { method, path, body } = sentBy(each)
    const key = JSON.stringify([method, path, body])
    const known = requests.get(key)
    const first = { weight: 0, method, path, headers, ...(body !== undefined && { body }) }
    requests.set(key, { ...(known ?? first), weight: (known?.weight ?? 0) + 1 })
  }
  return { requests: [...requests.values()], leftOut: [...leftOut].map(([what, count]) => ({ what, count })), origin }

  /** @param {LeftOutCode} what @param {number} [more] */
  function count(what, more = 1) {
    if (more > 0) leftOut.set(what, (leftOut.get(what) ?? 0) + more)
  }
}

/** @param {string} text @returns {Entry[]} */
function entriesOf(text) {
  const entries = parsed(text)?.log?.entries
  if (!Array.isArray(entries)) throw refused('it is no HAR file')
  const wrong = entries.findIndex(entry => !isEntry(entry))
  if (wrong < 0) return entries
  throw refused(`it is no HAR file: log.entries[${wrong}] has no request, or one with values of another type`)
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refused('it is no HAR file', error)
  }
}

/** @param {string} problem @param {unknown} [cause] */
function refused(problem, cause) {
  return badOption('--requests', problem, 'JSON with the list log.entries, as browsers save it', cause)
}

/** Returns whether what is used of an entry has the types of the format. @param {any} entry */
function isEntry(entry) {
  const { url, method, headers, postData, bodySize } = entry?.request ?? {}
  const { mimeType, text, params } = postData ?? {}
  return (
    [url, method].every(value => typeof value === 'string') &&
    [mimeType, text].every(isOptional('string')) &&
    [bodySize, entry.response?.status].every(isOptional('number')) &&
    [headers, params].every(pairs => (pairs ?? null) === null || (Array.isArray(pairs) && pairs.every(isPair))) &&
    (headers ?? []).every((/** @type {Partial<Pair>} */ { value }) => typeof value === 'string')
  )
}

/** @param {'string' | 'number'} type @returns {(value: unknown) => boolean} */
function isOptional(type) {
  return value => (value ?? null) === null || typeof value === type
}

/** Returns whether something is a pair: of a form, that of a file has no value. @param {any} pair */
function isPair(pair) {
  return typeof pair?.name === 'string' && isOptional('string')(pair.value)
}

/** @param {Located} located @returns {LeftOutCode | null} null of an entry that can be measured */
function reasonToLeaveOut(located) {
  const { entry } = located
  const { method, body, hasUnknownBody } = sentBy(located)
  if (!METHODS.includes(method)) return 'other-method'
  const status = entry.response?.status ?? 200
  if ((status < 200 || status > 299) && status !== 304) return 'other-status'
  return hasUnknownBody || (method === 'GET' && body !== undefined) ? 'unknown-body' : null
}

/** @param {Located} located */
function sentBy({ url, entry: { request } }) {
  const { mimeType, text, params } = request.postData ?? {}
  const isForm = mimeType?.startsWith('application/x-www-form-urlencoded')
  const body = text ?? (isForm ? encodedForm(params ?? []) : undefined)
  return {
    method: request.method.toUpperCase(),
    path: url.pathname + url.search,
    body: body === '' ? undefined : body,
    hasUnknownBody: body === undefined && (!!request.postData || hasBodyBytes(request))
  }
}

/** @param {Partial<Pair>[]} params */
function encodedForm(params) {
  return new URLSearchParams(params.map(({ name = '', value }) => [name, value ?? ''])).toString()
}

/** Returns whether a request had a body that need not be in the file. @param {Entry['request']} request */
function hasBodyBytes({ bodySize, headers }) {
  const pairs = headers ?? []
  return Number(bodySize) > 0 || pairs.some(({ name, value }) => /^content-length$/i.test(name) && Number(value) > 0)
}

/** @param {Pair[]} pairs */
function headersOf(pairs) {
  /** @type {Map<string, string>} */
  const headers = new Map()
  let conditional = 0
  for (const { name, value } of pairs) {
    const key = name.toLowerCase()
    if (OF_CONNECTION.test(key)) continue
    if (CONDITIONAL.test(key)) conditional++
    else headers.set(key, headers.has(key) ? `${headers.get(key)}${key === 'cookie' ? '; ' : ', '}${value}` : value)
  }
  return { headers: Object.fromEntries(headers), conditional }
}

/** @param {string[]} values @returns {string | undefined} the first of the most frequent */
function mostFrequent(values) {
  const [most] = [...groupBy(values, value => value).values()].sort((one, other) => other.length - one.length)
  return most?.[0]
}
