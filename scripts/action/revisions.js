import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The parts of an event that name its commits. Source: docs.github.com, "Webhook events and payloads". */
/** @typedef {{ pull_request?: { number: number, base: { sha: string }, head: { sha: string } }, before?: string, after?: string }} Event */

/** What `before` is where a push made the branch. */
const NO_COMMIT = /^0+$/

/**
 * Returns the event that started the workflow, or an empty one outside of a workflow.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Event}
 */
export function readEvent({ GITHUB_EVENT_PATH: file }) {
  return file ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/**
 * Returns the two revisions to compare: those that are named, or those of the event.
 * @param {{ base: string, head: string, event: Event, folder: string }} asked
 * @returns {{ base: string, head: string }}
 * @throws {Error} with the text of git, where there is no merge base
 */
export function revisionsOf({ base, head, event, folder }) {
  const { pull_request: pullRequest, before = '', after } = event
  const measured = head || pullRequest?.head.sha || after || 'HEAD'
  if (base) return { base, head: measured }
  if (pullRequest) return { base: mergeBase(pullRequest.base.sha, measured), head: measured }
  return { base: before && !NO_COMMIT.test(before) ? before : `${measured}~1`, head: measured }

  /** @param {string} one @param {string} other */
  function mergeBase(one, other) {
    return execFileSync('git', ['merge-base', one, other], { cwd: folder, encoding: 'utf8' }).trim()
  }
}
