/** @import { PullRequest } from './comments.js' */

const REFUSALS = [401, 403, 404]

/** The token may not do what was asked. */
export class Refusal extends Error {}

/**
 * Returns what GitHub responds. Source: docs.github.com, "REST API endpoints for issue comments" and "Rate limits for the REST API".
 * @param {Pick<PullRequest, 'apiUrl' | 'token'>} pullRequest
 * @param {string} method
 * @param {string} route
 * @param {object} [body]
 * @returns {Promise<any>}
 * @throws {Refusal}
 */
export async function ask({ apiUrl, token }, method, route, body) {
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
  if (response.ok) return response.json()
  const { status, headers } = response
  const { message = '' } = (await response.json().catch(() => null)) ?? {}
  const isLimited = headers.get('x-ratelimit-remaining') === '0' || /rate limit/i.test(message)
  const sentence = `GitHub responded to ${method} ${route} with ${status}${message && `: ${message}`}`
  throw REFUSALS.includes(status) && !isLimited ? new Refusal(sentence) : new Error(sentence)
}
