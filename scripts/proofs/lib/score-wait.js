import { namesLine, plantedWaits } from '../../../test/fixtures/servers/zoo/waits/catalog.js'

/** @import { WaitCase } from '../../../test/fixtures/servers/zoo/waits/catalog.js' */
/** @import { ChangedLine } from './wait-findings.js' */
/** @import { WaitRow } from './waits-plan.js' */

/** What was right in one run of the proof with planted waits; docs/zoo-of-waits.md says what each column means. */

/**
 * @typedef {object} ScoredWait
 * @property {WaitRow | null} row null where the case was not played
 * @property {WaitCase} waitCase
 * @property {{ line: number, extraMs: number }[]} planted the lines that wait longer, the planted one first
 * @property {ChangedLine | null} first of the named lines
 * @property {ChangedLine | null} found the change of the planted line, named or not
 * @property {Record<string, boolean[]>} hits by column, one entry per thing that it counts
 */

const CLOSE_RATIO = 0.1
const CLOSE_MS = 1

export const columns = /** @type {const} */ ([
  'line named',
  'line right',
  'size within 10% or 1 ms',
  'truth in the interval',
  'all named lines planted',
  'nobody named'
])

/** Returns what was right in a case; nothing is counted of a case that was not played. @type {(row: WaitRow | null, waitCase: WaitCase) => ScoredWait} */
export function scoreWait(row, waitCase) {
  const changes = row?.findings?.changes ?? []
  const planted = plantedWaits(waitCase)
  const named = changes.filter(isNamed)
  const [first = null] = named
  const found = changeAt(planted[0]?.line)
  const isPlayed = row !== null
  const isNaming = namesLine(waitCase)
  /** @type {Record<typeof columns[number], boolean[]>} */
  const hits = {
    'line named': isPlayed && isNaming ? [first !== null] : [],
    'line right': isPlayed && isNaming ? [first !== null && isAt(first, planted[0]?.line)] : [],
    'size within 10% or 1 ms': isPlayed && isNaming ? planted.map(isClose) : [],
    'truth in the interval': isPlayed && isNaming ? planted.map(isInside) : [],
    'all named lines planted': isPlayed && isNaming ? named.map(isPlanted) : [],
    'nobody named': isPlayed && !isNaming ? [row.findings !== null && first === null] : []
  }
  return { row, waitCase, planted, first, found, hits }

  /** @param {{ line: number, extraMs: number }} each */
  function isClose({ line, extraMs }) {
    // A line that waits for two things has two changes.
    const value = changes.filter(each => isAt(each, line)).reduce((sum, { changeMs }) => sum + changeMs.value, 0)
    return Math.abs(value - extraMs) <= Math.max(CLOSE_MS, CLOSE_RATIO * extraMs)
  }

  /** @param {{ line: number, extraMs: number }} each */
  function isInside({ line, extraMs }) {
    const { changeMs } = changeAt(line) ?? {}
    return changeMs !== undefined && changeMs.low <= extraMs && extraMs <= changeMs.high
  }

  /** @param {ChangedLine} change */
  function isPlanted({ file, line }) {
    return planted.some(each => isAt({ file, line }, each.line))
  }

  /** @param {number} [line] */
  function changeAt(line) {
    return changes.find(each => isAt(each, line)) ?? null
  }

  /** @type {(change: { file: string, line: number }, line: number | undefined) => boolean} */
  function isAt(change, line) {
    return change.file === waitCase.source && change.line === line
  }
}

/** Returns whether a run names a line: the interval of its change leaves out 0. @param {ChangedLine} change */
function isNamed({ changeMs: { low, high } }) {
  return low > 0 || high < 0
}
