import { markdownSections, toMarkdown } from '../../src/report/print/markdown.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { annotationsOf } from './annotations.js'
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
 * @param {{ top: string, reportUrl: string }} job `top`: the folder of the repository; `reportUrl`: empty where the page is not uploaded
 * @returns {Published}
 */
export function measuredRun(folder, { top, reportUrl }) {
  const run = new RunFolder(folder)
  // The command `compare` measures no labs.
  const analysis = /** @type {Analysis} */ (run.readAnalysis())
  const manifest = /** @type {RunManifest} */ (run.readManifest())
  return {
    summary: toMarkdown(analysis, manifest),
    commands: annotationsOf(analysis, top).map(toWorkflowCommand),
    comment: toComment(markdownSections(analysis, manifest), reportUrl)
  }
}
