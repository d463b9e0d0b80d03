/** @import { SourceExcerpt } from '../../runs/types.js' */

const CONTEXT_LINES = 3
const LONGEST_LINE = 200
/** A longer function is not searched further for a call. */
const MOST_LINES = 400

/**
 * Returns the lines around a function, or around the only call of a name in it. Profilers record where a function begins, not
 * which of its lines calls another: the line is searched in the text.
 * @param {string} text of the file
 * @param {{ line: number, call: string | null }} place the function's first line, from 1
 * @returns {SourceExcerpt['text']} null where the file has no such line
 */
export function excerptOf(text, { line, call }) {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/)
  if (lines[line - 1] === undefined) return null
  const blamedLine = (call === null ? null : lineOfCall(lines, line, call)) ?? line
  const firstLine = Math.max(1, blamedLine - CONTEXT_LINES)
  const around = lines.slice(firstLine - 1, blamedLine + CONTEXT_LINES)
  return { blamedLine, firstLine, lines: around.map(each => each.slice(0, LONGEST_LINE)) }
}

/**
 * @param {string[]} lines
 * @param {number} start of the function, from 1
 * @param {string} call
 * @returns {number | null} null where the function has no such call, or several
 */
function lineOfCall(lines, start, call) {
  const name = call.replace(/[.$]/g, '\\$&')
  const calling = new RegExp(`(?<![\\w$])${name}\\s*\\(`)
  const found = []
  for (let line = start; line <= endOf(lines, start); line++) {
    const text = lines[line - 1] ?? ''
    const isDeclaration = new RegExp(`function\\s+${name}\\s*\\(`).test(text)
    if (calling.test(text) && !isDeclaration && !/^\s*(\/\/|\*)/.test(text)) found.push(line)
  }
  const [only] = found
  return only !== undefined && found.length === 1 ? only : null
}

/**
 * Returns the last line of a function: the one before the first that is indented no further than the function.
 * @param {string[]} lines
 * @param {number} start from 1
 */
function endOf(lines, start) {
  const depth = indentOf(lines[start - 1] ?? '')
  const below = lines.slice(start, start + MOST_LINES)
  const end = below.findIndex(text => text.trim() !== '' && indentOf(text) <= depth)
  return end === -1 ? start + below.length : start + end
}

/** @param {string} text */
function indentOf(text) {
  return text.length - text.trimStart().length
}
