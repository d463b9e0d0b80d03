import { fileInFolder } from '../profile/file-in-folder.js'
import { formatCount } from './format.js'

const MOST_CHARACTERS = 400
/** With the note on its length a cut text is not longer than an uncut one, and so is not cut again. */
const KEPT_CHARACTERS = 360
const LONGEST_NAME = 60
/** Controls, invisible marks that turn the direction of text, and line separators. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/**
 * Returns a text of the measured program as a page shows it: without characters that would turn the text around it or break
 * its line, and cut where it is too long to read. Names can be a megabyte long.
 * @param {string} text
 * @returns {string}
 */
export function shown(text) {
  if (text.length <= MOST_CHARACTERS) return visible(text)
  return `${visible(text.slice(0, KEPT_CHARACTERS))}… (${formatCount(text.length)} characters)`
}

/**
 * Returns a text in one line, without characters that would turn or break it, or command a terminal.
 * @param {string} text
 */
export function visible(text) {
  return text.replace(/[\n\t]/g, ' ').replace(INVISIBLE, '\ufffd')
}

/**
 * Returns a text as one line of Markdown that shows it as it is. A sign that is no markup there is shown without its backslash.
 * @param {string} text
 */
export function escapeMarkdown(text) {
  return visible(text).replace(/[\\`*_|<>[\]@#]/g, character => `\\${character}`)
}

/**
 * Cuts a text, with an ellipsis at its end.
 * @param {string} text
 * @param {number} longest in characters
 * @returns {string}
 */
export function shorten(text, longest) {
  const characters = Array.from(text.slice(0, 2 * longest + 2))
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`
}

/**
 * Cuts the name of a function within the calls that lead to it: its last call says most, and differs between rows.
 * @param {string} text such as handler > console.log > writeSync
 * @param {number} longest in characters
 * @returns {string}
 */
export function shortenCalls(text, longest) {
  const last = text.slice(text.lastIndexOf(' > '))
  if (text.length <= longest || last === text || last.length > longest / 2) return shorten(text, longest)
  return shorten(text, longest - last.length) + last
}

/**
 * Cuts a text at its start, such as a path whose end names the file.
 * @param {string} text
 * @param {number} longest in characters
 * @returns {string}
 */
export function shortenStart(text, longest) {
  const characters = Array.from(text.slice(-2 * longest - 2))
  return characters.length <= longest ? text : `…${characters.slice(1 - longest).join('')}`
}

/**
 * Shortens a name for a description or a tip of a chart, which repeats it often.
 * @param {string} name
 */
export function shortName(name) {
  return shorten(name, LONGEST_NAME)
}

/**
 * Returns the file and line of a function, from its package or from the folder in which the servers were started.
 * @param {{ file: string, line: number | null }} place
 * @param {string} folder
 */
export function placeInWords({ file, line }, folder) {
  if (file === '') return ''
  const [, inPackage] = /.*node_modules[\\/](.*)/.exec(file) ?? []
  const short = inPackage ?? fileInFolder(file, folder)
  return line === null ? short : `${short}:${line}`
}

/** @param {string[]} texts such as a, b and c */
export function listed(texts) {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
}
