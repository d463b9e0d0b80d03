import { toMarkdown } from '../../src/report/print/markdown.js'
import { pullRequestText } from '../../src/report/print/pull-request.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { annotationsOf, fileInRepository } from './annotations.js'
import { toComment } from './comment.js'
import { toWorkflowCommand } from './workflow-commands.js'

/** @import { RunManifest } from '../../src/runs/types.js' */
/** @import { Analysis } from '../../src/types.js' */

/**
 * @typedef {object} Published
 * @property {string} summary of the job
 * @property {string[]} commands lines that the runner reads
 * @property {string} comment
 */

/**
 * Returns what is shown of a run.
 * @param {string} folder of the run
 * @param {object} job
 * @param {string} job.top the folder of the repository
 * @param {string} job.reportUrl empty where the page is not uploaded
 * @param {string} job.sourceUrl of the files of the commit that was measured
 * @returns {Published}
 */
export function measuredRun(folder, { top, reportUrl, sourceUrl }) {
  const run = new RunFolder(folder)
  // The command `compare` measures no labs.
  const analysis = /** @type {Analysis} */ (run.readAnalysis())
  const manifest = /** @type {RunManifest} */ (run.readManifest())
  return {
    summary: toMarkdown(analysis, manifest),
    commands: annotationsOf(analysis, top).map(toWorkflowCommand),
    comment: toComment(pullRequestText(analysis, manifest, linkTo), reportUrl)
  }

  /** @param {{ file: string, line: number }} place */
  function linkTo({ file, line }) {
    const own = fileInRepository(file, top)
    return own === null ? null : `${sourceUrl}/${own.split('/').map(encodeURIComponent).join('/')}#L${line}`
  }
}
