import { WorkshopError } from '../errors/errors.js'
import { isObject } from '../errors/type-guards.js'
import { withoutChecksum } from '../system/files/checksum.js'
import { plainFileFault, readPlainFile, readPlainLines, UnreadFile } from '../system/files/read-plain-file.js'
import { wrongValueIn } from './check-record.js'

/** @import { RunFolder } from './run-folder.js' */
/** @import { RunOrigin, Unread, UnreadReason } from './types.js' */

/** Of a file that is read as one JSON text: a hundred times what the committed run has. Parsed it can take 20 times as much memory. */
export const MOST_JSON_BYTES = 32e6

/**
 * @typedef {ReturnType<typeof folderReader>} Reader
 *
 * @typedef {object} Checks of one file
 * @property {(record: any) => any} [upgrade] from an older version
 * @property {(record: any) => UnreadReason | null} [check] whether a record of the right shape is used
 *
 * @typedef {Checks & { keyOf?: (record: any) => string, isNeeded?: boolean }} LineChecks `keyOf`: what no two records have in common;
 *   `isNeeded`: the run has such a file
 */

/** Returns a reader of a run folder. What is damaged is skipped and noted with its place. @param {RunFolder} folder @param {RunOrigin} manifest */
export function folderReader(folder, { checksum, checksums = {} }) {
  /** @type {Unread[]} */
  const unread = []
  if (checksum === undefined) skip(folder.manifest, 'no-checksums')
  return { unread, lines, json, boundsOf, skip }

  /**
   * Reads a file of JSON Lines.
   * @param {string} file @param {string} type of its records @param {LineChecks} [checks]
   * @returns {any[]} empty where there is none
   */
  function lines(file, type, { keyOf, isNeeded = false, ...checks } = {}) {
    /** @type {any[]} */
    const records = []
    const keys = new Set()
    let isNamed = false
    try {
      const rest = readPlainLines(file, take, { within: folder.root })
      if (!isNamed && plainFileFault(file, boundsOf(file)) === 'checksum') skip(file, 'other-lines')
      else if (rest !== '') skip(file, 'cut-off')
    } catch (error) {
      if (!(error instanceof UnreadFile)) throw error
      if (error.fault !== 'missing') throw unreadable(file, error)
      if (isNeeded || boundsOf(file).checksum !== undefined) skip(file, 'missing')
    }
    return records

    /** @type {(text: string | null, line: number) => void} */
    function take(text, line) {
      const content = text === null || checksum === undefined ? text : withoutChecksum(text)
      isNamed ||= content === null
      if (content === null) return skip(file, text === null ? 'too-large' : 'checksum', { line })
      const { record, reason, place } = checkedRecord(content, type, checks)
      if (reason) return skip(file, reason, { line, place })
      const key = keyOf?.(record)
      if (key !== undefined && keys.has(key)) return skip(file, 'duplicate', { line })
      keys.add(key)
      records.push(record)
    }
  }

  /**
   * Reads a file that is one record.
   * @param {string} file @param {string} type @param {Checks & { mostBytes?: number }} [checks]
   * @returns {any} null where it is missing, damaged or larger
   */
  function json(file, type, { mostBytes = MOST_JSON_BYTES, ...checks } = {}) {
    const text = textOr(file, { ...boundsOf(file), mostBytes }, function noteFault({ fault }) {
      if (fault !== 'missing') skip(file, fault)
      return null
    })
    if (text === null) return null
    const { record, reason, place } = checkedRecord(text, type, checks)
    if (reason) skip(file, reason, { place })
    return reason ? null : record
  }

  /** Returns where a file must be, and its checksum in run.json, which has none of some. @param {string} file */
  function boundsOf(file) {
    return { within: folder.root, checksum: checksums[folder.relative(file)] }
  }

  /**
   * Notes what is not read.
   * @param {string} file @param {UnreadReason} reason @param {{ line?: number, place?: string }} [at]
   */
  function skip(file, reason, { line, place } = {}) {
    const name = folder.relative(file)
    const known = unread.find(each => each.file === name && each.reason === reason)
    if (known?.lines) known.lines.count++
    else if (!known) {
      const lines = line === undefined ? null : { count: 1, first: line }
      unread.push({ file: name, reason, lines, place: place ?? null })
    }
  }
}

/**
 * Returns the record of a text, or why it is not used.
 * @param {string} text @param {string} type @param {Checks} checks
 * @returns {{ record?: any, reason?: UnreadReason | null, place?: string }}
 */
function checkedRecord(text, type, { upgrade, check }) {
  const parsed = parse(text)
  if (parsed === undefined) return { reason: 'not-json' }
  const record = upgrade && isObject(parsed) ? upgrade(parsed) : parsed
  const wrong = wrongValueIn(type, record)
  return wrong ? { reason: 'wrong-value', place: wrong.place } : { record, reason: check?.(record) }
}

/** @param {string} text @returns {unknown} undefined where it is not JSON */
export function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads a file; of one that is not read, returns or throws what a function makes of the reason.
 * @template T
 * @param {string} file @param {Parameters<typeof readPlainFile>[1]} bounds @param {(error: UnreadFile) => T} orElse
 */
export function textOr(file, bounds, orElse) {
  try {
    return readPlainFile(file, bounds)
  } catch (error) {
    if (error instanceof UnreadFile) return orElse(error)
    throw error
  }
}

/** Returns the error of a file that a run cannot be read without. @param {string} file @param {UnreadFile} error */
export function unreadable(file, error) {
  const advice = error.fault === 'too-large' ? '; a run with fewer rounds (--max-time) leaves less' : ''
  return new WorkshopError('ERR_UNREADABLE_FILE', { path: file, problem: `${error.message}${advice}` }, error)
}
