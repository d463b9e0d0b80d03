import { cutTickText } from '../../profile/read/cut-tick-text.js'
import { shown } from '../../report/words/text.js'
import { linesLeftInWords, tickTextInWords } from '../../report/words/words.js'
import { packText } from './pack-text.js'

/**
 * @import { TickTable } from '../../blame/types.js'
 * @import { Section } from '../../report/sections/sections.js'
 * @import { TickText } from '../../runs/read-tick-texts.js'
 * @import { Part } from '../render-page.js'
 */

/** Of each section of a text, so that a mailed report has what people read and stays small. */
const MOST_LINES = 200

/**
 * Returns the tables of ticks, each with the texts of --prof-process that it is made of.
 * @param {TickTable[]} tables
 * @param {Section[]} sections one per table, then others
 * @param {TickText[]} texts
 * @returns {Part[]}
 */
export function tickParts(tables, sections, texts) {
  return sections.flatMap(function partsOf(section, index) {
    const table = tables[index]
    const own = texts.filter(
      ({ artifact }) => artifact.profiler === table?.profiler && artifact.generator === table?.generator
    )
    return [{ template: 'section', section }, ...own.map(textPart)]
  })
}

/** @param {TickText} text @returns {Part} */
function textPart({ artifact, text }) {
  const lines = cutTickText(text, MOST_LINES).flatMap(({ lines, left }) => [
    ...lines.map(line => shown(line)),
    ...(left > 0 ? [linesLeftInWords(left)] : [])
  ])
  return {
    template: 'packed-text',
    heading: tickTextInWords(artifact, MOST_LINES),
    path: artifact.path,
    packed: packText(lines.join('\n'))
  }
}
