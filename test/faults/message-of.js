const MOST_CHARS = 160
/** The beginning of a line that a command prints before and while it measures. */
const PROGRESS = /^((round|repeat) \d+( of|,)|calibrated|compare: |Configuration: |A short run|Reading the profiles)/
const SENTENCE_START = /[.:!?]\s+(?=[A-Z0-9])/g

/**
 * @typedef {{ stdout: string, stderr: string }} Output
 */

/**
 * Returns what the workshop printed about a fault: the paragraph of stderr, or else the sentence of stdout, that has the expected words.
 * @param {Output} output
 * @param {RegExp} says
 * @returns {string} '' where neither has them
 */
export function messageOf({ stdout, stderr }, says) {
  return paragraphOf(withoutProgress(stderr), says) || sentenceOf(stdout, says) || paragraphOf(stderr, says)
}

/** Returns a message in one line, cut. @param {string} message */
export function inOneLine(message) {
  const text = message.replace(/\s+/g, ' ').trim()
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS - 1)}…` : text
}

/**
 * Returns the text from the last line before the end of the words that is not indented: the output of a server in a message is.
 * @param {string} text
 * @param {RegExp} says
 */
function paragraphOf(text, says) {
  const words = lastWords(text, says)
  if (!words) return ''
  const starts = [...text.matchAll(/^\S/gm)].map(({ index }) => index).filter(index => index <= words.end)
  return text.slice(starts.at(-1) ?? 0).trim()
}

/** @param {string} text of a report, whose lines are wrapped @param {RegExp} says */
function sentenceOf(text, says) {
  const words = lastWords(text, says)
  if (!words) return ''
  const [rest = ''] = text.slice(sentenceStart(text, words.start)).split('\n\n')
  return rest.replace(/^\s*Verdicts?\n/, '').trim()
}

/** @param {string} text @param {number} place @returns {number} */
function sentenceStart(text, place) {
  if (/(^|\n) *$/.test(text.slice(0, place))) return place
  const paragraph = text.lastIndexOf('\n\n', place) + 1
  const ends = [...text.slice(paragraph, place + 1).matchAll(SENTENCE_START)]
  return paragraph + Math.max(0, ...ends.map(({ index, 0: { length } }) => index + length))
}

/** @param {string} text @param {RegExp} pattern @returns {{ start: number, end: number } | null} its last match */
function lastWords(text, pattern) {
  const all = new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`)
  const last = [...text.matchAll(all)].at(-1)
  return last ? { start: last.index, end: last.index + Math.max(0, last[0].length - 1) } : null
}

/** @param {string} stderr */
function withoutProgress(stderr) {
  return stderr
    .split('\n')
    .filter(line => !PROGRESS.test(line))
    .join('\n')
}
