import { CONTEXT_LINES } from '../profile/tree/source-excerpt.js'
import { groupBy } from '../stats/group-by.js'
import { sum } from '../stats/means.js'

/** @import { PackageLine, SourceExcerpt } from '../runs/types.js' */
/** @import { VerdictName } from '../verdict/types.js' */
/** @import { Blame, BlameRow, CardPlace, FunctionName, PlaceOfRows, SourcePlace } from './types.js' */

/** @typedef {Pick<BlameRow, 'owner' | 'broughtInAt'> & { annotated?: { line: number }[] }} PlacedRow of a blame, or of the costs of one variant */

const MOST_PLACES = 3
/** Of one function. */
export const MOST_LINES = 3
/** A row with a smaller share of the difference is only in the table. */
const LEAST_SHARE = 0.1

/**
 * Returns the rows that the summary of a run names: those of the functions with the largest differences that both profilers show or that
 * are measured directly, and of all functions where one profiler ran alone. The verdict has the sign of what is named: it may be about the
 * main thread, and the total of all threads may have the other one. A function is compared with the larger of the totals of profiled and of
 * unprofiled launches, and named with all its rows of that sign.
 * @param {Pick<Blame, 'rows' | 'total' | 'unprofiledTotal'>} blame
 * @param {VerdictName} verdict on the same variants @param {boolean} [isAlone] whether no second profiler was to confirm
 * @param {number[]} [asked] indexes of the rows that may be named
 * @returns {number[]} indexes of rows, the largest first; empty where the verdict is not slower or faster
 */
export function headlineOf({ rows, total, unprofiledTotal }, verdict, isAlone = false, asked = [...rows.keys()]) {
  if (verdict !== 'slower' && verdict !== 'faster') return []
  const sign = verdict === 'slower' ? 1 : -1
  const least = LEAST_SHARE * Math.max(Math.abs(total.difference), Math.abs(unprofiledTotal?.difference ?? 0))
  const withVerdict = asked.filter(index => differenceOf(index) * sign > 0)
  const places = rowsByPlace(rows, withVerdict).map(own => ({ own, size: sum(own.map(differenceOf)) * sign }))
  return places
    .filter(({ own }) => sum(own.filter(isEvident).map(differenceOf)) * sign >= least)
    .sort((a, b) => b.size - a.size)
    .slice(0, MOST_PLACES)
    .flatMap(({ own }) => own)
    .sort((a, b) => (differenceOf(b) - differenceOf(a)) * sign)

  /** @param {number} index */
  function differenceOf(index) {
    return rows[index]?.cost.difference ?? 0
  }

  /** @param {number} index */
  function isEvident(index) {
    return isAlone || rows[index]?.evidence !== 'one-profiler'
  }
}

/**
 * Returns where the function that a row names begins; of several functions of a package the costliest.
 * @param {Pick<BlameRow, 'owner'>} row
 * @returns {SourcePlace | null} null where the row names no function of a file
 */
export function placeOfRow({ owner }) {
  if (!owner || owner.line === null || owner.file.startsWith('node:') || owner.file === '') return null
  return { file: owner.file, line: owner.line }
}

/**
 * Returns the places of all rows of tables, whose source text belongs to a report: their lines, or where their functions begin. Lines
 * with nearly the same lines around them have one place.
 * @type {(tables: { rows: PlacedRow[] }[]) => SourcePlace[]} each once
 */
export function namedPlaces(tables) {
  const byFile = groupBy(
    tables.flatMap(({ rows }) => rows.flatMap(placesIn)),
    ({ file }) => file
  )
  return [...byFile.values()].flatMap(function thin(places) {
    const sorted = places.toSorted((a, b) => a.line - b.line)
    /** @type {SourcePlace[]} */
    const kept = []
    for (const place of sorted)
      if (place.line - (kept.at(-1)?.line ?? -CONTEXT_LINES) >= CONTEXT_LINES) kept.push(place)
    return kept
  })
}

/** @param {PlacedRow} row @returns {SourcePlace[]} */
function placesIn(row) {
  const place = placeOfRow(row)
  if (!place) return []
  const { annotated = [], broughtInAt = [] } = row
  const lines = annotated.length === 0 ? [place] : annotated.map(({ line }) => ({ ...place, line }))
  return [...lines, ...broughtInAt.slice(0, MOST_LINES)]
}

/**
 * Returns the rows of the headline by the function that has their cost, and also the work that it queues for the thread pool; those of a
 * package that the app does not call together.
 * @param {BlameRow[]} rows
 * @param {number[]} headline indexes of rows
 * @param {(rows: number[]) => PlaceOfRows} placeOf several rows together
 * @returns {PlaceOfRows[]} the largest first
 */
export function costsByPlace(rows, headline, placeOf) {
  return rowsByPlace(rows, headline)
    .map(placeOf)
    .sort((a, b) => Math.abs(b.cost.difference) - Math.abs(a.cost.difference))
}

