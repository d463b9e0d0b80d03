import { changeCells, comparisonHeader, drawnChanges } from './comparison-cells.js'
import { formatCount, formatExactPercent, formatMicros, formatPercentile } from './format.js'

/**
 * @import { Analysis } from '../types.js'
 * @import { LatencyTable } from '../verdict/types.js'
 * @import { Section } from './sections.js'
 */

const NOTES = [
  'Counted from the moment a request was meant to be sent, so that a server that stalls is charged for all who wait. In brackets: from the moment it was sent.',
  'A quantile is of all requests of a variant together and told where five lie beyond it; its change is the mean over rounds, told where five requests of each launch do.'
]

/** @param {Analysis} analysis @returns {Section[]} */
export function latencySections({ latencies, baseline, candidates }) {
  const variants = [baseline, ...candidates]
  return latencies.map(table => sectionOf(table, variants, candidates))
}

/**
 * @param {LatencyTable} table
 * @param {string[]} variants
 * @param {string[]} candidates
 * @returns {Section}
 */
function sectionOf({ load, intendedRatePerSecond, requests, roundsLeftOut, rows }, variants, candidates) {
  const header = comparisonHeader(variants)
  const body = rows.map(({ quantile, responseMicros, serviceMicros, changes }) => [
    formatPercentile(quantile),
    ...variants.map(name => cell(responseMicros[name], serviceMicros[name])),
    ...changeCells(candidates, changes)
  ])
  const drawn = rows.map(({ changes }) => drawnChanges(candidates, changes))
  body.push(['requests', ...variants.map(name => formatCount(requests[name] ?? 0)), ...candidates.map(() => '')])
  const left = `Rounds left out, since the generator or a server was late in them: ${roundsLeftOut}.`
  const share =
    load.mode === 'open' ? `${formatExactPercent(load.capacityShare)} of what the slower variant can serve` : ''
  const rate = intendedRatePerSecond === null ? '' : `${formatCount(intendedRatePerSecond)} requests/s each, `
  const heading = `Latency below saturation: ${rate}${share}`
  if (Object.values(requests).every(count => count === 0)) return { heading, lines: [`Nothing can be said. ${left}`] }
  return {
    heading,
    table: { header, rows: body, textColumns: 1, drawn },
    notes: roundsLeftOut === 0 ? NOTES : [...NOTES, left]
  }
}

/**
 * @param {number | null | undefined} responseMicros
 * @param {number | null | undefined} serviceMicros
 */
function cell(responseMicros, serviceMicros) {
  if (responseMicros === null || responseMicros === undefined) return '-'
  const service = serviceMicros === null || serviceMicros === undefined ? '' : ` (${formatMicros(serviceMicros)})`
  return formatMicros(responseMicros) + service
}
