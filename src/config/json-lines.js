import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'

/** @import { KeyPath } from './key-text.js' */

/**
 * Returns the lines of a JSON text, which is YAML too: that of each key, and of the first error.
 * @param {string} text
 */
export function jsonLines(text) {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, schema: 'json', uniqueKeys: false })
  return { ofKey, ofError }

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

  /**
   * Returns the line of what JSON.parse refuses, from its message or else from the parser of YAML; null where both do not have it.
   * @param {string} message
   */
  function ofError(message) {
    const position = /at position (\d+)/.exec(message)?.[1] ?? document.errors[0]?.pos[0]
    return position === undefined ? null : lineCounter.linePos(Number(position)).line
  }
}

/** @param {unknown} node @param {string | number} key */
function childOf(node, key) {
  if (isSeq(node)) {
    const item = node.items[Number(key)]
    return rangeOf(item) && { node: item, offset: rangeOf(item)?.[0] ?? 0 }
  }
  if (!isMap(node)) return undefined
  // JSON.parse takes the last one of equal keys.
  const pair = node.items.findLast(each => isScalar(each.key) && each.key.value === key)
  return pair && { node: pair.value, offset: rangeOf(pair.key)?.[0] ?? 0 }
}

/** @param {unknown} node */
function rangeOf(node) {
  return /** @type {{ range?: [number, number, number] } | undefined} */ (node)?.range
}
