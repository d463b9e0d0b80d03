import { placeInWords, shown } from '../../report/words/text.js'
import { packText } from './pack-text.js'

/**
 * @import { HeavyTable } from '../../blame/types.js'
 * @import { Section } from '../../report/sections/sections.js'
 * @import { PackedCallers } from '../browser/heavy-callers.js'
 * @import { Part } from '../render-page.js'
 */

/**
 * Returns the bottom-up tables, whose rows can be expanded to their callers. The first one is open.
 * @param {HeavyTable[]} tables
 * @param {Section[]} sections one per table
 * @param {string} folder of the servers
 * @returns {Part[]}
 */
export function heavyParts(tables, sections, folder) {
  return tables.map(function partOf({ unit, variants, frames, callers }, index) {
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
