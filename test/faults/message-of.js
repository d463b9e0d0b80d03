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
 * Returns the text from the last line before the words that is not indented: the output of a server in a message is.
 * @param {string} text
 * @param {RegExp} says
 */
function paragraphOf(text, says) {
  const at = lastPlace(text, says)
  if (at === -1) return ''
  const starts = [...text.matchAll(/^\S/gm)].map(({ index }) => index).filter(index => index <= at)
  return text.slice(starts.at(-1) ?? 0).trim()
}

/** @param {string} text of a report, whose lines are wrapped @param {RegExp} says */
function sentenceOf(text, says) {
  const at = lastPlace(text, says)
  if (at === -1) return ''
  const paragraph = text.lastIndexOf('\n\n', at) + 1
  const starts = [...text.slice(paragraph, at + 1).matchAll(SENTENCE_START)].map(
    ({ index, 0: { length } }) => index + length
  )
  const [rest = ''] = text
    .slice(paragraph + (starts.at(-1) ?? 0))
    .split('\n\n')
    .filter(part => part.trim() !== '')
  return rest.trim()
}

/** @param {string} text @param {RegExp} pattern @returns {number} -1 where the text does not have it */
function lastPlace(text, pattern) {
  const all = new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`)
  return [...text.matchAll(all)].at(-1)?.index ?? -1
}

/** @param {string} stderr */
function withoutProgress(stderr) {
  return stderr
    .split('\n')
    .filter(line => !PROGRESS.test(line))
    .join('\n')
}
