import path from 'node:path'
import { namedPlaces } from '../../blame/places.js'
import { WorkshopError } from '../../errors/errors.js'
import { readPackageLines } from '../../measure/project/read-package-lines.js'
import { readSources } from '../../measure/project/read-sources.js'
import { writeIndex } from '../../page/write-index.js'
import { guardFile } from '../../profilers/guard-page.js'
import { toMarkdown } from '../../report/print/markdown.js'
import { listRuns } from '../../runs/list-runs.js'

/** @import { Analysed } from '../../analyse.js' */
/** @import { SourcePlace } from '../../blame/types.js' */
/** @import { Artifact, SourceExcerpt } from '../../runs/types.js' */
/** @import { SavedRun } from '../../runs/read-run.js' */
/** @import { RunFolder } from '../../runs/run-folder.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { KnownLabs, LabAnalysis } from '../../runs/lab-types.js' */

/**
 * @typedef {object} SavedReport
 * @property {string} folder of the run
 * @property {string | null} page report.html; null where it was not written
 * @property {string | null} index the page of all runs; null where it was not written
 * @property {string[]} problems why files were not written: no reason to fail, since the measurements are saved
 */

/**
 * Writes analysis.json, flames.json, summary.md and report.html of a run again, and the page of all runs. Nothing is measured.
 * @param {RunFolder} folder @param {SavedRun} run @param {Analysed} analysed
 * @param {KnownLabs} [labs] whose runs are listed beside it
 * @returns {Promise<SavedReport>}
 */
export async function saveReport(folder, run, analysed, labs) {
  const { analysis } = analysed
  const summary = toMarkdown(analysis, run.manifest)
  const { linked, refused } = await linkedArtifacts(folder, run.artifacts)
  const shown = { ...run, artifacts: linked }
  const saved = await saveParts(folder, { analysis, summary, labs }, () => writePage(folder, shown, analysed))
  const problems = refused.map(
    file => `${file} is not in the report: it is outside the run folder, or no page as 0x and clinic write them.`
  )
  return { ...saved, problems: [...saved.problems, ...problems] }
}

/**
 * Writes the figures of a run first, then its page, then the page of all runs.
 * @param {RunFolder} folder @param {{ analysis: Analysis | LabAnalysis, summary: string, labs?: KnownLabs }} outcome
 * @param {() => Promise<string>} writeOwnPage returns the file
 * @returns {Promise<SavedReport>} rejects with a defect of what draws a page
 */
export async function saveParts(folder, { analysis, summary, labs }, writeOwnPage) {
  const shown = path.relative('', folder.root) || '.'
  /** @type {string[]} */
  const problems = []
  const figures = await attempt(
    () => folder.writeAnalysis(analysis),
    unwritten('analysis.json, summary.md and report.html')
  )
  const text =
    figures && (await attempt(() => folder.writeText('summary', summary), unwritten('summary.md and report.html')))
  if (!text) return { folder: shown, page: null, index: null, problems }
  const page = await attempt(writeOwnPage, 'report.html could not be written: ')
  const all = folder.profilesFolder
  const index = await attempt(() => writeIndex(all, listRuns(all, labs)), '')
  return { folder: shown, page, index, problems }

  /** @param {string} names of files */
  function unwritten(names) {
    return `${names} of ${shown} could not be written: `
  }

  /** @param {() => Promise<string>} write returns the file @param {string} start of the message */
  async function attempt(write, start) {
    try {
      return await write()
    } catch (error) {
      problems.push(start + problemOfFile(error))
      return null
    }
  }
}

/**
 * Returns why a file was not written: what the system says, or an error with a code. A defect is thrown on.
 * @param {unknown} error @returns {string}
 */
function problemOfFile(error) {
  const { syscall, message } = Object(error)
  if (syscall !== undefined || (error instanceof WorkshopError && error.code !== 'ERR_DEFECT')) return message
  throw error
}

/**
 * Writes flames.json and report.html. The figures are saved before: an error here loses no measurement.
 * @type {(folder: RunFolder, run: SavedRun, analysed: Analysed) => Promise<string>}
 */
async function writePage(folder, run, { analysis, graphs: draw }) {
  const graphs = draw()
  await folder.writeFlames(graphs)
  // The modules that draw pages take half a second to load, which is too long for commands such as --help.
  const { renderPage } = await import('../../page/render-page.js')
  const tickTexts = folder.readTickTexts(run.artifacts)
  return folder.writeText('page', await renderPage({ run, analysis, graphs, tickTexts }))
}

/**
 * Returns the files of a run that its page may show and link to, and those that it may not: files outside the folder, to which a
 * name or a link in a folder from someone else leads, and pages that are not as 0x and clinic write them. Pages that versions
 * without guards have written are guarded now.
 * @param {RunFolder} folder @param {Artifact[]} artifacts
 * @returns {Promise<{ linked: Artifact[], refused: string[] }>} refused: paths from the folder
 */
export async function linkedArtifacts(folder, artifacts) {
  /** @type {string[]} */
  const refused = []
  for (const artifact of artifacts) if (!(await mayLink(folder, artifact))) refused.push(artifact.path)
  return { linked: artifacts.filter(artifact => !refused.includes(artifact.path)), refused }
}

/** @param {RunFolder} folder @param {Artifact} artifact */
async function mayLink(folder, { kind, path }) {
  const file = await folder.realFile(path)
  if (file === null) return false
  try {
    return kind === 'flame' || kind === 'clinic' ? await guardFile(file) : true
  } catch {
    return false
  }
}

/**
 * Returns a run with the lines of the app that bring in packages, while they are what ran; of a copy of a run folder, and without profiles,
 * the run as it is.
 * @param {RunFolder} folder @param {SavedRun} run
 * @returns {Promise<SavedRun>}
 */
export async function addPackageLines(folder, run) {
  if (run.trees.length === 0 || !folder.isMadeHere(run.manifest)) return run
  return { ...run, packageLines: await readPackageLines(run) }
}

/**
 * Reads the source lines that the blame of a run names, while they are what ran, and saves them in the run folder. Of a copy of a run
 * folder, which may come from someone else, none are read: the files that it names may be private.
 * @param {RunFolder} folder @param {SavedRun} run @param {Analysis} analysis
 * @returns {Promise<Analysis>} with the source lines
 */
export async function saveSources(folder, run, analysis) {
  const waits = (analysis.waits ?? []).map(({ parts }) => ({
    rows: parts.map(part => ({ owner: { name: '', ...part } }))
  }))
  const places = namedPlaces([...analysis.blames, ...(analysis.profile?.costs ?? []), ...waits])
  const sources = folder.isMadeHere(run.manifest) ? await readSources(places, run) : places.map(withoutText)
  try {
    await folder.writeSources(sources, run.packageLines ?? [])
    await folder.saveChecksums()
  } catch {
    // The report that is written next says that the folder cannot be written.
  }
  return { ...analysis, sources }
}

/** @param {SourcePlace} place @returns {SourceExcerpt} */
function withoutText(place) {
  return { ...place, text: null, omitted: 'elsewhere' }
}
