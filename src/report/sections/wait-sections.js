import { linesAround } from '../../blame/places.js'
import { sum } from '../../stats/means.js'
import { formatCounted, formatFigure, formatMicros } from '../words/format.js'
import { listed, placeInWords, shorten, shown } from '../words/text.js'

/** @import { VariantWaits } from '../../blame/types.js' */
/** @import { WaitPart } from '../../profile/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { Section } from './sections.js' */

/** @typedef {Pick<Analysis, 'folder' | 'sources'>} Sources */

/** Of a terminal and of a summary. */
const MOST_ROWS = 6
const LONGEST_TEXT = 48
/** What a wait needs to be named. */
const LEAST_SHARE = 0.05
const notes = [
  'Own waits, running code, the event loop and what is unattributed add up to the latency. Waiting lasts until what is waited for is there, queueing until the code goes on.',
  'Concurrent: another wait ends later, so that it is no part of the latency. Total is waiting and queueing: all waits of the line, which may overlap.'
]

/** What adds up to the latency. @type {WaitPart['kind'][]} */
const booked = ['waiting', 'running', 'event loop', 'unattributed']

/**
 * Returns at which lines an average request of each variant waits, as one table.
 * @param {Pick<Analysis, 'waits' | 'folder' | 'sources'>} analysis @param {number} [most] rows
 * @returns {Section[]} one or none
 */
export function waitSections({ waits = [], ...sources }, most = MOST_ROWS) {
  if (waits.length === 0) return []
  const parts = waits.flatMap(own => linesOf(own).map(part => ({ ...part, variant: shown(own.variant) })))
  const rows = parts
    .sort((a, b) => b.micros - a.micros)
    .map(part => [lineInWords(part, sources), reasonInWords(part), part.variant, ...figuresOf(part)])
  const left = rows.length - most
  const figures = ['times', 'own', 'total', 'p50', 'p99', 'waiting', 'queueing', 'concurrent']
  return [
    {
      heading: 'Waits of a request by line',
      lines: waits.map(sumInWords),
      table: { header: ['line', 'waits for', 'variant', ...figures], rows: rows.slice(0, most), textColumns: 3 },
      notes: [...notes, ...(left > 0 ? [`${formatCounted(left, 'more row')} in report.html.`] : [])]
    }
  ]
}

/** Returns the lines at which requests wait, the longest wait first. @param {VariantWaits} waits */
export function linesOf({ parts }) {
  return parts.filter(({ times }) => times > 0).sort((a, b) => b.micros - a.micros || b.waitingMicros - a.waitingMicros)
}

/** @param {WaitPart} part */
function figuresOf({ times, micros, waitingMicros, queueingMicros, concurrentMicros, p50Micros, p99Micros }) {
  const total = waitingMicros + queueingMicros
  const figures = [micros, total, p50Micros, p99Micros, waitingMicros, queueingMicros, concurrentMicros]
  return [formatFigure(times), ...figures.map(formatMicros)]
}

/** Returns a line with its text. @param {WaitPart} part @param {Sources} analysis */
export function lineInWords(part, analysis) {
  return `${placeOfWait(part, analysis)}  ${textOfWait(part, analysis)}`.trim()
}

/** @param {WaitPart} part @param {Sources} analysis */
export function placeOfWait(part, { folder }) {
  return part.file === '' ? 'no line of the app' : shown(placeInWords(part, folder))
}

/** @param {WaitPart} part @param {Sources} analysis @returns {string} empty where it is not known */
export function textOfWait({ file, line }, { sources }) {
  const text = linesAround(file, [line], sources).find(({ number }) => number === line)?.text ?? ''
  return shown(shorten(text.trim(), LONGEST_TEXT))
}

/** Returns what a line waits for, the most first. @param {WaitPart} part */
export function reasonInWords({ resources, micros }) {
  const named = Object.entries(resources).filter(([, own]) => own >= LEAST_SHARE * micros)
  const sorted = named.sort(([, a], [, b]) => b - a).map(([name]) => name)
  return sorted.join(', ') || 'functions that it calls'
}

/** Returns what the latency of a variant consists of. @param {VariantWaits} waits */
export function sumInWords({ variant, requests, latencyMicros, parts }) {
  const words = booked.flatMap(function amountOf(kind) {
    const micros = sum(parts.map(part => (part.kind === kind ? part.micros : 0)))
    return micros > 0 ? [`${formatMicros(micros)} ${kind}`] : []
  })
  const followed = formatCounted(requests, 'request')
  return `${shown(variant)}: ${formatMicros(latencyMicros)} per request, of ${followed}: ${listed(words)}.`
}
