/** @import { SourceExcerpt } from '../runs/types.js' */
/** @import { VerdictName } from '../verdict/types.js' */
/** @import { Blame, BlameRow, Card, CostOfRows, FunctionName, SourcePlace } from './types.js' */

const MOST_ROWS = 3
/** A row with a smaller share of the difference is only in the table. */
const LEAST_SHARE = 0.1

/**
 * Returns the rows that the summary of a run names: the largest of those that both profilers show or that are measured
 * directly. The verdict has the sign of what is named: it may be about the main thread, and the total of all threads may have
 * the other one. A row is compared with the larger of the totals of profiled and of unprofiled launches.
 * @param {Pick<Blame, 'rows' | 'total' | 'unprofiledTotal'>} blame
 * @param {VerdictName} verdict on the same variants
 * @returns {number[]} indexes of rows, the largest first; empty where the verdict is not slower or faster
 */
export function headlineOf({ rows, total, unprofiledTotal }, verdict) {
  if (verdict !== 'slower' && verdict !== 'faster') return []
  const sign = verdict === 'slower' ? 1 : -1
  const least = LEAST_SHARE * Math.max(Math.abs(total.difference), Math.abs(unprofiledTotal?.difference ?? 0))
  const named = rows.flatMap(({ evidence, cost }, row) => {
    const isNamed = evidence !== 'one-profiler' && cost.difference * sign >= least
    return isNamed ? [{ row, size: Math.abs(cost.difference) }] : []
  })
  return named
    .sort((a, b) => b.size - a.size)
    .slice(0, MOST_ROWS)
    .map(({ row }) => row)
}

/**
 * Returns the place in the source that a row names: its function, and the first call below it; of several functions of a package
 * the costliest.
 * @param {Pick<BlameRow, 'owner' | 'path' | 'joined' | 'threads'>} row
 * @returns {SourcePlace | null} null where the row names no function of a file
 */
export function placeOfRow({ owner, path, joined, threads }) {
  if (!owner || owner.line === null || owner.file.startsWith('node:') || owner.file === '') return null
  const [first] = threads === null && !joined ? knownCalls(path) : []
  const call = first && callAsWritten(first)
  return { file: owner.file, line: owner.line, call: call ?? null }
}

/**
 * Returns the places of all rows, whose source text belongs to a report.
 * @type {(blames: Blame[]) => SourcePlace[]} each once
 */
export function namedPlaces(blames) {
  const places = blames.flatMap(({ rows }) => rows.flatMap(row => placeOfRow(row) ?? []))
  return [...new Map(places.map(place => [JSON.stringify(place), place])).values()]
}

/**
 * Returns the rows of the headline by the source line that has their cost: calls of one name in one function are one line, and
 * so is the work that the function queues for the thread pool.
 * @param {BlameRow[]} rows
 * @param {number[]} headline indexes of rows
 * @param {(rows: number[]) => CostOfRows['cost']} costOf several rows together
 * @returns {CostOfRows[]} the largest first
 */
export function costsByPlace(rows, headline, costOf) {
  /** @type {number[][]} */
  const groups = []
  const sampledFirst = headline.toSorted((a, b) => Number(isPool(rows[a])) - Number(isPool(rows[b])))
  for (const index of sampledFirst) {
    const known = groups.find(([first = -1]) => isSamePlace(rows[first], rows[index]))
    if (known) known.push(index)
    else groups.push([index])
  }
  const places = groups.map(group => ({ rows: group, cost: costOf(group) }))
  return places.sort((a, b) => Math.abs(b.cost.difference) - Math.abs(a.cost.difference))
}

/** @type {(known: BlameRow | undefined, row: BlameRow | undefined) => boolean} */
function isSamePlace(known, row) {
  const [one, other] = [known && placeOfRow(known), row && placeOfRow(row)]
  if (!one || !other || one.file !== other.file || one.line !== other.line) return false
  return known?.owner?.name === row?.owner?.name && (one.call === other.call || isPool(row))
}

/** @param {BlameRow} [row] */
function isPool(row) {
  return row?.threads === 'pool'
}

/**
 * Returns a call as the source writes it, where that is known: the methods of the console are functions of one file, and V8
 * names its own methods such as `Builtin: ArrayPrototypeToSorted`.
 * @param {{ name: string, file: string }} call
 */
function callAsWritten({ name, file }) {
  if (file === 'node:internal/console/constructor') return `console.${name}`
  const [, first, rest] = /^Builtin: [A-Z]\w*?Prototype([A-Z])(\w*)$/.exec(name) ?? []
  if (first) return first.toLowerCase() + rest
  return /^[\w$.]+$/.test(name) ? name.split('.').at(-1) : undefined
}

/**
 * Returns the cards with the line of each place, as they show it.
 * @param {Card[]} cards
 * @param {SourceExcerpt[] | null} sources null of a run that was saved without them
 * @returns {Card[]}
 */
export function withBlamedLines(cards, sources) {
  return cards.map(card => ({
    ...card,
    places: card.places.map(each => (each.place ? { ...each, blamedLine: blamedLineOf(each.place, sources) } : each))
  }))
}

/**
 * Returns the line of the blamed call where the source text is known, or else the first line of the function.
 * @type {(place: SourcePlace, sources: SourceExcerpt[] | null) => number}
 */
export function blamedLineOf(place, sources) {
  return sourceOf(place, sources)?.text?.blamedLine ?? place.line
}

/** @param {SourcePlace} place @param {SourceExcerpt[] | null} sources */
export function sourceOf({ file, line, call }, sources) {
  return sources?.find(source => source.file === file && source.line === line && source.call === call)
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
