import { ask, Refusal } from './ask-github.js'

/**
 * @typedef {object} PullRequest
 * @property {string} apiUrl such as https://api.github.com
 * @property {string} repository owner/name
 * @property {number} number
 * @property {string} token
 */

const PER_PAGE = 100

/**
 * Returns what a comment of a use of the action begins with, which is not shown. Two workflows may have jobs of one name.
 * @param {string} name of the use
 * @param {string} workflow
 */
export function commentMark(name, workflow) {
  return `<!-- ${name} of ${encodeURIComponent(workflow)} -->`
}

/**
 * Replaces the text of the comment of a pull request that begins with the same mark, or writes one where there is none.
 * @param {PullRequest} pullRequest
 * @param {object} comment
 * @param {string} comment.mark an HTML comment, which is not shown
 * @param {string} comment.text
 * @param {boolean} comment.mayBeNew false to write none where there is none
 * @returns {Promise<'written' | 'replaced' | 'none' | 'refused'>} refused: the token may not write, as that of a fork
 * @throws {Error} where GitHub responds with another error
 */
export async function writeComment(pullRequest, { mark, text, mayBeNew }) {
  const { repository, number } = pullRequest
  const comments = `/repos/${repository}/issues/${number}/comments`
  const body = { body: `${mark}\n${text}` }
  try {
    const old = await findComment(pullRequest, comments, mark)
    if (old !== null) {
      await ask(pullRequest, 'PATCH', `/repos/${repository}/issues/comments/${old}`, body)
      return 'replaced'
    }
    if (!mayBeNew) return 'none'
    await ask(pullRequest, 'POST', comments, body)
    return 'written'
  } catch (error) {
    if (error instanceof Refusal) return 'refused'
    throw error
  }
}

/**
 * Returns the id of the comment that this action wrote before: anyone can write the mark, so its author counts too.
 * @param {PullRequest} pullRequest
 * @param {string} route
 * @param {string} mark
 * @returns {Promise<number | null>}
 */
async function findComment(pullRequest, route, mark) {
  const ownId = await findOwnId(pullRequest)
  for (let page = 1; ; page++) {
    /** @type {{ id: number, body?: string, user: { id: number, type: string } | null }[]} */
    const listed = await ask(pullRequest, 'GET', `${route}?per_page=${PER_PAGE}&page=${page}`)
    const own = listed.find(({ user, body }) => isOwn(user) && body?.startsWith(mark))
    if (own) return own.id
    if (listed.length < PER_PAGE) return null
  }

  /** @param {{ id: number, type: string } | null} user */
  function isOwn(user) {
    return ownId === null ? user?.type === 'Bot' : user?.id === ownId
  }
}

/** Returns the user of a personal token; null of a job's, which may not ask and writes as a bot. @param {PullRequest} pullRequest */
async function findOwnId(pullRequest) {
  try {
    const { id } = await ask(pullRequest, 'GET', '/user')
    return id
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
