import { parse } from 'yaml'
import { isCount, isObject } from '../../errors/type-guards.js'
import { groupBy } from '../../stats/group-by.js'
import { isNestedTooDeeply } from '../../system/files/nesting.js'
import { badOption } from '../ask/bad-option.js'
import { lowerCased, METHODS } from './asked-requests.js'

/** @import { PossibleRequest } from './asked-requests.js' */
/** @import { FileOfRequests } from './requests-file.js' */

/** @typedef {Record<string, any>} Values part of a script */

const METHOD_KEYS = METHODS.map(method => method.toLowerCase())
/** Keys of a request that are taken over, or that change nothing. */
const REQUEST_KEYS = ['url', 'uri', 'headers', 'json', 'body', 'form', 'qs', 'name']
/** Keys without which another request would be sent, or none. */
const REFUSED_KEYS = ['ifTrue', 'formData', 'auth', 'cookie', 'beforeRequest']
const MOST_LOOPS = 1e6
const SHOWN_CHARACTERS = 40
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

/**
 * Returns the requests of an artillery script, each with the weight of its scenario times the count of its loops. What depends on a run
 * of artillery, such as a template, is refused; what else is not taken over is named.
 * @param {string} text of a YAML file
 * @returns {FileOfRequests}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function artilleryRequests(text) {
  const { config, scenarios, ...others } = readScript(text)
  /** @type {string[]} */
  const leftOut = []
  const { target, http, defaults, tls: _, ...unused } = config ?? {}
  for (const key of Object.keys(unused)) leftOut.push(`config.${key}`)
  for (const key of Object.keys(others)) leftOut.push(key)
  const server = typeof target === 'string' && URL.canParse(target) ? new URL(target) : null
  if (target && !server) leftOut.push('config.target')
  const usualHeaders = {
    ...pairsOf(defaults?.headers, 'config.defaults.headers'),
    ...pairsOf(http?.defaults?.headers, 'config.http.defaults.headers')
  }
  const requests = scenarios.flatMap(function inScenario({ flow, weight = 1, name: _, engine = 'http', ...rest }) {
    for (const key of Object.keys(rest)) leftOut.push(`scenarios.${key}`)
    if (engine !== 'http') {
      leftOut.push(`scenarios with the engine ${typeof engine === 'string' ? engine : shortJson(engine)}`)
      return []
    }
    if (!Number.isInteger(weight)) throw refused(`the weight ${shortJson(weight)}`, 'whole numbers from 1')
    return stepsOf(flow).flatMap(step => requestsIn(step, weight))
  })
  const counted = [...groupBy(leftOut, what => what)].map(([what, { length }]) => ({ what, count: length }))
  return { requests, leftOut: counted }

  /** @type {(step: Values, weight: number) => PossibleRequest[]} */
  function requestsIn(step, weight) {
    const [key = 'steps without a key'] = Object.keys(step)
    if (METHOD_KEYS.includes(key)) return [requestOf(key, step[key] ?? {}, weight)]
    if (key === 'parallel') {
      leftOut.push(key)
      return stepsOf(step.parallel).flatMap(inner => requestsIn(inner, weight))
    }
    if (key !== 'loop') {
      leftOut.push(key)
      return []
    }
    if (!isCount(step.count) || step.count > MOST_LOOPS || Object.keys(step).length > 2)
      throw refused('a loop without a fixed count', 'loops with a count, such as count: 3')
    return stepsOf(step.loop).flatMap(inner => requestsIn(inner, weight * step.count))
  }

  /** @type {(method: string, sent: Values, weight: number) => PossibleRequest} */
  function requestOf(method, sent, weight) {
    const { url = sent.uri ?? '', headers, json, body, form, qs } = sent
    if (typeof url !== 'string')
      throw refused(`${method} with a url that is no text`, 'paths that begin with /, or URLs')
    const what = `${method} ${url}`
    const wrong = REFUSED_KEYS.find(key => sent[key] !== undefined)
    if (wrong !== undefined)
      throw refused(`${wrong} of ${what}`, 'requests with fixed values, and what they need by --header')
    if (JSON.stringify([url, headers, usualHeaders, json, body, form, qs]).includes('{{'))
      throw refused(`a template {{ }} in ${what}`, 'requests with fixed values')
    if (body !== undefined && typeof body !== 'string')
      throw refused(`a body of ${what} that is no text`, 'text, or json')
    for (const key of Object.keys(sent)) if (!REQUEST_KEYS.includes(key)) leftOut.push(`${method}.${key}`)
    const content =
      json !== undefined ? JSON.stringify(json) : form ? encodedForm(pairsOf(form, `form of ${what}`)) : body
    const type = json !== undefined ? JSON_TYPE : form ? FORM_TYPE : undefined
    return {
      weight,
      method,
      path: pathTo(url, server, pairsOf(qs, `qs of ${what}`)),
      headers: {
        ...(type && { 'content-type': type }),
        ...lowerCased({ ...usualHeaders, ...pairsOf(headers, `headers of ${what}`) })
      },
      ...(content !== undefined && { body: content })
    }
  }
}

