import { formatBytes, formatMicros } from './format.js'
import { placeInWords } from './place.js'
import { blameNotes, groupWords } from './words.js'

/**
 * @typedef {import('../types.js').Analysis} Analysis
 * @typedef {import('../types.js').Blame} Blame
 * @typedef {import('../types.js').BlameRow} BlameRow
 * @typedef {import('../types.js').CostDifference} CostDifference
 * @typedef {import('../types.js').FunctionName} FunctionName
 * @typedef {import('./sections.js').Section} Section
 */

const FEW_SAMPLES = 500
/** Of a table: what is smaller is told as one. */
const MOST_ROWS = 12

/**
 * Which functions carry the difference.
 * @param {Analysis} analysis
 * @returns {Section[]}
 */
export function blameSections(analysis) {
  return analysis.blames.map(blame => blameSection(blame, bareDifference(blame, analysis)))
}

/**
 * @param {Blame} blame
 * @param {CostDifference | null} bare
 * @returns {Section}
 */
function blameSection(blame, bare) {
  const { candidate, baseline, unit, rows, moved, notExplained, total } = blame
  const format = unit === 'bytes' ? formatBytes : formatMicros
  const header = ['', 'where', 'called by', baseline, candidate, 'difference (95 % CI)', '']
  const told = rows.slice(0, MOST_ROWS)
  const body = told.map(row => [
    nameInWords(row),
    placeInWords(row.owner),
    row.caller ? `${row.caller.name}, ${placeInWords(row.caller)}` : '',
    ...costCells(row.cost),
    confidenceInWords(row, blame)
  ])
  const untold = rows.slice(MOST_ROWS)
  if (untold.length > 0) body.push([`${untold.length} smaller ones`, '', '', '', '', netInWords(untold, format), ''])
  if (moved) body.push([`moved between ${moved.names.join(', ')}`, '', '', ...costCells(moved.cost), 'no blame'])
  body.push(
    ['not explained', '', '', ...costCells(notExplained), ''],
    ['all of it, profiled', '', '', ...costCells(total), '']
  )
  if (bare) body.push(['all of it, bare', '', '', ...costCells(bare), ''])
  return {
    heading: headingOf(blame),
    lines: warningsOf(blame),
    table: { header, rows: body, textColumns: 3 },
    notes: notesOn(blame)
  }

  /** @param {CostDifference} cost */
  function costCells(cost) {
    return [format(cost.baseline), format(cost.candidate), differenceInWords(cost, format)]
  }
}

/** @param {Blame} blame */
function headingOf({ candidate, baseline, unit, profiler, secondProfiler }) {
  const what = unit === 'bytes' ? 'bytes allocated per request' : 'CPU per request'
  const witnesses = secondProfiler
    ? `seen by ${profiler}, checked against ${secondProfiler}`
    : `seen by ${profiler} alone`
  return `Blame: which functions carry the difference in ${what}, ${candidate} against ${baseline} (${witnesses})`
}

/** @param {Blame} blame what makes the whole table doubtful */
function warningsOf({ rounds, rows, hasAppFrames, fewestSamples }) {
  const lines = []
  if (rounds < 2) lines.push('One profiled round has no interval, so nobody is blamed: ask for more rounds.')
  else if (rows.length === 0) lines.push('No function differs surely enough to be blamed.')
  if (!hasAppFrames) lines.push('No sample was in the code of the app or of a package: is the server behind a wrapper?')
  if (fewestSamples < FEW_SAMPLES)
    lines.push(`A launch has only ${fewestSamples} samples: ask for a longer --duration.`)
  return lines
}

/** @param {Blame} blame */
function notesOn({ unit, profiler, secondProfiler, rows, moved, sampledPerCpu }) {
  const notes = unit === 'bytes' ? [blameNotes.bytes] : [blameNotes.cpu]
  if (secondProfiler && rows.length > 0) notes.push(blameNotes.sure)
  if (profiler === 'cdp') notes.push(blameNotes.inlined)
  if (moved) notes.push(blameNotes.moved)
  if (rows.some(row => row.group === 'other threads')) notes.push(blameNotes.otherThreads)
  if (sampledPerCpu !== null) notes.push(`${blameNotes.factor} ${sampledPerCpu.toFixed(2)} s of samples here.`)
  return notes
}

/**
 * @param {BlameRow} row
 * @param {Blame} blame
 */
function confidenceInWords({ group, isConfirmed }, { secondProfiler }) {
  if (group === 'other threads') return 'counted'
  if (secondProfiler === null) return 'one witness'
  return isConfirmed ? 'sure' : 'one witness'
}

/** @param {BlameRow} row */
function nameInWords({ group, packageName, owner, path, isSpread }) {
  if (group === 'other threads')
    return ['other threads: ', owner.name, ...path.map(({ name }) => `, queued by ${packageName ?? ''} ${name}`)].join(
      ''
    )
  const calls = tellingCalls(path).map(callInWords)
  const name = [owner.name, ...calls].join(' > ') + (isSpread ? ' and what it calls' : '')
  return [groupWords[group], packageName, name].filter(Boolean).join(' ')
}

/**
 * Of the calls below an owner the first, and the last one that a person knows: public, or called as its module is.
 * @param {FunctionName[]} path
 */
function tellingCalls(path) {
  const [first, ...others] = path.filter(({ name }) => name !== '(program)')
  if (!first) return path.slice(-1)
  const known = others.findLast(({ name, file }) => isPublic(file) || file.endsWith(`/${name}`)) ?? others.at(-1)
  return known ? [first, known] : [first]
}

/** @param {FunctionName} call */
function callInWords({ name, file }) {
  return file === 'node:internal/console/constructor' ? `console.${name}` : name
}

/** @param {string} file */
function isPublic(file) {
  return file.startsWith('node:') && !file.startsWith('node:internal')
}

/**
 * @param {BlameRow[]} rows
 * @param {(value: number) => string} format
 */
function netInWords(rows, format) {
  const net = rows.reduce((sum, row) => sum + row.cost.difference, 0)
  return `${net < 0 ? '-' : '+'}${format(Math.abs(net))}`
}

/**
 * The difference of the bare launches, from the metrics table.
 * @param {Blame} blame
 * @param {Analysis} analysis
 * @returns {CostDifference | null}
 */
function bareDifference({ unit, candidate, baseline }, { loads }) {
  const row = loads[0]?.rows.find(({ metric }) => metric === 'cpuPerRequest')
  const [one, other, change] = [row?.estimates[baseline], row?.estimates[candidate], row?.changes[candidate]]
  if (unit === 'bytes' || !one || !other || !change) return null
  return {
    baseline: one.value,
    candidate: other.value,
    difference: one.value * change.relative,
    low: one.value * change.low,
    high: one.value * change.high,
    pValue: 1
  }
}

/**
 * @param {CostDifference} cost
 * @param {(value: number) => string} format
 */
function differenceInWords({ difference, low, high }, format) {
  const text = `${difference < 0 ? '-' : '+'}${format(Math.abs(difference))}`
  return low === null || high === null ? text : `${text} ±${format((high - low) / 2)}`
}
