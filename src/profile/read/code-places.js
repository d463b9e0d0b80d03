import path from 'node:path'
import { isObject } from '../../errors/type-guards.js'
import { getOrAdd } from '../../stats/group-by.js'

/** @import { Frame, LineTexts } from '../types.js' */

/**
 * @typedef {{ script: number, start: number }} FunctionSource a function's script, and where in its text it begins
 * @typedef {FunctionSource & { offset: number, frame: Frame }} CodePlace
 * @typedef {{ line: number, column: number }} Position both from 1
 */

/** As V8 counts lines. */
const lineEnd = /\r\n|[\n\r\u2028\u2029]/g

/** A longer one is generated code: it says nothing about the places on it. */
const LONGEST_LINE = 1000

/**
 * Places in the code of scripts. V8's log has them as offsets into the texts, which come after all that names them: a place is a number
 * until its script is known.
 */
export class CodePlaces {
  /** @type {Map<string, number>} */
  #numbers = new Map()
  /** @type {Map<number, { number: number, place: CodePlace }[]>} by script */
  #ofScripts = new Map()
  /** @type {Map<number, Position>} by number of the place */
  #positions = new Map()
  #scripts = 0
  /** Of the app and of packages. @type {LineTexts} */
  texts = {}

  /** Returns the number of a place. @param {CodePlace} place */
  numberOf(place) {
    const { script, start, offset, frame } = place
    return getOrAdd(this.#numbers, `${script}:${start}:${offset}:${frame.line}:${frame.column}`, () => {
      const number = this.#numbers.size
      getOrAdd(this.#ofScripts, script, () => []).push({ number, place })
      return number
    })
  }

  /** Takes the next script: their places in the list are their numbers. @param {unknown} entry */
  addScript(entry) {
    const places = this.#ofScripts.get(this.#scripts++)
    const text = isObject(entry) ? entry.source : null
    if (!places || typeof text !== 'string') return
    const starts = [0, ...Array.from(text.matchAll(lineEnd), ({ index, 0: end }) => index + end.length)]
    for (const { number, place } of places) {
      const position = positionOf(place, starts, text.length)
      if (!position) continue
      this.#positions.set(number, position)
      this.#addText(place.frame.file, position.line, text.slice(starts[position.line - 1], starts[position.line]))
    }
  }

  /** @type {(file: string, line: number, text: string) => void} */
  #addText(file, line, text) {
    if (!path.isAbsolute(file) || text.length > LONGEST_LINE) return
    const texts = this.texts[file] ?? {}
    texts[line] ??= hashOf(text.trim())
    this.texts[file] = texts
  }

  /** Returns the position of a place; undefined where the log does not have it. @param {number} number */
  positionOf(number) {
    return this.#positions.get(number)
  }
}

/** FNV-1a in 32 bits. @param {string} text */
function hashOf(text) {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/**
 * Returns the position of a place whose function begins in the text where its name says: any other text is not that of the function.
 * @type {(place: CodePlace, starts: number[], length: number) => Position | null}
 */
function positionOf({ start, offset, frame }, starts, length) {
  if (offset < start || offset > length) return null
  const begin = at(start)
  return begin.line === frame.line && begin.column === frame.column ? at(offset) : null

  /** @param {number} place @returns {Position} */
  function at(place) {
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= place) low = middle + 1
      else high = middle
    }
    return { line: low, column: place - (starts[low - 1] ?? 0) + 1 }
  }
}
