import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { WorkshopError } from '../../errors/errors.js'
import { isNestedTooDeeply } from '../../system/files/nesting.js'
import { readPlainFile } from '../../system/files/read-plain-file.js'

/** @import { KeyPath } from './keys.js' */

const STRING = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"`
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`
/** A token of RFC 8259 and the white space before it. */
const TOKEN = new RegExp(String.raw`[ \t\r\n]*(${STRING}|${NUMBER}|true|false|null|[{}[\],:])`, 'y')

/** @typedef {'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end'} Expected what may come next */

/** A person writes less. */
const MOST_BYTES = 1e6

/**
 * Reads a JSON file that a person writes.
 * @param {string} file
 * @param {string} name in errors
 * @returns {{ value: any, lines: ReturnType<typeof jsonLines> }} `lines`: those of its keys
 * @throws {WorkshopError} ERR_CONFIG with the line of what is no JSON, or why the file cannot be read
 */
export function readJson(file, name) {
  const text = readText(file, name)
  if (isNestedTooDeeply(text)) throw configError(`${name}: it is nested too deeply`)
  const lines = jsonLines(text)
  try {
    return { value: JSON.parse(text), lines }
  } catch (error) {
    const { message } = /** @type {Error} */ (error)
    const problem = text.trim() === '' ? 'the file is empty' : message.replace(/\s+/g, ' ')
    throw configError(`${name}:${lines.ofError()}: ${problem}`, error)
  }
}

/**
 * Returns the text of a file that a person writes.
 * @param {string} file
 * @param {string} name in errors
 * @throws {WorkshopError} ERR_CONFIG
 */
export function readText(file, name) {
  try {
    return readPlainFile(file, { mostBytes: MOST_BYTES })
  } catch (error) {
    const { message } = /** @type {Error} */ (error)
    throw configError(`${name} cannot be read: ${message}; name a file of text`, error)
  }
}

/** @param {string} problems @param {unknown} [cause] */
function configError(problems, cause) {
  return new WorkshopError('ERR_CONFIG', { problems }, cause)
}

/**
 * Returns the lines of a JSON text, which is YAML too: that of each key, of the first error, and of keys that are there twice.
 * @param {string} text
 */
export function jsonLines(text) {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, schema: 'json' })
  return { ofKey, ofError, ofDuplicates }

  /** Returns the line of a key, or of the closest one above it that is there. @param {KeyPath} keys */
  function ofKey(keys) {
    /** @type {unknown} */
    let node = document.contents
    let offset = document.contents?.range[0] ?? 0
    for (const key of keys) {
      const found = childOf(node, key)
      if (!found) break
      node = found.node
      offset = found.offset
    }
    return lineCounter.linePos(offset).line
  }

  /** Returns the line of what JSON.parse refuses. */
  function ofError() {
    return text.slice(0, jsonFault(text)).split('\n').length
  }

  /** Returns the keys that their object has before, each with its line. JSON.parse takes the last one of equal keys. */
  function ofDuplicates() {
    const duplicates = document.errors.filter(({ code }) => code === 'DUPLICATE_KEY')
    return duplicates.map(({ pos: [offset] }) => ({ key: keyAt(text, offset), line: lineCounter.linePos(offset).line }))
  }
}

/** @param {string} text @param {number} offset of a key @returns {string} */
function keyAt(text, offset) {
  const [key = '""'] = /"(?:[^"\\]|\\.)*"/.exec(text.slice(offset)) ?? []
  return JSON.parse(key)
}

/** @param {unknown} node @param {string | number} key */
function childOf(node, key) {
  if (isSeq(node)) {
    const item = node.items[Number(key)]
    return rangeOf(item) && { node: item, offset: rangeOf(item)?.[0] ?? 0 }
  }
  if (!isMap(node)) return undefined
  const pair = node.items.findLast(each => isScalar(each.key) && each.key.value === key)
  return pair && { node: pair.value, offset: rangeOf(pair.key)?.[0] ?? 0 }
}

/** @param {unknown} node */
function rangeOf(node) {
  return /** @type {{ range?: [number, number, number] } | undefined} */ (node)?.range
}

/**
 * Returns the offset of what JSON.parse refuses, which its message does not have in every version of Node.js.
 * @param {string} text
 * @returns {number} the length of the text where nothing is refused, or where it ends too early
 */
export function jsonFault(text) {
  /** @type {string[]} */
  const open = []
  /** @type {Expected} */
  let expected = 'value'
  let offset = 0
  const end = text.trimEnd().length
  while (offset < end) {
    TOKEN.lastIndex = offset
    const token = TOKEN.exec(text)?.[1]
    const next = token === undefined ? null : after(token)
    if (token === undefined || next === null) return offset + text.slice(offset).search(/[^ \t\r\n]/)
    offset = TOKEN.lastIndex
    expected = next
  }
  return end

  /** @param {string} token @returns {Expected | null} null where it may not come next */
  function after(token) {
    const closes = open.at(-1) === '{' ? '}' : ']'
    const mayClose = expected === ', or end' ? open.length > 0 : expected.endsWith(closes)
    if (token === closes && mayClose) {
      open.pop()
      return ', or end'
    }
    if (expected === ', or end') return token === ',' && open.length > 0 ? afterComma() : null
    if (expected === ':') return token === ':' ? 'value' : null
    if (expected.startsWith('key')) return token.startsWith('"') ? ':' : null
    if (token === '{' || token === '[') {
      open.push(token)
      return token === '{' ? 'key or }' : 'value or ]'
    }
    return /^["\w-]/.test(token) ? ', or end' : null
  }

  function afterComma() {
    return open.at(-1) === '{' ? 'key' : 'value'
  }
}
