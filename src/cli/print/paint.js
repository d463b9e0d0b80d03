import { styleText } from 'node:util'
import { toneOf, toneOfVerdict } from '../../page/parts/tones.js'

/** @import { Painter } from '../../report/print/terminal.js' */

/** The pages have orange and blue. Colour adds nothing that the words and signs do not say. */
const colours = /** @type {const} */ ({ more: 'red', less: 'cyan' })

/**
 * Returns what colours texts for a stream: verdicts, and differences that are significant. Without colours on the stream, or with
 * NO_COLOR, the texts stay as they are; FORCE_COLOR colours them everywhere.
 * @param {NodeJS.WriteStream} stream
 * @returns {Painter}
 */
export function paintFor(stream) {
  return {
    verdict: (text, verdict) => styleText('bold', inTone(text, toneOfVerdict(verdict)), { stream }),
    difference: (text, { low, high, moreIs }) => inTone(text, toneOf(low, high, moreIs))
  }

  /** @param {string} text @param {string} tone */
  function inTone(text, tone) {
    return tone === 'more' || tone === 'less' ? styleText(colours[tone], text, { stream }) : text
  }
}
