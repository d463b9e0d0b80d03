import { namedPlaces, withBlamedLines } from '../../blame/places.js'
import { readSources } from '../../measure/project/read-sources.js'

/** @import { SourcePlace } from '../../blame/types.js' */
/** @import { SavedRun } from '../../runs/read-run.js' */
/** @import { RunFolder } from '../../runs/run-folder.js' */
/** @import { SourceExcerpt } from '../../runs/types.js' */
/** @import { Analysis } from '../../types.js' */

/**
 * Reads the source lines that the blame of a run names, while they are what ran, and saves them in the run folder. Of a copy of a run
 * folder, which may come from someone else, none are read: the files that it names may be private.
 * @param {RunFolder} folder @param {SavedRun} run @param {Analysis} analysis
 * @returns {Promise<Analysis>} with the source lines, also on its cards
 */
export async function saveSources(folder, run, analysis) {
  const places = namedPlaces(analysis.blames)
  const sources = folder.isMadeHere(run.manifest) ? await readSources(places, run) : places.map(withoutText)
  try {
    await folder.writeSources(sources)
  } catch {
    // The report that is written next says that the folder cannot be written.
  }
  return { ...analysis, cards: withBlamedLines(analysis.cards, sources), sources }
}

/** @param {SourcePlace} place @returns {SourceExcerpt} */
function withoutText(place) {
  return { ...place, text: null, omitted: 'elsewhere' }
}
