import { appendFileSync } from 'node:fs'
import { toUnmeasuredComment } from './comment.js'
import { commentMark, writeComment } from './comments.js'
import { InputError } from './input-error.js'
import { commitOf, measuredRevision, readEvent, shortRevision } from './revisions.js'
import { toWorkflowMessage } from './workflow-commands.js'

/** @import { Published } from './measured-run.js' */
/** @import { Event } from './revisions.js' */

/**
 * The step "Summary, annotation and comment" of action.yml: shows a run where a pull request is read, or why its revision has none. It
 * also runs where an earlier step failed, and then perhaps without packages.
 */
const { env } = process
const event = knownEvent()
const isMeasured = Boolean(env.WORKSHOP_FOLDER)
const { summary, commands, comment } = isMeasured ? await ofRun() : withoutRun()

if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, summary)
for (const command of commands) console.log(command)
await showOnPullRequest()

async function ofRun() {
  const { measuredRun } = await import('./measured-run.js')
  const top = env.GITHUB_WORKSPACE ?? process.cwd()
  const sourceUrl = `${repositoryUrl()}/blob/${commitOf(top, measured()) || measured()}`
  return measuredRun(env.WORKSHOP_FOLDER ?? '', { top, reportUrl: env.WORKSHOP_REPORT_URL ?? '', sourceUrl })
}

function repositoryUrl() {
  return `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}`
}

function measured() {
  return measuredRevision({ head: env.WORKSHOP_HEAD ?? '', event })
}

/** @returns {Published} */
function withoutRun() {
  const logUrl = `${repositoryUrl()}/actions/runs/${env.GITHUB_RUN_ID}`
  const revision = shortRevision(measured())
  const reason = env.WORKSHOP_REASON ? JSON.parse(env.WORKSHOP_REASON) : ''
  const text = toUnmeasuredComment({ revision, reason, logUrl })
  return { summary: `${text}\n`, commands: [], comment: text }
}

/** Returns the event, an empty one where it cannot be read: the step "Compare" has printed why. @returns {Event} */
function knownEvent() {
  try {
    return readEvent(env)
  } catch (error) {
    if (error instanceof InputError) return {}
    throw error
  }
}

async function showOnPullRequest() {
  const { number } = event.pull_request ?? {}
  if (env.WORKSHOP_COMMENT !== 'true' || !number) return
  const pullRequest = {
    apiUrl: env.GITHUB_API_URL ?? 'https://api.github.com',
    repository: env.GITHUB_REPOSITORY ?? '',
    number,
    token: env.GITHUB_TOKEN ?? ''
  }
  const mark = commentMark(env.WORKSHOP_NAME ?? '', env.GITHUB_WORKFLOW ?? '')
  try {
    // Without figures only those of an earlier revision are replaced: the job fails anyway, and its summary has the reason.
    const outcome = await writeComment(pullRequest, { mark, text: comment, mayBeNew: isMeasured })
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
