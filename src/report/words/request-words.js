import { formatChangeInText, formatCounted } from './format.js'
import { listed, shorten, visible } from './text.js'
import { metricInWords } from './words.js'

/** @import { Blame } from '../../blame/types.js' */
/** @import { Experiment } from '../../experiments/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { RequestComparison, Verdict, VerdictName } from '../../verdict/types.js' */

/**
 * @typedef {{ name: string, verdict: Verdict }} OwnVerdict that of a request
 * @typedef {keyof typeof leftOutWords} LeftOutCode why an entry, or a header, of a HAR file is not measured
 * @typedef {{ what: LeftOutCode | (string & {}), count: number }} LeftOut what of a file is not measured; of an artillery script the
 *   key, such as `think`
 */

const MOST_NAMED = 3
const LONGEST_NAME = 60

const leftOutWords = {
  'not-http': 'entries that are not HTTP',
  'other-server': 'entries to other servers',
  'other-method': 'entries with other methods, such as OPTIONS',
  'other-status': 'entries whose recorded status is not 2xx',
  'unknown-body': 'entries whose body is not in the file, or that send one with GET',
  'conditional-header': 'conditional headers, such as if-none-match'
}

/**
 * Returns what of a file of requests is not measured.
 * @param {LeftOut[]} leftOut
 * @param {string} [origin] of a HAR file: the server whose requests are measured
 * @returns {string[]} up to two sentences
 */
export function leftOutInWords(leftOut, origin) {
  const server = origin === undefined ? [] : [`Requests to ${visible(origin)} are sent to your server.`]
  if (leftOut.length === 0) return server
  const parts = leftOut.map(({ what, count }) =>
    isCode(what) ? `${leftOutWords[what]} (${count})` : count === 1 ? what : `${what} (${count})`
  )
  return [...server, `Left out of the file: ${listed(parts)}.`]
}

/** @param {string} what @returns {what is LeftOutCode} */
function isCode(what) {
  return Object.hasOwn(leftOutWords, what)
}

/** Returns a name of a request that fits into a table or a sentence. @param {string} name */
export function requestName(name) {
  return shorten(visible(name), LONGEST_NAME)
}

/**
 * Returns the verdicts on single requests where one of them is another than the verdict on all together, the slower ones first.
 * Where blame, which is on all together, names no function for the slower ones, the second sentence is how to find it.
 * @param {Pick<Analysis, 'requests' | 'verdicts'> & Partial<Pick<Analysis, 'blames'>>} analysis
 * @param {Verdict} verdict on all together
 * @returns {string[]} up to two sentences
 */
export function requestLines({ requests = [], verdicts, blames = [] }, { candidate, verdict: together }) {
  const own = requests.flatMap(({ name, verdicts: each }) => {
    const verdict = each.find(other => other.candidate === candidate)
    return verdict ? [{ name: requestName(name), verdict }] : []
  })
  if (own.every(({ verdict }) => verdict.verdict === together)) return []
  const parts = [
    ...withFigures('slower', own),
    ...withFigures('faster', own),
    ...namesOf('no difference', own),
    ...namesOf('cannot tell', own)
  ]
  const line = `By request${verdicts.length > 1 ? `, ${candidate}` : ''}: ${parts.join('; ')}.`
  const ofCandidate = blames.filter(blame => blame.candidate === candidate)
  return [line, ...ofCandidate.flatMap(blame => adviceOnBlame(blame, requests))]
}

/**
 * Returns how to find the function that makes a request slower where the blame of all requests together names none.
 * @param {Blame} blame @param {RequestComparison[]} [requests]
 * @returns {string[]} one sentence or none
 */
export function adviceOnBlame({ candidate, unit, rows }, requests = []) {
  if (unit !== 'micros' || rows.length > 0) return []
  const isSlower = (/** @type {Verdict} */ verdict) => verdict.candidate === candidate && verdict.verdict === 'slower'
  const slower = requests.filter(({ verdicts }) => verdicts.some(isSlower))
  const [first] = slower
  if (!first) return []
  const options = `${first.method === 'GET' ? '' : `--method ${first.method} `}--path ${visible(first.path)}`
  const each = slower.length > 1 ? ', and so for each of the others' : ''
  return [
    `Blame is of all requests together. To find the function that makes one slower, compare it alone: ${options}${each}.`
  ]
}

/** @param {VerdictName} name @param {OwnVerdict[]} own */
function withFigures(name, own) {
  const those = own.filter(({ verdict }) => verdict.verdict === name)
  const texts = those.slice(0, MOST_NAMED).map(({ name: request, verdict: { metric, change } }) => {
    const figure = change ? `, ${metricInWords(metric)} ${formatChangeInText(change)}` : ''
    return `${request} is ${name}${figure}`
  })
  const more = those.length - MOST_NAMED
  return more > 0 ? [...texts, `${formatCounted(more, 'more request')} ${more === 1 ? 'is' : 'are'} ${name}`] : texts
}

/** @param {VerdictName} name @param {OwnVerdict[]} own @returns {string[]} one text or none */
function namesOf(name, own) {
  const those = own.filter(({ verdict }) => verdict.verdict === name).map(({ name: request }) => request)
  return those.length === 0 ? [] : [`${name} on ${namesOfRequests(those)}`]
}

/**
 * Returns which requests the load of an experiment sends: the names of the first ones, and the number of the others.
 * @param {Pick<Experiment, 'request' | 'requests'>} experiment
 */
export function requestsInWords({ request: { method = 'GET', path }, requests = [] }) {
  const names = requests.length === 0 ? [`${method} ${path}`] : requests.map(({ name }) => name)
  return namesOfRequests(names.map(requestName))
}

/** Returns the names of requests in a sentence, the first of many. @param {string[]} names */
export function namesOfRequests(names) {
  const more = names.length - MOST_NAMED
  return listed(more > 0 ? [...names.slice(0, MOST_NAMED), `${more} more`] : names)
}