/** @type {(rows: BlameRow[], indexes: number[]) => number[][]} */
function rowsByPlace(rows, indexes) {
  /** @type {number[][]} */
  const groups = []
  const sampledFirst = indexes.toSorted((a, b) => Number(isPool(rows[a])) - Number(isPool(rows[b])))
  for (const index of sampledFirst) {
    const known = groups.find(([first = -1]) => isSamePlace(rows[first], rows[index]))
    if (known) known.push(index)
    else groups.push([index])
  }
  return groups
}

/** @type {(known: BlameRow | undefined, row: BlameRow | undefined) => boolean} */
function isSamePlace(known, row) {
  if (!known || !row) return false
  if (isUncalled(known) && isUncalled(row) && known.packageName === row.packageName) return true
  const [one, other] = [placeOfRow(known), placeOfRow(row)]
  if (!one || !other || one.file !== other.file || one.line !== other.line) return false
  return known.owner?.name === row.owner?.name
}

/**
 * Returns whether a row is of a package and nothing of the app is on the stack: middleware, plugins, streams, and the thread pool.
 * @param {Pick<BlameRow, 'group' | 'packageName' | 'caller'> & { threads: string | null }} row
 */
function isUncalled({ group, packageName, caller, threads }) {
  return packageName !== null && (threads === 'pool' || (group === 'package' && caller === null))
}

/**
 * Returns a row with the lines of the app that bring its package in, where the app does not call that.
 * @template {Parameters<typeof isUncalled>[0]} Row
 * @param {Row} row @param {PackageLine[]} lines
 * @returns {Row & Pick<BlameRow, 'broughtInAt'>}
 */
export function withPackageLines(row, lines) {
  const own = isUncalled(row) ? lines.filter(({ packageName }) => packageName === row.packageName) : []
  return own.length === 0 ? row : { ...row, broughtInAt: own.map(({ file, line }) => ({ file, line })) }
}

/** @param {BlameRow} [row] */
function isPool(row) {
  return row?.threads === 'pool'
}

/**
 * Returns a place of a card as it is shown: of a package that the app does not call its whole cost, at the line of the app that brings it in,
 * or where its costliest function begins if several lines do.
 * @param {CardPlace} each @returns {CardPlace}
 */
export function shownPlace(each) {
  const [first, ...others] = each.broughtInAt ?? []
  if (!first || !each.place) return each
  const place = others.length === 0 ? { file: first.file, line: first.line } : each.place
  return { ...each, place, line: null, lines: [] }
}

/** Returns the lines that a card shows of a place, the largest first. @param {CardPlace} place */
export function shownLines({ place, line, lines = [], cost }) {
  if (!line) return place ? [{ line: place.line, cost }] : []
  return lines.slice(0, MOST_LINES).map(({ line, cost: { difference, low, high } }) => ({
    line,
    cost: { micros: difference, low, high }
  }))
}

/**
 * Returns the text with a line, or why there is none.
 * @param {SourcePlace} place @param {SourceExcerpt[] | null} sources
 */
export function sourceOf({ file, line }, sources) {
  const own = sources?.filter(source => source.file === file) ?? []
  const known = own.find(({ text }) => text?.lines[line - text.firstLine] !== undefined)
  // Why the text of one line is missing is true of its whole file.
  return known ?? own.find(({ omitted }) => omitted !== null)
}

/**
 * Returns the lines of a file that are at or around some lines, each once and in their order, as far as their text is known.
 * @param {string} file @param {number[]} lines @param {SourceExcerpt[] | null} sources
 * @returns {{ number: number, text: string }[]}
 */
export function linesAround(file, lines, sources) {
  const texts = sources?.flatMap(source => (source.file === file ? (source.text ?? []) : [])) ?? []
  const known = new Map(texts.flatMap(({ firstLine, lines }) => lines.map((text, at) => [firstLine + at, text])))
  const isNear = (/** @type {number} */ number) => lines.some(line => Math.abs(line - number) <= CONTEXT_LINES)
  const near = [...known].filter(([number]) => isNear(number)).map(([number, text]) => ({ number, text }))
  return near.sort((a, b) => a.number - b.number)
}

/**
 * Returns the first of the calls below an owner, and the last one that a person knows: public, or called as its module is.
 * These are the calls that a row is named after.
 * @template {FunctionName} Call
 * @param {Call[]} path
 * @returns {Call[]} at most two
 */
export function knownCalls(path) {
  const [first, ...others] = path.filter(isCall)
  if (!first) return path.slice(-1)
  const known = others.findLast(({ name, file }) => isPublic(file) || file.endsWith(`/${name}`)) ?? others.at(-1)
  return known ? [first, known] : [first]
}

/**
 * Returns whether a frame is a call that a source has, and not what node's C++ code does in between: `console.log` is called through
 * node::inspector::InspectorConsoleCall until V8 has optimised its caller.
 * @param {FunctionName} frame
 */
function isCall({ name }) {
  return name !== '(program)' && !/^(node|v8)::/.test(name)
}

/** @param {string} file */
function isPublic(file) {
  return file.startsWith('node:') && !file.startsWith('node:internal')
}
