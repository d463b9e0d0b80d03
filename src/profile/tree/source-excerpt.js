/** @import { SourceExcerpt } from '../../runs/types.js' */

/** On either side of a line. */
export const CONTEXT_LINES = 3
const LONGEST_LINE = 200

/**
 * Returns the lines around a line.
 * @param {string} text of the file
 * @param {number} line from 1
 * @returns {SourceExcerpt['text']} null where the file has no such line
 */
export function excerptOf(text, line) {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/)
  if (lines[line - 1] === undefined) return null
  const firstLine = Math.max(1, line - CONTEXT_LINES)
  const around = lines.slice(firstLine - 1, line + CONTEXT_LINES)
  return { firstLine, lines: around.map(each => each.slice(0, LONGEST_LINE)) }
}
