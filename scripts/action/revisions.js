import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { InputError } from './input-error.js'

/** The parts of an event that name its commits. Source: docs.github.com, "Webhook events and payloads". */
/**
 * @typedef {object} Event
 * @property {{ number: number, base: { sha: string }, head: { sha: string } }} [pull_request]
 * @property {{ name: string, event: string, head_sha: string, head_repository: { full_name: string } | null, html_url: string }} [workflow_run]
 *   the run of a workflow that another one follows
 * @property {string} [before]
 * @property {string} [after]
 */

/** What `before` is where a push made the branch. */
const NO_COMMIT = /^0+$/

/**
 * Returns the event that started the workflow, or an empty one outside of a workflow.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Event}
 * @throws {InputError} where its file cannot be read
 */
export function readEvent({ GITHUB_EVENT_PATH: file }) {
  try {
    return file ? JSON.parse(readFileSync(file, 'utf8')) : {}
  } catch (error) {
    const { message } = /** @type {Error} */ (error)
    throw new InputError(`The event of the workflow, ${file}, cannot be read: ${message}`, { cause: error })
  }
}

/**
 * Returns the revision to measure: the one that is named, or that of the event.
 * @param {{ head: string, event: Event }} asked
 */
export function measuredRevision({ head, event: { pull_request: pullRequest, after } }) {
  return head || pullRequest?.head.sha || after || 'HEAD'
}

/** Returns a commit as people name it; it is the name of a variant in every sentence. @param {string} revision */
export function shortRevision(revision) {
  return /^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, 12) : revision
}

/**
 * Returns the two revisions to compare: those that are named, or those of the event.
 * @param {{ base: string, head: string, event: Event, folder: string }} asked
 * @returns {{ base: string, head: string }}
 * @throws {InputError} where git names no merge base
 */
export function revisionsOf({ base, head, event, folder }) {
  const { pull_request: pullRequest, before = '' } = event
  const measured = measuredRevision({ head, event })
  if (base) return { base, head: measured }
  if (pullRequest) return { base: mergeBase(folder, pullRequest.base.sha, measured), head: measured }
  return { base: before && !NO_COMMIT.test(before) ? before : `${measured}~1`, head: measured }
}

/** @type {(folder: string, revision: string) => string} returns '' where git does not know it: the command says so */
export function commitOf(folder, revision) {
  return git(folder, 'rev-parse', '--verify', '--quiet', `${revision}^{commit}`).stdout.trim()
}

/** @type {(folder: string, one: string, other: string) => string} */
function mergeBase(folder, one, other) {
  const { status, stdout, stderr } = git(folder, 'merge-base', one, other)
  if (status === 0) return stdout.trim()
  // With 1 both commits are there, and no common one. A shallow clone can lack each of the three.
  const isMissing = status === 1 || isShallow(folder)
  if (!isMissing) throw new InputError(`git merge-base ${one} ${other} failed: ${stderr.trim()}`)
  const advice = 'check out the whole history, with fetch-depth: 0 of actions/checkout'
  throw new InputError(`git finds no merge base of ${one} and ${other}: ${advice}.`)
}

/** @param {string} folder */
function isShallow(folder) {
  return git(folder, 'rev-parse', '--is-shallow-repository').stdout.trim() === 'true'
}

/** @param {string} folder @param {string[]} args */
function git(folder, ...args) {
  const { error, ...ended } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
  if (error) throw new InputError(`git could not be started: ${error.message}`, { cause: error })
  return ended
}
