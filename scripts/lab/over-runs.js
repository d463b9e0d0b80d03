import { median } from '../../src/stats/means.js'

/** @import { Section, Table } from '../../src/report/sections/sections.js' */
/** @import { Mean } from '../../src/stats/types.js' */
/** @import { Outcome } from '../../src/labs/skeleton/types.js' */

/** Values besides texts that say which cell a figure is of. */
const PLACES = [
  'isTls',
  'isAdmission',
  'sizeBytes',
  'files',
  'share',
  'connections',
  'running',
  'queued',
  'memoryBytes',
  'goal',
  'rounds'
]

/**
 * Returns the analyses of several runs of one plan as one: every mean is the middle one of the runs, and in place of its interval it has
 * the least and the largest of them; every other number is the middle one. A conclusion on which the runs differ is one that `differs`.
 * What the runs do not share, such as the other parts of a lab or texts that differ, is as it is in the first run.
 * @template Analysis
 * @param {Analysis} first @param {Analysis[]} others @returns {Analysis}
 */
export function overRuns(first, others) {
  return others.length === 0 ? first : merged([first, ...others])
}

/** @param {any[]} values at the same place of each run @returns {any} */
function merged(values) {
  const [first] = values
  if (values.every(value => typeof value === 'number')) return median(values)
  if (values.every(value => typeof value === 'boolean')) return values.every(Boolean)
  if (values.every(isMean)) return rangeOf(values)
  if (values.every(Array.isArray)) return mergedItems(values)
  if (!values.every(isObject) || !haveSameTexts(values)) return first
  // Values of a conclusion that only some runs have belong together.
  if (isConclusion(first) && !haveSameValues(values)) return { ...first, ...outcomeOver(values) }
  const result = Object.fromEntries(Object.keys(first).map(key => [key, merged(values.map(value => value[key]))]))
  return isConclusion(first) ? { ...result, ...outcomeOver(values) } : result
}

/** @param {object} value */
function isConclusion(value) {
  return 'outcome' in value && 'id' in value
}

/** @param {{ values?: Record<string, unknown> }[]} rows */
function haveSameValues(rows) {
  const namesOf = (/** @type {Record<string, unknown>} */ values) =>
    Object.keys(values).filter(name => values[name] !== null)
  return new Set(rows.map(({ values = {} }) => namesOf(values).join())).size === 1
}

/** @param {Mean[]} means @returns {Mean} */
function rangeOf(means) {
  const values = means.map(({ value }) => value)
  return { value: median(values) ?? 0, low: Math.min(...values), high: Math.max(...values), runs: means.length }
}

/**
 * Returns the items of the first run, each with its counterparts; where that is not clear, as they are in the first run.
 * @param {any[][]} lists @returns {any[]}
 */
function mergedItems([first = [], ...others]) {
  const lists = [first, ...others]
  if (lists.every(list => list.length === first.length && list.every(item => typeof item === 'number')))
    return first.map((_, index) => median(lists.map(list => Number(list[index]))))
  if (!lists.every(list => list.every(isObject) && new Set(list.map(keyOf)).size === list.length)) return first
  return first.map(item => {
    const found = others.flatMap(list => list.find(other => keyOf(other) === keyOf(item)) ?? [])
    return found.length === others.length ? merged([item, ...found]) : item
  })
}

/** Returns whether figures are of the same thing, by the texts beside them; conclusions may differ in their outcome. @param {any[]} values */
function haveSameTexts(values) {
  const textsOf = (/** @type {any} */ value) =>
    Object.entries(value).filter(([key, own]) => typeof own === 'string' && !(key === 'outcome' && isConclusion(value)))
  return new Set(values.map(value => JSON.stringify(textsOf(value)))).size === 1
}

/** Returns what an item is of: its texts, and the numbers that say where it belongs. @param {any} item */
function keyOf(item) {
  const own = Object.entries(item).filter(
    ([key, value]) => (typeof value === 'string' && key !== 'outcome') || PLACES.includes(key)
  )
  return JSON.stringify(own)
}

/** @param {{ outcome: Outcome }[]} rows @returns {{ outcome: Outcome, outcomes?: Outcome[] }} */
function outcomeOver(rows) {
  const outcomes = rows.map(({ outcome }) => outcome)
  const [first = 'cannot tell'] = outcomes
  return outcomes.every(outcome => outcome === first) ? { outcome: first } : { outcome: 'differs', outcomes }
}

/** @param {any} value */
function isMean(value) {
  return isObject(value) && typeof value.value === 'number' && 'low' in value && 'high' in value
}

/** @param {any} value */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns sections whose tables have, behind each figure that has no range yet, those of the single runs where they differ from it.
 * @param {Section[]} sections of the runs as one @param {Section[][]} runs the same sections of each run @returns {Section[]}
 */
export function withRuns(sections, runs) {
  return sections.map((section, index) => {
    const { table } = section
    // Headings have figures of their own run.
    const tables = runs.flatMap(run => (run.length === sections.length && run[index]?.table) || [])
    if (!table || tables.length < runs.length) return section
    return { ...section, table: { ...table, rows: table.rows.map(row => rowWithRuns(row, table, tables)) } }
  })
}

/** @param {string[]} row @param {Table} table of all runs as one @param {Table[]} tables of each run */
function rowWithRuns(row, { textColumns = 1, header }, tables) {
  const nameOf = (/** @type {string[]} */ cells) => cells.slice(0, textColumns).join()
  const name = nameOf(row)
  const counterparts = tables.map(table => ({ ...table, row: table.rows.find(other => nameOf(other) === name) }))
  return row.map((cell, column) => {
    if (column < textColumns || / to |each time/.test(cell)) return cell
    const own = counterparts.map(other => {
      // Two columns may have one name.
      const at = other.header[column] === header[column] ? column : other.header.indexOf(header[column] ?? '')
      return withoutBrackets(other.row?.[at] ?? cell)
    })
    // A count and the whole that it is of are of one run.
    if (cell.includes(' of ')) return [...new Set(own)].join(', ')
    const differing = own.filter(text => text !== withoutBrackets(cell))
    return differing.length === 0 ? cell : `${cell} (${differing.join(', ')})`
  })
}

/** @param {string} text */
function withoutBrackets(text) {
  return text.replace(/ \(.*\)$/, '')
}
