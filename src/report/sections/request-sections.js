import { groupBy } from '../../stats/group-by.js'
import { moreIs } from '../../verdict/decide/classify-change.js'
import { formatChange, formatConfidence, formatCounted, formatPercent } from '../words/format.js'
import { namesOfRequests, requestName } from '../words/request-words.js'
import { limitsOfVerdict } from '../words/verdict-words.js'
import { metricInWords } from '../words/words.js'
import { sizeText } from './comparison-tables.js'

/** @import { Analysis } from '../../types.js' */
/** @import { RequestComparison, Verdict } from '../../verdict/types.js' */
/** @import { Section, Table } from './sections.js' */

/** @typedef {{ request: RequestComparison, verdict: Verdict }} Row */

const RATE_HEADER = 'requests/s (95% CI)'

/** The shared-core slices of a request are of the rounds of the verdict. */
const ALL_ROUNDS = { hasAllRounds: true }

/**
 * Returns why requests have no verdict, and what limits that of others: a note once, with the requests that it applies to.
 * @param {Row[]} rows @param {boolean} hasSeveral candidates
 */
function limitNotes(rows, hasSeveral) {
  const all = rows.flatMap(function limitsOf({ request, verdict }) {
    const subject = [requestName(request.name), ...(hasSeveral ? [verdict.candidate] : [])].join(', ')
    return limitsOfVerdict(verdict).map(text => ({ text, subject }))
  })
  return [...groupBy(all, ({ text }) => text)].map(
    ([text, own]) => `${namesOfRequests(own.map(({ subject }) => subject))}: ${text}`
  )
}

/**
 * Returns what each of several requests costs alone: a row per request and candidate.
 * @param {Pick<Analysis, 'requests' | 'candidates'>} analysis
 * @returns {Section[]} one, or none of a run with one request
 */
export function requestSections({ requests = [], candidates }) {
  if (requests.length === 0) return []
  const rows = requests.flatMap(request => request.verdicts.map(verdict => ({ request, verdict })))
  const decided = rows.filter(({ verdict: { change } }) => change !== null)
  const metrics = [...new Set(decided.map(({ verdict: { metric } }) => metric))]
  const limits = limitNotes(rows, candidates.length > 1)
  /** @type {Parameters<typeof tableOf>[1]} */
  const columns = [
    { header: 'request', cell: ({ request }) => requestName(request.name), isText: true },
    { header: 'variant', cell: ({ verdict }) => verdict.candidate, isText: true },
    { header: 'verdict', cell: ({ verdict }) => verdict.verdict, isText: true },
    { header: 'share', cell: ({ request }) => formatPercent(request.share) },
    { header: 'difference', cell: ({ verdict: { size } }) => (size ? sizeText(size) : '-') },
    { header: RATE_HEADER, cell: rateText },
    {
      header: `change (${formatConfidence(decided[0]?.verdict.change ?? {})} CI)`,
      cell: ({ verdict }) => changeText(verdict, metrics.length < 2)
    }
  ]
  const shown = columns.filter(({ header }) => candidates.length > 1 || header !== 'variant')
  return [
    {
      heading: `Requests, each alone: ${metrics.map(metricInWords).join(' or ') || formatCounted(requests.length, 'request')}`,
      table: tableOf(rows, shown),
      notes: [
        ...limits,
        'The verdict of the run is on all requests together, in these shares; so are blame, latency and counters.',
        `Each request alone has slices of its own in the same launches. The change decides its verdict, and is corrected for ${formatCounted(rows.length, 'comparison')}. Requests/s are from separate slices.`
      ]
    }
  ]
}

/**
 * @param {Row[]} rows @param {{ header: string, cell: (row: Row) => string, isText?: boolean }[]} columns the last one of the change
 * @returns {Table}
 */
function tableOf(rows, columns) {
  return {
    header: columns.map(({ header }) => header),
    rows: rows.map(row => columns.map(({ cell }) => cell(row))),
    textColumns: columns.filter(({ isText }) => isText).length,
    // The names of the requests need the room.
    spare: columns.flatMap(({ header }, index) => (header === RATE_HEADER ? [index] : [])),
    drawn: rows.map(({ verdict: { metric, change } }) => ({ changes: [change], moreIs: moreIs(metric) })),
    coloured: {
      column: columns.length - 1,
      rows: rows.map(({ verdict: { metric, change } }) => change && { ...change, moreIs: moreIs(metric) })
    }
  }
}

/** @param {Verdict} verdict @param {boolean} isOneMetric whether the heading names the metric */
function changeText({ metric, change }, isOneMetric) {
  if (!change) return '-'
  const text = formatChange(change, ALL_ROUNDS)
  return isOneMetric ? text : `${metricInWords(metric)} ${text}`
}

/** @param {Row} row */
function rateText({ request: { load }, verdict: { candidate, withheld } }) {
  if (withheld) return '-'
  const change = load.rows.find(({ metric }) => metric === 'requestsPerSecond')?.changes[candidate]
  return change ? formatChange(change) : '-'
}
