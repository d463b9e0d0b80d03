import { visibleLines } from '../../src/report/words/text.js'

/** @import { Annotation } from './annotations.js' */

/**
 * Returns an annotation as a line that a GitHub workflow reads from stdout.
 * Source: `escapeData` and `escapeProperty` of github.com/actions/toolkit, packages/core/src/command.ts.
 * @param {Annotation} annotation
 */
export function toWorkflowCommand({ file, line, title, message }) {
  const properties = Object.entries({ file, line, title }).map(([name, value]) => `${name}=${property(String(value))}`)
  return `::error ${properties.join(',')}::${data(message)}`
}

/**
 * Returns a message without a place as a line that a GitHub workflow reads from stdout.
 * @param {'error' | 'warning' | 'notice'} level
 * @param {string} message
 */
export function toWorkflowMessage(level, message) {
  return `::${level}::${data(visibleLines(message))}`
}

/** @param {string} text */
function data(text) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** @param {string} text */
function property(text) {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
