import { withBlamedLines } from '../blame/blamed-lines.js'
import { namedPlaces } from '../blame/places.js'
import { readSources } from '../measure/read-sources.js'
import { writeSources } from '../runs/write-run.js'

/**
 * @import { SavedRun } from '../runs/read-run.js'
 * @import { Analysis } from '../types.js'
 */

/**
 * Reads the source lines that the blame of a run names, while they are what ran, and saves them in the run folder.
 * @param {string} root the run folder
 * @param {SavedRun} run
 * @param {Analysis} analysis
 * @returns {Promise<Analysis>} with the source lines, also on its cards
 */
export async function saveSources(root, run, analysis) {
  const sources = await readSources(namedPlaces(analysis.blames), run)
  try {
    await writeSources(root, sources)
  } catch {
    // The report that is written next says that the folder cannot be written.
  }
  return { ...analysis, cards: withBlamedLines(analysis.cards, sources), sources }
}
