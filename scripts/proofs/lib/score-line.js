import { plantedLines } from '../../../test/fixtures/servers/zoo/lines/catalog.js'

/** @import { LineCase } from '../../../test/fixtures/servers/zoo/lines/catalog.js' */
/** @import { NamedFunction, NamedLine } from './line-findings.js' */
/** @import { LineRow } from './line-plan.js' */

/** What was right in one run of the proof with planted lines; docs/blame.md says what each column means. */

/**
 * @typedef {object} ScoredLine
 * @property {LineRow} row
 * @property {LineCase} lineCase
 * @property {Record<string, boolean[]>} hits by column, one entry per thing that it counts
 */

const CLOSE_SHARE = 0.1
const CLOSE_RATIO = 0.15
const CLOSE_MICROS = 2

export const columns = /** @type {const} */ ([
  'function named',
  'line named',
  'named line right',
  'all lines right',
  'share within 10 points',
  'µs within 15% or 2 µs'
])

/** @type {(row: LineRow, lineCase: LineCase) => ScoredLine} */
export function scoreLine(row, lineCase) {
  const planted = plantedLines(lineCase)
  const { named = [], truthMicros = null } = row.findings ?? {}
  const [first] = named.map(each => seenOf(each, lineCase))
  const isNamed = first !== undefined && first.file === lineCase.source
  const [costliest] = planted
  /** @type {Record<typeof columns[number], boolean[]>} */
  const hits = {
    'function named': costliest ? [isNamed] : [],
    'line named': costliest && isNamed ? [first.lines.length > 0] : [],
    'named line right': first?.lines[0] ? [isNamed && first.lines[0].line === costliest?.line] : [],
    'all lines right': named.map(each => seenOf(each, lineCase)).flatMap(isEachPlanted),
    'share within 10 points': isNamed && planted.length > 1 ? planted.map(isShareClose) : [],
    'µs within 15% or 2 µs': isNamed && truthMicros !== null ? planted.map(isCostClose) : []
  }
  return { row, lineCase, hits }

  /** @param {Seen} seen */
  function isEachPlanted({ file, lines }) {
    return lines.map(({ line }) => file === lineCase.source && planted.some(each => each.line === line))
  }

  /** @param {{ line: number, share: number }} each */
  function isShareClose({ line, share }) {
    return Math.abs(microsOf(line) / (first?.micros ?? 0) - share) <= CLOSE_SHARE
  }

  /** @param {{ line: number, share: number }} each */
  function isCostClose({ line, share }) {
    const truth = share * (truthMicros ?? 0)
    return Math.abs(microsOf(line) - truth) <= Math.max(CLOSE_MICROS, CLOSE_RATIO * truth)
  }

  /** @param {number} line */
  function microsOf(line) {
    return first?.annotated.find(each => each.line === line)?.micros ?? 0
  }
}

/** @typedef {{ file: string, micros: number, lines: NamedLine[], annotated: NamedLine[] }} Seen */

/** Returns what a card says of lines that are planted as those of a case are. @type {(named: NamedFunction, lineCase: LineCase) => Seen} */
function seenOf({ file, micros, line, lines, annotated, calledAt, broughtInAt = null }, { as = 'line' }) {
  if (as === 'line') return { file, micros, lines: line === null ? [] : lines, annotated }
  const called = as === 'call' ? calledAt : broughtInAt
  return { file: called?.file ?? file, micros, lines: called?.lines ?? [], annotated: called?.lines ?? [] }
}
