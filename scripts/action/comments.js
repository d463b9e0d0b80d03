/**
 * @typedef {object} PullRequest
 * @property {string} apiUrl such as https://api.github.com
 * @property {string} repository owner/name
 * @property {number} number
 * @property {string} token
 */

const PER_PAGE = 100

/**
 * Writes a comment on a pull request, or replaces the text of the one that begins with the same mark.
 * @param {PullRequest} pullRequest
 * @param {{ mark: string, text: string }} comment `mark`: an HTML comment, which is not shown
 * @returns {Promise<'written' | 'replaced' | 'refused'>} refused: the token may not write, as that of a fork
 * @throws {Error} where GitHub responds with another error
 */
export async function writeComment(pullRequest, { mark, text }) {
  const { repository, number } = pullRequest
  const comments = `/repos/${repository}/issues/${number}/comments`
  const body = { body: `${mark}\n${text}` }
  const old = await findComment(pullRequest, comments, mark)
  const [method, route] = old === null ? ['POST', comments] : ['PATCH', `/repos/${repository}/issues/comments/${old}`]
  const { status } = await ask(pullRequest, method, route, body)
  if (status === 401 || status === 403 || status === 404) return 'refused'
  if (status >= 300) throw new Error(`GitHub responded to ${method} ${route} with ${status}.`)
  return old === null ? 'written' : 'replaced'
}

/**
 * Returns the id of the comment that this action wrote before: anyone can write the mark, so its author counts too.
 * @param {PullRequest} pullRequest
 * @param {string} route
 * @param {string} mark
 * @returns {Promise<number | null>}
 */
async function findComment(pullRequest, route, mark) {
  for (let page = 1; ; page++) {
    const { status, body } = await ask(pullRequest, 'GET', `${route}?per_page=${PER_PAGE}&page=${page}`)
    if (status !== 200 || !Array.isArray(body)) return null
    const own = body.find(comment => comment.user?.type === 'Bot' && comment.body?.startsWith(mark))
    if (own) return own.id
    if (body.length < PER_PAGE) return null
  }
}

/**
 * Source: docs.github.com, "REST API endpoints for issue comments".
 * @param {PullRequest} pullRequest
 * @param {string} method
 * @param {string} route
 * @param {object} [body]
 */
async function ask({ apiUrl, token }, method, route, body) {
  const response = await fetch(`${apiUrl}${route}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-github-api-version': '2022-11-28'
    },
    signal: AbortSignal.timeout(30_000),
    ...(body && { body: JSON.stringify(body) })
  })
  return { status: response.status, body: await response.json().catch(() => null) }
}
