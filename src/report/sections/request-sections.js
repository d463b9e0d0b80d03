import { moreIs } from '../../verdict/decide/classify-change.js'
import {
  formatChange,
  formatConfidence,
  formatCostDifference,
  formatCounted,
  formatPercent,
  formatTooFew
} from '../words/format.js'
import { namesOfRequests, requestName } from '../words/request-words.js'
import { isTooWide } from '../words/too-few-samples.js'
import { limitsOfVerdict } from '../words/verdict-words.js'
import { metricInWords } from '../words/words.js'

/**
 * @import { Analysis } from '../../types.js'
 * @import { RequestComparison, SizeOfThreads, Verdict } from '../../verdict/types.js'
 * @import { Section } from './sections.js'
 */

/** @typedef {Pick<Analysis, 'requests' | 'candidates'>} Compared */

/** The shared-core slices of a request are of the rounds of the verdict. */
const ALL_ROUNDS = { hasAllRounds: true }

/**
 * Returns what each of several requests costs alone: a row per request and candidate.
 * @param {Compared} analysis
 * @returns {Section[]} one, or none of a run with one request
 */
export function requestSections(analysis) {
  return sectionsOf(analysis, { hasRates: true })
}

/**
 * Returns the same as a table that fits into a terminal, with room for the names of the requests.
 * @param {Compared} analysis
 */
export function keyRequestSections(analysis) {
  const notes = limitNotes(analysis)
  return sectionsOf(analysis, { hasRates: false }).map(({ notes: _, ...section }) => ({
    ...section,
    ...(notes.length > 0 && { notes })
  }))
}

/**
 * Returns why requests have no verdict, and what limits that of others: a note once, with the requests that it applies to.
 * @param {Compared} analysis
 */
function limitNotes({ requests = [], candidates }) {
  /** @type {Map<string, string[]>} */
  const requestsOf = new Map()
  for (const { name, verdicts } of requests) {
    for (const verdict of verdicts) {
      const subject = candidates.length > 1 ? `${requestName(name)}, ${verdict.candidate}` : requestName(name)
      for (const text of limitsOfVerdict(verdict)) requestsOf.set(text, [...(requestsOf.get(text) ?? []), subject])
    }
  }
  return [...requestsOf].map(([text, names]) => `${namesOfRequests(names)}: ${text}`)
}

/** @type {(compared: Compared, options: { hasRates: boolean }) => Section[]} */
function sectionsOf({ requests = [], candidates }, { hasRates }) {
  if (requests.length === 0) return []
  const rows = requests.flatMap(request => request.verdicts.map(verdict => ({ request, verdict })))
  const decided = rows.filter(({ verdict: { change } }) => change !== null)
  const metrics = [...new Set(decided.map(({ verdict: { metric } }) => metric))]
  const header = [
    'request',
    ...(candidates.length > 1 ? ['variant'] : []),
    'verdict',
    'share',
    'difference',
    ...(hasRates ? ['requests/s (95% CI)'] : []),
    `change (${formatConfidence(decided[0]?.verdict.change ?? {})} CI)`
  ]
  return [
    {
      heading: `Requests, each alone: ${metrics.map(metricInWords).join(' or ') || formatCounted(requests.length, 'request')}`,
      table: {
        header,
        rows: rows.map(({ request, verdict }) => [
          requestName(request.name),
          ...(candidates.length > 1 ? [verdict.candidate] : []),
          verdict.verdict,
          formatPercent(request.share),
          sizeText(verdict.size),
          ...(hasRates ? [rateText(request, verdict)] : []),
          changeText(verdict, metrics.length < 2)
        ]),
        textColumns: candidates.length > 1 ? 3 : 2,
        drawn: rows.map(({ verdict: { metric, change } }) => ({ changes: [change], moreIs: moreIs(metric) })),
        coloured: {
          column: header.length - 1,
          rows: rows.map(
            ({ verdict: { metric, change } }) =>
              change && { low: change.low, high: change.high, moreIs: moreIs(metric) }
          )
        }
      },
      notes: [
        ...limitNotes({ requests, candidates }),
        'The verdict of the run is on all requests together, in these shares; so are blame, latency and counters.',
        `Each request alone has slices of its own in the same launches. The change decides its verdict, and is corrected for ${formatCounted(rows.length, 'comparison')}. The difference, of the same CPU, and requests/s are from separate slices.`
      ]
    }
  ]
}

/** @param {SizeOfThreads | null} size of the threads that the verdict is on */
function sizeText(size) {
  if (!size) return '-'
  const { micros, low, high } = size.difference
  return isTooWide(size.relative) ? formatTooFew() : formatCostDifference({ difference: micros, low, high }, 'micros')
}

/** @param {Verdict} verdict @param {boolean} isOneMetric whether the heading names the metric */
function changeText({ metric, change }, isOneMetric) {
  if (!change) return '-'
  const text = formatChange(change, ALL_ROUNDS)
  return isOneMetric ? text : `${metricInWords(metric)} ${text}`
}

/** @param {RequestComparison} request @param {Verdict} verdict */
function rateText({ load }, { candidate, withheld }) {
  if (withheld) return '-'
  const change = load.rows.find(({ metric }) => metric === 'requestsPerSecond')?.changes[candidate]
  return change ? formatChange(change) : '-'
}
