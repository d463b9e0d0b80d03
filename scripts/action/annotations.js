import { fileInFolder } from '../../src/profile/tree/file-in-folder.js'
import { firstVerdictLines } from '../../src/report/sections/sections.js'
import { cardView } from '../../src/report/words/card-words.js'
import { visible } from '../../src/report/words/text.js'

/** @import { Analysis } from '../../src/types.js' */

/**
 * @typedef {object} Annotation a remark on a line of a source file
 * @property {string} file from the top of the repository, with /
 * @property {number} line
 * @property {string} title such as +41 µs ± 6 of +67 µs ± 19 per request: inspect, writeSync
 * @property {string} message the verdict
 */

/** In a run of few rounds, rows whose interval begins near zero are often of code that did not change. */
const LEAST_SHARE = 0.1

/**
 * Returns a remark for every blamed line of a slower candidate whose whole interval is above zero: of the largest cost, and of those
 * whose whole interval is above a tenth of the difference. A file outside of the repository, or of a package, has none.
 * @param {Analysis} analysis
 * @param {string} top the folder of the repository, absolute
 * @returns {Annotation[]}
 */
export function annotationsOf(analysis, top) {
  const slower = analysis.cards.filter(({ verdict }) => verdict === 'slower')
  return slower.flatMap(function annotateCard(card) {
    const verdict = analysis.verdicts.find(({ candidate }) => candidate === card.candidate)
    const message = verdict ? firstVerdictLines(analysis, verdict).map(visible).join('\n') : ''
    const { lines } = cardView(card, analysis)
    const least = LEAST_SHARE * (card.total?.difference.micros ?? 0)
    return card.places.flatMap(function annotatePlace({ place, cost: { low } }, at) {
      if (low === null || low <= (at === 0 ? 0 : least)) return []
      const { line = null, cost = '', name = '' } = lines[at] ?? {}
      const file = place && fileInFolder(place.file, top)
      if (!file || line === null || file === place.file || /(^|[\\/])node_modules[\\/]/.test(file)) return []
      return [{ file: file.replaceAll('\\', '/'), line, title: `${cost} per request: ${name}`, message }]
    })
  })
}
