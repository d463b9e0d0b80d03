import { deflateRawSync } from 'node:zlib'
import { cutTickText } from '../../profile/read/cut-tick-text.js'
import { placeInWords, shown } from '../../report/words/text.js'
import { linesLeftInWords, tickTextInWords } from '../../report/words/words.js'

/** @import { TickTable } from '../../blame/types.js' */
/** @import { Section } from '../../report/sections/sections.js' */
/** @import { TickText } from '../../runs/artifacts.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { PackedCallers } from '../browser/heavy-callers.js' */
/** @import { Part } from '../render-page.js' */

/** Of each section of a text, so that a mailed report has what people read and stays small. */
const MOST_LINES = 200

/**
 * Returns a text for a page: deflated, in base64, which cannot end a script or an attribute. `browser/inflate.js` is the
 * inverse.
 * @param {string} text
 */
export function packText(text) {
  return deflateRawSync(text, { level: 9 }).toString('base64')
}

/**
 * Returns the bottom-up tables, whose rows can be expanded to their callers. The first one is open.
 * @param {Pick<Analysis, 'heavyTables' | 'folder'>} analysis
 * @param {Section[]} sections one per table
 * @returns {Part[]}
 */
export function heavyParts({ heavyTables, folder }, sections) {
  return heavyTables.map(function partOf({ unit, variants, frames, callers }, index) {
    const names = frames.map(({ name }) => shown(name))
    const places = frames.map(frame => shown(placeInWords(frame, folder)))
    /** @type {PackedCallers} */
    const packed = { unit, variants, names, places, callers }
    return {
      template: 'heavy',
      section: sections[index],
      packed: packText(JSON.stringify(packed)),
      isOpen: index === 0
    }
  })
}

/**
 * Returns the tables of ticks, each with the texts of --prof-process that it is made of.
 * @param {TickTable[]} tables
 * @param {Section[]} sections one per table, then others
 * @param {TickText[]} texts @returns {Part[]}
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
