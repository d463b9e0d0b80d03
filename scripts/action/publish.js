import { appendFileSync } from 'node:fs'
import { annotationsOf, toWorkflowCommand, toWorkflowMessage } from '../../src/report/annotations.js'
import { toComment } from '../../src/report/comment.js'
import { markdownSections, toMarkdown } from '../../src/report/markdown.js'
import { readAnalysis, readManifest } from '../../src/runs/read-manifest.js'
import { runLayout } from '../../src/runs/run-layout.js'
import { writeComment } from './comments.js'
import { readEvent } from './revisions.js'

/**
 * @import { RunManifest } from '../../src/runs/types.js'
 * @import { Analysis } from '../../src/types.js'
 */

/** The step "Summary, annotation and comment" of action.yml: shows a run where a pull request is read. */
const { env } = process
const layout = runLayout(env.WORKSHOP_FOLDER ?? '')
// The command `compare` measures no labs.
const analysis = /** @type {Analysis} */ (readAnalysis(layout))
const manifest = /** @type {RunManifest} */ (readManifest(layout))

if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, toMarkdown(analysis, manifest))
const top = env.GITHUB_WORKSPACE ?? process.cwd()
for (const annotation of annotationsOf(analysis, top)) console.log(toWorkflowCommand(annotation))
await comment()

async function comment() {
  const { number } = readEvent(env).pull_request ?? {}
  if (env.WORKSHOP_COMMENT !== 'true' || !number) return
  // Two workflows may have jobs of one name.
  const mark = `<!-- ${env.WORKSHOP_NAME} of ${encodeURIComponent(env.GITHUB_WORKFLOW ?? '')} -->`
  const text = toComment(markdownSections(analysis, manifest), env.WORKSHOP_REPORT_URL ?? '')
  const pullRequest = {
    apiUrl: env.GITHUB_API_URL ?? 'https://api.github.com',
    repository: env.GITHUB_REPOSITORY ?? '',
    number,
    token: env.GITHUB_TOKEN ?? ''
  }
  try {
    const outcome = await writeComment(pullRequest, { mark, text })
    if (outcome === 'refused')
      console.log(
        toWorkflowMessage(
          'notice',
          'The token may not comment here, as in a pull request of a fork: the summary of the job has the result.'
        )
      )
  } catch (error) {
    const { message } = /** @type {Error} */ (error)
    console.log(toWorkflowMessage('warning', `No comment was written: ${message}`))
  }
}
