import path from 'node:path'
import { saveParts } from '../../compare/save/save-report.js'
import { toSaved, WorkshopError } from '../../errors/errors.js'
import {
  begunRun,
  describeMachine,
  describeVersions,
  measureBusyShare,
  preflight,
  readGitCommit
} from '../../measure/project/begun-run.js'
import { installLabPackages } from '../../measure/project/lab-packages.js'
import { problemOf, reportEndedRun } from '../../measure/project/problem-of.js'
import { folded, originText, sectionMarkdown } from '../../report/print/markdown.js'
import { createLabRun } from '../../runs/create-run.js'
import { workshopRoot } from '../../system/files/workshop-root.js'
import { labSections, shortLabReport } from './report.js'

/** @import { SavedReport } from '../../compare/save/save-report.js' */
/** @import { LabPackagesProgress } from '../../measure/project/lab-packages.js' */
/** @import { Section } from '../../report/sections/sections.js' */
/** @import { FailedRepeat, LabAnalysis, LabManifest, LabPlan } from '../../runs/lab-types.js' */
/** @import { RunFolder } from '../../runs/run-folder.js' */
/** @import { Finding, RunStatus } from '../../runs/types.js' */
/** @import { Lab, LabFiles, LabOrigin, LabTypes } from './types.js' */

/**
 * @typedef {object} LabOrder
 * @property {Lab} lab
 * @property {LabPlan} plan
 * @property {string} reproduce the command that repeats the run
 * @property {AbortSignal} signal
 * @property {(event: LabEvent) => void} notify
 *
 * @typedef {{ type: 'preflight', findings: Finding[] } | PackagesEvent | { type: 'stage', stage: string } | ({ type: 'failed-repeat' } & FailedRepeat) | CellEvent} LabEvent `stage`: work before and after the cells, one of those of the lab
 * @typedef {{ type: 'packages' } & LabPackagesProgress} PackagesEvent what a lab installs before its first run
 * @typedef {object} CellEvent
 * @property {'cell'} type
 * @property {number} done
 * @property {number} of
 * @property {{ variant: string, repeat: number } | null} next
 * @property {number} leftMs an estimate, corrected by how long the cells so far took
 *
 * @typedef {object} ReportedLab
 * @property {LabAnalysis} analysis
 * @property {SavedReport} saved
 * @property {Section[]} short the report for a terminal, the answer last
 *
 * @typedef {Map<string, Lab>} Labs by name
 */

/** Findings about servers and profilers, which a lab does not measure with. @type {Set<Finding['code']>} */
const NOT_OF_LABS = new Set(['no-nm', 'one-core', 'no-pinning'])

/**
 * Measures a lab in a run folder of its own, and saves its analysis and its report.
 * @param {LabOrder & { labs: Labs, out: string }} asked `out`: the folder of all runs
 * @returns {Promise<ReportedLab & { problem: WorkshopError | null }>} `problem` is why the run did not complete; what was measured
 *   before is analysed all the same
 * @throws {WorkshopError} ERR_LAB_PACKAGES, ERR_RUN_FOLDER, before anything was measured; ERR_RUN_REMOVED
 */
export async function measureLab({ labs, out, ...order }) {
  const { lab, signal, notify } = order
  if (lab.needsPackages)
    await installLabPackages({ signal, notify: progress => notify({ type: 'packages', ...progress }) })
  const { folder, problem } = await runLab(order, path.resolve(out))
  return reportEndedRun(folder, async () => ({ ...(await reportLab(folder, labs)), problem }))
}

/**
 * Runs a lab, from the preflight to a run folder that can be analysed even when the run fails.
 * @param {LabOrder} order @param {string} profilesFolder
 * @throws {WorkshopError} ERR_RUN_FOLDER, before anything was measured
 */
async function runLab(order, profilesFolder) {
  const { lab, plan, signal, notify } = order
  const { manifestOf, measure } = await lab.work()
  const manifest = manifestOf(await describeRun(order))
  notify({ type: 'preflight', findings: manifest.preflight })
  const run = await createLabRun(profilesFolder, manifest, lab.records)
  const plannedMs = lab.estimateMs(lab.question, lab.plannedCells(lab.question, plan), plan)
  const problem = await problemOf(() => measure({ run, manifest, plannedMs, signal, notify }), run)
  /** @type {RunStatus} */
  const status = problem === null ? 'complete' : signal.aborted ? 'interrupted' : 'failed'
  const ending = { status, problem: problem && toSaved(problem), endedAt: new Date().toISOString() }
  const concluded = await problemOf(() => run.update(ending), run)
  return { folder: run, problem: concluded ?? problem }
}

/** @param {LabOrder} order @returns {Promise<LabOrigin<LabTypes>>} */
async function describeRun({ lab, plan, reproduce }) {
  const machine = await describeMachine()
  return {
    ...begunRun(),
    lab: lab.question,
    plan,
    reproduce,
    folder: workshopRoot,
    versions: describeVersions([]),
    machine,
    gitCommit: await readGitCommit(workshopRoot),
    preflight: (await preflight(machine, await measureBusyShare(), [])).filter(({ code }) => !NOT_OF_LABS.has(code))
  }
}

/**
 * Analyses the saved run of a lab.
 * @param {RunFolder} folder @param {Labs} labs
 * @throws {WorkshopError} ERR_NO_SUCH_RUN, ERR_DAMAGED_RUN
 */
export async function analyseLab(folder, labs) {
  const read = folder.readLab(labs)
  const lab = read && labs.get(read.manifest.lab.name)
  if (!lab) throw new WorkshopError('ERR_NO_SUCH_RUN', { path: folder.root, problem: 'it is not the run of a lab' })
  const work = await lab.work()
  const analysed = work.analyse(read)
  return { read, lab, work, analysis: read.unread.length === 0 ? analysed : { ...analysed, unread: read.unread } }
}

/**
 * Analyses the saved run of a lab, and writes its analysis.json, summary.md, cells.csv and report.html again, and the page of all runs.
 * @param {RunFolder} folder @param {Labs} labs @returns {Promise<ReportedLab>}
 * @throws {WorkshopError} ERR_NO_SUCH_RUN, ERR_DAMAGED_RUN
 */
export async function reportLab(folder, labs) {
  const { read, lab, work, analysis } = await analyseLab(folder, labs)
  const summary = labToMarkdown(labSections(work, analysis), read.manifest)
  const saved = await saveParts(folder, { analysis, summary, labs }, async function writePage() {
    await folder.writeText('cellsTable', work.toCsv(read))
    // Takes long to load, which a command that only lists or helps must not wait for.
    const { renderLab } = await import('./render.js')
    return folder.writeText('page', await renderLab(work, read, analysis, recordFiles(lab)))
  })
  return { analysis, saved, short: shortLabReport(work, analysis) }
}

/**
 * Returns the names of the files of records of a lab.
 * @template {LabTypes} Types
 * @param {Lab<Types>} lab
 */
export function recordFiles({ records }) {
  const files = Object.entries(records).map(([kind, { file }]) => [kind, file])
  return /** @type {LabFiles<Types>} */ (Object.fromEntries(files))
}

/**
 * Returns the report of a lab as Markdown.
 * @param {Section[]} sections in the order of the report
 * @param {LabManifest} manifest @returns {string}
 */
export function labToMarkdown(sections, manifest) {
  const origin = folded('Where and how', originText(manifest, manifest.plan.seed))
  return `${[...sections.map(sectionMarkdown), origin].join('\n\n')}\n`
}
