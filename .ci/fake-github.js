import { once } from 'node:events'
import { createServer } from 'node:http'

/**
 * @typedef {object} Comment
 * @property {number} id
 * @property {string} body
 * @property {User} user
 * @property {number} edits how often its text was replaced
 *
 * @typedef {{ id: number, type: 'Bot' | 'User' }} User
 *
 * @typedef {object} Failure what is responded in place of an answer
 * @property {number} status
 * @property {string} message
 * @property {Record<string, string>} [headers]
 */

/** Of a job, of a job of a fork, and of a person, as in the input `token`. */
export const tokens = { job: 'token of a job', fork: 'token of a fork', person: 'token of a person' }

/** What a comment of the action begins with, in the workflow and the job that the checks play. */
export const MARK = '<!-- profiling-workshop-performance-0 of performance -->'
/** @type {User} */
const bot = { id: 1, type: 'Bot' }
/** @type {User} */
const person = { id: 2, type: 'User' }
/** @type {User} */
const stranger = { id: 3, type: 'User' }
/** @type {Record<string, User>} */
const writers = { [tokens.job]: bot, [tokens.person]: person }
const refusal = { status: 403, body: { message: 'Resource not accessible by integration' } }

/**
 * Starts a server on loopback that has the part of GitHub's REST API that comments on issues need. A pull request has more than a page of
 * comments of a stranger, each with a mark of the action, before it has one of the action.
 */
export async function fakeGitHub() {
  /** @type {Map<number, Comment[]>} */
  const comments = new Map()
  /** @type {Map<string, Failure>} */
  const failures = new Map()
  /** @type {Map<number, object>} */
  const pullRequests = new Map()
  let lastId = 0
  const server = createServer(async function respond(request, response) {
    const { method = '', url = '', headers } = request
    const text = Buffer.concat(await request.toArray()).toString()
    const [, failure] = [...failures].find(([start]) => `${method} ${url}`.startsWith(start)) ?? []
    const token = (headers.authorization ?? '').replace(/^Bearer /, '')
    const { status, body } = failure ? { ...failure, body: failure } : answer({ method, url, token, text })
    response.writeHead(status, { 'content-type': 'application/json', ...failure?.headers })
    response.end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    /** Returns the comments of the action. @param {number} number */
    commentsOf: number => (comments.get(number) ?? []).filter(({ user }) => user !== stranger),
    /** Opens a pull request, which is otherwise not known. @param {number} number @param {object} pullRequest */
    open: (number, pullRequest) => void pullRequests.set(number, pullRequest),
    /** Fails requests from now on. @param {string} start of their method and path @param {Failure} failure */
    fail: (start, failure) => void failures.set(start, failure),
    close: () => void server.close()
  }

  /** @param {{ method: string, url: string, token: string, text: string }} asked @returns {{ status: number, body: object }} */
  function answer({ method, url, token, text }) {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1')
    const [, number] = /^\/repos\/owner\/name\/issues\/(\d+)\/comments$/.exec(pathname) ?? []
    const [, id] = /^\/repos\/owner\/name\/issues\/comments\/(\d+)$/.exec(pathname) ?? []
    if (method === 'GET' && number) return { status: 200, body: page(listOf(Number(number)), searchParams) }
    const [, pull] = /^\/repos\/owner\/name\/pulls\/(\d+)$/.exec(pathname) ?? []
    const opened = pullRequests.get(Number(pull))
    if (pull) return opened ? { status: 200, body: opened } : { status: 404, body: { message: 'Not Found' } }
    const writer = writers[token]
    // Only a person's token may ask whose it is.
    if (method === 'GET' && pathname === '/user') return writer === person ? { status: 200, body: person } : refusal
    if (!writer) return refusal
    const { body } = JSON.parse(text)
    if (method === 'POST' && number) return { status: 201, body: add(listOf(Number(number)), body, writer) }
    const comment = [...comments.values()].flat().find(each => each.id === Number(id))
    if (method !== 'PATCH' || !comment) return { status: 404, body: { message: 'Not Found' } }
    if (comment.user !== writer) return refusal
    comment.edits++
    comment.body = body
    return { status: 200, body: comment }
  }

  /** @param {number} number */
  function listOf(number) {
    const list = comments.get(number) ?? []
    comments.set(number, list)
    while (list.length < 120) add(list, `${MARK}\na person wrote this`, stranger)
    return list
  }

  /** @param {Comment[]} list @param {string} body @param {User} user */
  function add(list, body, user) {
    const comment = { id: ++lastId, body, user, edits: 0 }
    list.push(comment)
    return comment
  }
}

/** @param {Comment[]} list @param {URLSearchParams} query */
function page(list, query) {
  const [length, number] = [Number(query.get('per_page') ?? 30), Number(query.get('page') ?? 1)]
  return list.slice((number - 1) * length, number * length)
}
