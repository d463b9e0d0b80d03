import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { jsonFault } from './json-fault.js'

/** @import { KeyPath } from './key-text.js' */

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