/**
 * Returns a script as plain JSON: YAML also has dates, sets, infinite numbers, and lists that contain themselves.
 * @param {string} text @returns {Values & { scenarios: Values[] }}
 */
function readScript(text) {
  const allowed = 'YAML with scenarios, each with a flow of requests'
  if (isNestedTooDeeply(text)) throw badOption('--requests', 'the file is nested too deeply', allowed)
  try {
    const script = JSON.parse(JSON.stringify(parse(text, { logLevel: 'error' }) ?? null))
    const { scenarios: given } = script ?? {}
    const scenarios = hasParts(given) ? Object.values(given) : []
    if (scenarios.length > 0 && scenarios.every(isObject)) return { ...script, scenarios }
  } catch (error) {
    const [problem = ''] = /** @type {Error} */ (error).message.split('\n')
    throw badOption('--requests', `the file cannot be read: ${problem.replace(/:$/, '')}`, allowed, error)
  }
  throw badOption('--requests', 'the file is no artillery script', allowed)
}

/** @param {unknown} flow @returns {Values[]} */
function stepsOf(flow) {
  if (Array.isArray(flow) && flow.every(isObject)) return flow
  throw refused('a flow that is no list of steps', 'a list of steps, such as - get')
}

/**
 * Returns names with their values, which are texts, numbers or booleans.
 * @param {unknown} pairs nothing stands for none
 * @param {string} what has them
 * @returns {Record<string, string | number | boolean>}
 */
function pairsOf(pairs, what) {
  const given = pairs ?? {}
  if (isObject(given) && !Object.values(given).some(hasParts))
    return /** @type {Record<string, string | number | boolean>} */ (given)
  throw refused(`${what} that are no names with values`, 'names, each with a text or a number')
}

/** @param {unknown} value */
function hasParts(value) {
  return isObject(value) || Array.isArray(value)
}

/** @param {Record<string, string | number | boolean>} pairs */
function encodedForm(pairs) {
  return new URLSearchParams(Object.entries(pairs).map(([name, value]) => [name, String(value)])).toString()
}

/** @param {unknown} value */
function shortJson(value) {
  return JSON.stringify(value).slice(0, SHOWN_CHARACTERS)
}

/** @param {string} what @param {string} allowed */
function refused(what, allowed) {
  return badOption('--requests', `the script has ${what}, which is not supported`, allowed)
}

/**
 * Returns the path of a request, below that of the target, such as http://localhost:8080/api.
 * @type {(url: string, server: URL | null, query: Record<string, string | number | boolean>) => string}
 */
function pathTo(url, server, query) {
  const isPath = url.startsWith('/')
  const full = isPath ? `http://server${server?.pathname.replace(/\/$/, '') ?? ''}${url}` : url
  if (!URL.canParse(full)) throw refused(`a request of "${url}"`, 'paths that begin with /, or URLs')
  const located = new URL(full)
  if (!isPath && server && located.origin !== server.origin)
    throw refused(`a request to ${located.origin}`, 'requests to the target')
  for (const [name, value] of Object.entries(query)) located.searchParams.append(name, String(value))
  return located.pathname + located.search
}
