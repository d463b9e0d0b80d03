import { closeSync, lstatSync, openSync, readSync } from 'node:fs'
import path from 'node:path'
import { visibleLines } from '../../src/report/words/text.js'
import { commentMark, writeComment } from './comments.js'
import { readPullRequest } from './pull-request.js'
import { readEvent } from './revisions.js'
import { toWorkflowMessage } from './workflow-commands.js'

/**
 * The step "Comment" of comment/action.yml: writes what a pull request of a fork measured as a comment on it. The artifact comes from the
 * code of a stranger: its text is shown as text, and its number must be that of a pull request with the commit that the event names.
 */
const { env } = process
/** GitHub's limit of a comment is 65,536 characters. */
const MOST_CHARS = 20_000

const { workflow_run: run } = readEvent(env)
const [level, message] = await comment()
console.log(toWorkflowMessage(level, message))

/** @returns {Promise<['notice' | 'warning', string]>} what happened */
async function comment() {
  if (run?.event !== 'pull_request')
    return ['notice', 'No comment: the workflow before was not started by a pull request.']
  const result = readResult()
  if (result === null) return ['notice', 'No comment: the workflow before left no result of a pull request.']
  const pullRequest = {
    apiUrl: env.GITHUB_API_URL ?? 'https://api.github.com',
    repository: env.GITHUB_REPOSITORY ?? '',
    number: result.number,
    token: env.GITHUB_TOKEN ?? ''
  }
  const found = await readPullRequest(pullRequest)
  if (found?.head.sha !== run.head_sha || found.head.repo?.full_name !== run.head_repository?.full_name)
    return [
      'warning',
      `No comment: pull request ${result.number} has another last commit than the one that was measured.`
    ]
  const mark = commentMark(env.WORKSHOP_NAME ?? '', run.name)
  const written = await writeComment(pullRequest, { mark, text: toText(result.text), mayBeNew: true })
  return written === 'refused'
    ? ['warning', 'No comment: the token may not write it. Give the workflow pull-requests: write.']
    : ['notice', `The comment on pull request ${result.number} was ${written}.`]
}

/** Returns the number and the text; null where there are none, or they are no plain file. */
function readResult() {
  const file = path.join(env.WORKSHOP_RESULT ?? '', 'result.txt')
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return null
  const [, number, text] = /^([1-9]\d{0,8})\n(.*)$/s.exec(readStart(file)) ?? []
  return number === undefined || text === undefined ? null : { number: Number(number), text }
}

/** @param {string} file */
function readStart(file) {
  const opened = openSync(file, 'r')
  const buffer = Buffer.alloc(MOST_CHARS)
  const length = readSync(opened, buffer)
  closeSync(opened)
  return buffer.toString('utf8', 0, length)
}

/** Returns a text in a block of code, in which nothing is markup, a link or a mention. @param {string} text */
function toText(text) {
  const shown = visibleLines(text).trimEnd()
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  const origin = `Measured by the code of this pull request. [The run](${run?.html_url}) has the page among its artifacts.`
  return `${fence}text\n${shown}\n${fence}\n\n${origin}`
}
