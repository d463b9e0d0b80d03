import { commandText } from '../errors.js'
import { formatBytes } from './format.js'
import { requestName } from './request-words.js'

/**
 * @import { Analysis } from '../types.js'
 * @import { ResponseSummary } from '../verdict/types.js'
 * @import { Section, Table } from './sections.js'
 */

/**
 * Returns how the servers of a user were started, and what they responded before the run.
 * @param {Pick<Analysis, 'servers' | 'responses'>} analysis
 * @returns {Section[]}
 */
export function serverSections({ servers, responses }) {
  if (servers.length === 0) return []
  const hasSeveral = responses.some(({ request }) => request !== undefined)
  const header = ['', 'status', 'content-type', 'content-encoding', 'port', 'body, as sent']
  const rows = responses.map(responseRow)
  return [
    {
      heading: 'Variants',
      table: { header: ['', 'command', 'revision'], rows: servers.map(serverRow), textColumns: 3 }
    },
    {
      heading: 'Responses',
      table: hasSeveral ? withRequests({ header, rows }, responses) : { header, rows, textColumns: 5 },
      notes: [
        `20 responses of each variant${hasSeveral ? ' to each request' : ''}, before the run. A fixed port is replaced by a free one, as several launches run at the same time.`
      ]
    }
  ]
}

/** @param {Pick<Table, 'header' | 'rows'>} table @param {ResponseSummary[]} responses @returns {Table} */
function withRequests({ header: [first = '', ...header], rows }, responses) {
  return {
    header: [first, 'request', ...header],
    rows: rows.map(([variant = '', ...cells], row) => [variant, requestName(responses[row]?.request ?? ''), ...cells]),
    textColumns: 6
  }
}

/** @param {Analysis['servers'][number]} server */
function serverRow({ variant, command, env, commit }) {
  return [variant, commandText({ command, env }), commit === null ? '-' : commit || 'working tree']
}

/** @param {ResponseSummary} summary */
function responseRow({ variant, statuses, contentTypes, contentEncoding, wantedPort, bytes }) {
  return [
    variant,
    statuses.join(', '),
    contentTypes.map(type => type || 'none').join(', '),
    contentEncoding ?? 'differs between responses',
    wantedPort === 0 ? 'any' : `${wantedPort}, moved`,
    sizeInWords(bytes)
  ]
}

/** @param {ResponseSummary['bytes']} bytes */
function sizeInWords({ least, median, most }) {
  return least === most ? formatBytes(median) : `${formatBytes(median)} (${formatBytes(least)} to ${formatBytes(most)})`
}

/**
 * Returns what a reader of the verdict must know of the responses, as sentences.
 * @param {Pick<Analysis, 'responses' | 'sizeDifferences'>} analysis
 */
export function responseLines({ responses, sizeDifferences }) {
  const ports = [...new Set(responses.flatMap(({ wantedPort }) => (wantedPort === 0 ? [] : [wantedPort])))]
  const moved = ports.map(
    port => `The servers listened on free ports instead of ${port}: several launches run at the same time.`
  )
  const sizes = sizeDifferences.map(
    ({ request, baseline, candidate, baselineBytes, candidateBytes }) =>
      `The responses${request === undefined ? '' : ` to ${requestName(request)}`} have other sizes: ${formatBytes(candidateBytes)} of ${candidate}, ${formatBytes(baselineBytes)} of ${baseline}. Is it the same work?`
  )
  return [...sizes, ...moved]
}
