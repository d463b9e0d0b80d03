import { WorkshopError } from '../errors/errors.js'
import { isObject } from '../errors/type-guards.js'
import { readPlainFile, readPlainLines, UnreadFile } from '../system/files/read-plain-file.js'
import { wrongValueIn } from './check-record.js'

/** @import { RunLayout } from './run-layout.js' */
/** @import { Unread, UnreadReason } from './types.js' */

/** Of a file that is read as one JSON text: a hundred times what the committed run has. Parsed it can take 20 times as much memory. */
export const MOST_JSON_BYTES = 32e6

/**
 * @typedef {object} Reader reads the files of one run folder, and keeps what it did not read
 * @property {Unread[]} unread
 * @property {(file: string, type: string, checks?: LineChecks) => any[]} lines reads a file of JSON Lines; empty where there is none
 * @property {(file: string, type: string, checks?: Checks & { mostBytes?: number }) => any} json reads a file; null where it is missing,
 *   damaged or larger
 * @property {(file: string, reason: UnreadReason, at?: { line?: number, place?: string }) => void} skip notes what is not read
 *
 * @typedef {object} Checks of one file
 * @property {(record: any) => any} [upgrade] from an older version
 * @property {(record: any) => UnreadReason | null} [check] whether a record of the right shape is used
 *
 * @typedef {Checks & { keyOf?: (record: any) => string }} LineChecks `keyOf`: what no two records have in common
 */

/**
 * Returns a reader of a run folder. What is damaged is skipped and noted with its place.
 * @param {RunLayout} layout @returns {Reader}
 */
export function folderReader(layout) {
  /** @type {Unread[]} */
  const unread = []
  const within = { within: layout.root }
  return { unread, lines, json, skip }

  /** @type {Reader['lines']} */
  function lines(file, type, { upgrade = same, check = always, keyOf } = {}) {
    /** @type {any[]} */
    const records = []
    const keys = new Set()
    try {
      const rest = readPlainLines(file, take, within)
      if (rest !== '') skip(file, 'cut-off')
    } catch (error) {
      if (!(error instanceof UnreadFile)) throw error
      if (error.fault !== 'missing') throw unreadable(file, error)
    }
    return records

    /** @type {(line: string | null, number: number) => void} */
    function take(text, line) {
      if (text === null) return skip(file, 'too-large', { line })
      const parsed = parse(text)
      if (parsed === undefined) return skip(file, 'not-json', { line })
      const record = isObject(parsed) ? upgrade(parsed) : parsed
      const wrong = wrongValueIn(type, record)
      if (wrong) return skip(file, 'wrong-value', { line, place: wrong.place })
      const reason = check(record)
      if (reason) return skip(file, reason, { line })
      const key = keyOf?.(record)
      if (key !== undefined && keys.has(key)) return skip(file, 'duplicate', { line })
      keys.add(key)
      records.push(record)
    }
  }

  /** @type {Reader['json']} */
  function json(file, type, { upgrade = same, check = always, mostBytes = MOST_JSON_BYTES } = {}) {
    const text = textOf(file, mostBytes)
    if (text === null) return null
    const parsed = parse(text)
    if (parsed === undefined) return refuse('not-json')
    const record = upgrade(parsed)
    const wrong = wrongValueIn(type, record)
    if (wrong) return refuse('wrong-value', wrong.place)
    const reason = check(record)
    return reason === null ? record : refuse(reason)

    /** @type {(reason: UnreadReason, place?: string) => null} */
    function refuse(reason, place) {
      skip(file, reason, { place })
      return null
    }
  }

  /** @param {string} file @param {number} mostBytes */
  function textOf(file, mostBytes) {
    try {
      return readPlainFile(file, { ...within, mostBytes })
    } catch (error) {
      if (!(error instanceof UnreadFile)) throw error
      if (error.fault !== 'missing') skip(file, error.fault)
      return null
    }
  }

  /** @type {Reader['skip']} */
  function skip(file, reason, { line, place } = {}) {
    const name = layout.relative(file)
    const known = unread.find(each => each.file === name && each.reason === reason)
    if (known?.lines) known.lines.count++
    else if (!known)
      unread.push({
        file: name,
        reason,
        lines: line === undefined ? null : { count: 1, first: line },
        place: place ?? null
      })
  }
}

/** @param {string} text @returns {unknown} undefined where it is not JSON */
export function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the error of a file that a run cannot be read without. @param {string} file @param {UnreadFile} error */
export function unreadable(file, error) {
  const advice = error.fault === 'too-large' ? '; a run with fewer rounds (--max-time) leaves less' : ''
  return new WorkshopError('ERR_UNREADABLE_FILE', { path: file, problem: `${error.message}${advice}` }, error)
}

/** @template T @param {T} record */
function same(record) {
  return record
}

/** @returns {null} */
function always() {
  return null
}
