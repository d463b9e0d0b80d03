import { formatBytes, formatMicros } from './format.js'
import { placeInWords } from './place.js'

/**
 * @typedef {import('../types.js').Analysis} Analysis
 * @typedef {import('../types.js').Blame} Blame
 * @typedef {import('../types.js').BlameRow} BlameRow
 * @typedef {import('../types.js').CostDifference} CostDifference
 * @typedef {import('./sections.js').Section} Section
 */

/**
 * Which functions carry the difference.
 * @param {Analysis} analysis
 * @returns {Section[]}
 */
export function blameSections({ blames }) {
  return blames.map(blameSection)
}

/** @param {Blame} blame @returns {Section} */
function blameSection(blame) {
  const { candidate, baseline, unit, profiler, secondProfiler, rows, notExplained, total, bare } = blame
  const format = unit === 'bytes' ? formatBytes : formatMicros
  const what = unit === 'bytes' ? 'Bytes allocated per request' : 'CPU per request'
  const header = ['', 'where', 'called by', baseline, candidate, 'difference (95 % CI)', '']
  const body = rows.map(row => [
    nameInWords(row),
    placeInWords(row.owner),
    row.caller ? `${row.caller.name} ${placeInWords(row.caller)}` : '',
    format(row.cost.baseline),
    format(row.cost.candidate),
    differenceText(row.cost, format),
    row.group === 'other threads' ? '' : row.isConfirmed ? 'sure' : 'one witness'
  ])
  body.push(sumRow('not explained', notExplained), sumRow('all of it, while profiled', total))
  if (bare) body.push(sumRow('all of it, bare', bare))
  const heading = `Blame: ${what}, ${candidate} against ${baseline} (${profiler}${secondProfiler ? `, confirmed by ${secondProfiler}` : ''})`
  return { heading, table: { header, rows: body, textColumns: 3 } }

  /**
   * @param {string} label
   * @param {CostDifference} cost
   */
  function sumRow(label, cost) {
    return [label, '', '', format(cost.baseline), format(cost.candidate), differenceText(cost, format), '']
  }
}

/** @param {BlameRow} row */
function nameInWords({ group, packageName, owner, path }) {
  const [first, last] = [path[0], path.at(-1)]
  const calls = first === undefined ? [] : first === last ? [first] : [first, String(last)]
  const name = [owner.name, ...calls].join(' -> ')
  if (group === 'other threads') return `other threads: ${name}`
  return packageName ? `${packageName}: ${name}` : name
}

/**
 * @param {CostDifference} cost
 * @param {(value: number) => string} format
 */
function differenceText({ difference, low, high }, format) {
  const sign = difference < 0 ? '-' : '+'
  const text = `${sign}${format(Math.abs(difference))}`
  return low === null || high === null ? text : `${text} ±${format((high - low) / 2)}`
}
