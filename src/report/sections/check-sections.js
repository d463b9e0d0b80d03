import { groupBy } from '../../stats/group-by.js'
import { calibrationLines, reasonInWords, warningLines } from '../words/check-words.js'
import { formatCount, formatCounted, formatMicros, formatPercent, formatSeconds } from '../words/format.js'
import { unitsOf } from '../words/kinds/attached-words.js'
import { serverSections } from './server-sections.js'

/** @import { Analysis } from '../../types.js' */
/** @import { LimitCheck } from '../../verdict/types.js' */
/** @import { Section } from './sections.js' */

const MOST_REASONS = 6
/** Shorter parts of the run time are not printed. */
const LEAST_MS = 50
/** @type {[part: Exclude<keyof Analysis['timing'], 'wallMs'>, label: string][]} */
const timeParts = [
  ['loadMs', 'load'],
  ['warmupMs', 'warm-up'],
  ['startMs', 'start'],
  ['stopMs', 'stop'],
  ['keptMs', 'memory'],
  ['collectMs', 'reading profiles']
]
const LIMIT_NOTES = [
  'Slices with failed requests are discarded. Slices in which the load generator or the server is beyond its limit of load, other processes use more, or sends are late, are used for CPU only. The other limits are warnings.',
  'The table counts unprofiled slices; a row leaves out slices that it does not apply to.'
]
const ATTACHED_NOTE =
  'The table counts windows without the profiler. Those with more CPU steal are used for CPU only; the other limits are warnings.'

/** @type {Record<LimitCheck['name'], { label: string, format: (value: number) => string }>} */
const limitWords = {
  generatorShare: { label: 'load generator busy, % of one core', format: formatPercent },
  generatorDelayMicros: { label: 'load generator event-loop delay, p99', format: formatMicros },
  serverShare: { label: 'server busy, % of one core (low: not saturated)', format: formatPercent },
  failedRequests: { label: 'failed requests', format: formatCount },
  clockStepMs: { label: 'system clock adjustment during the slice', format: value => `${formatCount(value)} ms` },
  stolenShare: { label: 'CPU steal time, % of one core', format: formatPercent },
  otherProcessesShare: { label: 'CPU of other processes, % of one core', format: formatPercent },
  sizeDeviation: { label: 'response size, deviation from the median', format: formatPercent },
  sendDelayMicros: { label: 'send delay of the open loop, p99', format: formatMicros }
}

/**
 * Returns whether a run is valid, the accuracy of its machine, and how the servers of a user were started.
 * @param {Analysis} analysis @returns {Section[]}
 */
export function checkSections(analysis) {
  const warnings = warningLines(analysis)
  return [
    validitySection(analysis),
    ...(warnings.length === 0 ? [] : [{ heading: 'Warnings', lines: warnings }]),
    ...(analysis.profile ? [] : [{ heading: 'Calibration', lines: calibrationLines(analysis.calibration) }]),
    ...serverSections(analysis)
  ]
}

/** @param {Pick<Analysis['checks'], 'slices' | 'discarded'>} checks @param {string} [slice] what one is called */
function validityLines({ slices, discarded }, slice = 'slice') {
  if (slices === 0) return [`No ${slice} was measured.`]
  if (discarded.length === 0) return [`All ${formatCount(slices)} ${slice}s are valid.`]
  const fully = discarded.filter(({ reasons }) => reasons.some(({ discards }) => discards === 'everything')).length
  const reasons = reasonLines(discarded, slice)
  const more = reasons.length - MOST_REASONS
  return [
    `${formatCount(slices)} ${slice}s: ${fully} discarded, ${discarded.length - fully} used for CPU only:`,
    ...reasons.slice(0, MOST_REASONS),
    ...(more > 0 ? [`and ${formatCounted(more, 'more reason')}: see analysis.json`] : [])
  ]
}

/**
 * Returns how many slices of single requests are discarded.
 * @param {Pick<Analysis, 'requests'>} analysis
 * @returns {string[]} none where all are valid
 */
function requestSlicesLines({ requests = [] }) {
  const checked = requests.flatMap(({ checks }) => checks ?? [])
  const discarded = checked.flatMap(each => each.discarded)
  const slices = checked.reduce((sum, each) => sum + each.slices, 0)
  if (discarded.length === 0) return []
  const [counts = '', ...reasons] = validityLines({ slices, discarded })
  return [`Of single requests: ${counts}`, ...reasons]
}

/** @param {Analysis} analysis @returns {Section} */
function validitySection({ checks, timing, login, warmUp, requests, profile }) {
  const heading = 'Validity checks'
  const { slice } = unitsOf({ profile })
  const lines = [...validityLines(checks, slice), ...requestSlicesLines({ requests })]
  if (checks.slices === 0) return { heading, lines }
  const { limits } = checks
  const header = ['', 'typical', 'worst', 'limit', `${slice}s beyond the limit`]
  return {
    heading,
    lines: [...lines, ...loginLines(login), ...warmUpLines(warmUp), ...timeLines(timing)],
    table: { header, rows: limits.map(limitRow), textColumns: 1 },
    notes: profile?.attached ? [ATTACHED_NOTE] : LIMIT_NOTES
  }
}

/** @param {LimitCheck} check */
function limitRow({ name, typical, worst, limit, isFloor, beyond, slices }) {
  const { label, format } = limitWords[name]
  const bound = limit === 0 ? 'none' : `${isFloor ? '≥' : '≤'} ${format(limit)}`
  return [label, format(typical), format(worst), bound, `${beyond} of ${slices}`]
}

/**
 * Returns the reasons of discarded slices, each one once with the first slice it applies to.
 * @param {Analysis['checks']['discarded']} discarded @param {string} slice
 */
function reasonLines(discarded, slice) {
  const all = discarded.flatMap(({ generator, variant, round, index, reasons }) =>
    reasons.map(reason => ({
      line: `${generator}: ${reasonInWords(reason)}`,
      slice: `${variant}, ${slice === 'slice' ? 'round' : 'process'} ${round + 1}, ${slice} ${index + 1}`
    }))
  )
  return [...groupBy(all, ({ line }) => line)].map(([line, [first, ...others]]) =>
    others.length === 0 ? `${line} (${first?.slice})` : `${line} (${first?.slice}, and ${others.length} more)`
  )
}

/** @param {Analysis['login']} login */
function loginLines(login) {
  if (!login) return []
  const requests = formatCounted(login.requests, 'request')
  return [`Login: ${requests} per launch before its warm-up, in ${formatSeconds(login.medianMs)}; in no slice.`]
}

/** @param {Analysis['warmUp']} warmUp */
function warmUpLines(warmUp) {
  if (warmUp === null) return []
  const { first, least, most } = warmUp
  const later = least === most ? formatCount(least) : `${formatCount(least)} to ${formatCount(most)}`
  return [`Warm-up: ${later} requests per launch; ${formatCount(first)} in the first round, which measures how many.`]
}

/** @param {Analysis['timing']} timing */
function timeLines({ wallMs, ...timing }) {
  if (wallMs === 0 || timing.loadMs === 0) return []
  const parts = timeParts.flatMap(([part, label]) =>
    timing[part] >= LEAST_MS ? `${formatSeconds(timing[part])} ${label}` : []
  )
  return [`Run time: ${formatSeconds(wallMs)} (${parts.join(', ')}).`]
}
