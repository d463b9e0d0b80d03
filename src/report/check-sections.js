import { calibrationLines } from './calibration-words.js'
import { formatCount, formatMicros, formatPercent, formatSeconds } from './format.js'

/**
 * @import { Analysis } from '../types.js'
 * @import { SliceCheck } from '../verdict/types.js'
 * @import { Section } from './sections.js'
 */

const MOST_REASONS = 6
const PANEL_NOTE =
  'Failed requests make a slice void; a generator or a server beyond its share does so for requests/s and latency. The other limits are for you to judge by.'

/** @type {Record<SliceCheck['name'], { label: string, format: (value: number) => string }>} */
const gaugeWords = {
  generatorShare: { label: 'generator busy, of a core', format: formatPercent },
  generatorDelayMicros: { label: 'generator late (p99)', format: formatMicros },
  serverShare: { label: 'server busy, of a core', format: formatPercent },
  failedRequests: { label: 'failed requests', format: formatCount },
  clockStepMs: { label: 'clock set meanwhile', format: value => `${formatCount(value)} ms` },
  stolenShare: { label: 'taken by the host, of a core', format: formatPercent },
  sizeDeviation: { label: 'size of an answer, off the usual', format: formatPercent }
}

/**
 * Whether the figures can be believed: what was void, what the figures depend on, and what the machine was found to be worth.
 * @param {Analysis} analysis
 * @returns {Section[]}
 */
export function checkSections(analysis) {
  return [panelSection(analysis), otherChecks(analysis)]
}

/** @param {Analysis} analysis @returns {Section} */
function panelSection({ checks }) {
  const { slices, flawed, panel } = checks
  const heading = 'Was it the server that was measured?'
  if (slices === 0) return { heading, lines: ['No slice was played.'] }
  const spoilt = flawed.filter(({ flaws }) => flaws.some(flaw => flaw.spoils === 'everything'))
  const partly = flawed.length - spoilt.length
  const lines = [
    flawed.length === 0
      ? `All ${slices} slices are valid.`
      : `Of ${slices} slices ${spoilt.length} are void and count in no figure, ${partly} count for CPU but not for requests/s and latency:`
  ]
  const reasons = reasonsOf(flawed)
  lines.push(...reasons.slice(0, MOST_REASONS))
  if (reasons.length > MOST_REASONS) lines.push(`and ${reasons.length - MOST_REASONS} more reasons: see analysis.json`)
  const header = ['', 'typical', 'worst', 'limit', 'slices beyond']
  return { heading, lines, table: { header, rows: panel.map(rowOf), textColumns: 1 }, notes: [PANEL_NOTE] }
}

/** @param {SliceCheck} row */
function rowOf({ name, typical, worst, limit, isFloor, beyond, slices }) {
  const { label, format } = gaugeWords[name]
  return [label, format(typical), format(worst), `${isFloor ? '≥' : '≤'} ${format(limit)}`, `${beyond} of ${slices}`]
}

/**
 * What is wrong with slices, each reason once for all slices of a variant under a generator.
 * @param {Analysis['checks']['flawed']} flawed
 */
function reasonsOf(flawed) {
  /** @type {Map<string, string[]>} */
  const places = new Map()
  for (const { launch, index, generator, flaws } of flawed) {
    for (const { text } of flaws) {
      const reason = `${generator}: ${text}`
      places.set(reason, [...(places.get(reason) ?? []), `${launch} slice ${index + 1}`])
    }
  }
  return [...places].map(function tell([reason, where]) {
    const more = where.length > 1 ? ` and ${where.length - 1} more` : ''
    return `${reason} (${where[0]}${more})`
  })
}

/** @param {Analysis} analysis @returns {Section} */
function otherChecks({ checks, toolProblems, timing, calibration }) {
  const lines = [...calibrationLines(calibration), ...checks.warnings, ...toolProblems.map(problemInWords)]
  const { wallMs, loadMs, warmupMs } = timing
  if (wallMs > 0 && loadMs > 0) {
    const ratio = (wallMs / (loadMs + warmupMs)).toFixed(2)
    lines.push(
      `${formatSeconds(wallMs)} in all for ${formatSeconds(loadMs)} of load and ${formatSeconds(warmupMs)} of warm-up: ${ratio} times those.`
    )
  }
  return { heading: 'Checks', lines }
}

/** @param {Analysis['toolProblems'][0]} problem */
function problemInWords({ profiler, variant, message }) {
  const [sentence = ''] = message.split('\n')
  return `${profiler} did not work on ${variant}: ${sentence.trim()}`
}
