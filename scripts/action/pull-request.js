import { ask, Refusal } from './ask-github.js'

/** @import { PullRequest } from './comments.js' */

/**
 * Returns what GitHub has of a pull request; null where there is none of this number.
 * @param {PullRequest} pullRequest
 * @returns {Promise<{ head: { sha: string, repo: { full_name: string } | null } } | null>} `repo`: null of a fork that was removed
 */
export async function readPullRequest(pullRequest) {
  const { repository, number } = pullRequest
  try {
    return await ask(pullRequest, 'GET', `/repos/${repository}/pulls/${number}`)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
