import { fileInFolder } from '../../profile/tree/file-in-folder.js'
import { formatCount } from './format.js'

const LONGEST_NAME = 60
const MOST_CHARACTERS = 400
/** With the note on its length a cut text is not longer than an uncut one, and so is not cut again. */
const KEPT_CHARACTERS = 360
/** Controls, marks that turn the direction of text or cannot be seen, line separators, and halves of characters. */
const INVISIBLE = /(?!\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu
/** Colours, which many servers print. All other commands to a terminal stay, with their control characters visible. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences
const COLOUR = /\u001b\[[\d;:]*m/g
/** GitHub's runner skips every blank of Unicode at the start of a line, and Azure none. */
const COMMAND_START = /^((?:[^\S\r\n\u2028\u2029]|\u0085|\ufe0f)*)::/gm

/**
 * Returns a text of the measured program as a page shows it: without characters that would turn the text around it or break
 * its line, and cut where it is too long to read. Names can be a megabyte long.
 * @param {string} text @returns {string}
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
  return text
    .replace(COLOUR, '')
    .replace(/[\n\t]/g, ' ')
    .replace(INVISIBLE, '\ufffd')
}

/** Returns a text of several lines, which end in \n or \r\n, each as {@link visible} has it. @param {string} text */
export function visibleLines(text) {
  return text.replace(/(?:[^\r\n]|\r(?!\n))+/g, visible)
}

/**
 * Returns text to print whose lines are no commands to what runs the job: GitHub and Azure obey lines such as ::stop-commands::name,
 * which start so after any blanks, and ##[name] and ##vso[name] anywhere.
 * @param {string} text
 */
export function withoutJobCommands(text) {
  return text.replace(COMMAND_START, '$1\u2237').replace(/##(?=\[|vso\[)/g, '# #')
}

/**
 * Returns JSON with the characters that a terminal may obey, or that cannot be seen, as \u escapes: it has the same value.
 * @param {string} json
 */
export function visibleJson(json) {
  return json
    .replace(INVISIBLE, character => (character === '\n' ? character : unicodeEscapes(character)))
    .replaceAll('##', '#\\u0023')
}

/** @param {string} character of one or two units of UTF-16 */
function unicodeEscapes(character) {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
  return units.map(unit => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}

/**
 * Returns the file and line of a function, from its package or from the folder in which the servers were started.
 * @param {{ file: string, line: number | null }} place @param {string} folder
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
  const at = text.lastIndexOf(' > ')
  const last = text.slice(at)
  if (text.length <= longest || at <= 0 || last.length > longest / 2) return shorten(text, longest)
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

/** Shortens a name for a description or a tip of a chart, which repeats it often. @param {string} name */
export function shortName(name) {
  return shorten(name, LONGEST_NAME)
}
