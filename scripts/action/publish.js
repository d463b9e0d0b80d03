import { appendFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { annotationsOf, toWorkflowCommand } from '../../src/report/annotations.js'
import { toComment } from '../../src/report/comment.js'
import { writeComment } from './comments.js'
import { readEvent } from './revisions.js'

/** The step "Summary, annotation and comment" of action.yml: shows a run where a pull request is read. */
const { env } = process
const runFolder = env.WORKSHOP_FOLDER ?? ''
const analysis = JSON.parse(readFileSync(path.join(runFolder, 'analysis.json'), 'utf8'))
const summary = readFileSync(path.join(runFolder, 'summary.md'), 'utf8')

if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, summary)
const top = env.GITHUB_WORKSPACE ?? process.cwd()
for (const annotation of annotationsOf(analysis, top)) console.log(toWorkflowCommand(annotation))
await comment()

async function comment() {
  const { number } = readEvent(env).pull_request ?? {}
  if (env.WORKSHOP_COMMENT !== 'true' || !number) return
  // One comment per job and folder: two servers of a repository do not replace each other's.
  const mark = `<!-- profiling-workshop ${env.GITHUB_JOB ?? ''} ${env.WORKSHOP_WORKING_DIRECTORY ?? ''} -->`
  const pullRequest = {
    apiUrl: env.GITHUB_API_URL ?? 'https://api.github.com',
    repository: env.GITHUB_REPOSITORY ?? '',
    number,
    token: env.GITHUB_TOKEN ?? ''
  }
  try {
    const outcome = await writeComment(pullRequest, { mark, text: toComment(summary, env.WORKSHOP_REPORT_URL ?? '') })
    if (outcome === 'refused')
      console.log(
        '::notice::The token may not comment here, as in a pull request of a fork: the summary of the job has the result.'
      )
  } catch (error) {
    console.log(`::warning::No comment was written: ${/** @type {Error} */ (error).message}`)
  }
}
