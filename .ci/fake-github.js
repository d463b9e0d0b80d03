import { once } from 'node:events'
import { createServer } from 'node:http'

/**
 * @typedef {object} Comment
 * @property {number} id
 * @property {string} body
 * @property {{ type: string }} user
 * @property {number} edits how often its text was replaced
 */

/**
 * Starts a server on loopback that has the part of GitHub's REST API that comments on issues need. Before a pull request has a comment of the
 * action it has more than a page of others, one of them with the action's mark.
 */
export async function fakeGitHub() {
  /** @type {Map<number, Comment[]>} */
  const comments = new Map()
  let mayWrite = true
  let lastId = 0
  const server = createServer(async function respond(request, response) {
    const { method, url = '' } = request
    const chunks = await request.toArray()
    const { status, body } = answer(method ?? '', url, Buffer.concat(chunks).toString())
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    refuseWrites: () => void (mayWrite = false),
    /** The comments of the action. @param {number} number */
    commentsOf: number => (comments.get(number) ?? []).filter(({ user }) => user.type === 'Bot'),
    close: () => void server.close()
  }

  /** @param {string} method @param {string} url @param {string} text @returns {{ status: number, body: object }} */
  function answer(method, url, text) {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1')
    const [, number] = /^\/repos\/owner\/name\/issues\/(\d+)\/comments$/.exec(pathname) ?? []
    const [, id] = /^\/repos\/owner\/name\/issues\/comments\/(\d+)$/.exec(pathname) ?? []
    if (method === 'GET' && number) return { status: 200, body: page(listOf(Number(number)), searchParams) }
    if (!mayWrite) return { status: 403, body: { message: 'Resource not accessible by integration' } }
    const { body } = JSON.parse(text)
    if (method === 'POST' && number) return { status: 201, body: add(listOf(Number(number)), body, 'Bot') }
    const comment = [...comments.values()].flat().find(each => each.id === Number(id))
    if (method !== 'PATCH' || !comment) return { status: 404, body: { message: 'Not Found' } }
    comment.edits++
    comment.body = body
    return { status: 200, body: comment }
  }

  /** @param {number} number */
  function listOf(number) {
    const list = comments.get(number) ?? []
    comments.set(number, list)
    while (list.length < 120) add(list, '<!-- profiling-workshop performance . --> a person wrote this', 'User')
    return list
  }

  /** @param {Comment[]} list @param {string} body @param {string} type */
  function add(list, body, type) {
    const comment = { id: ++lastId, body, user: { type }, edits: 0 }
    list.push(comment)
    return comment
  }
}

/** @param {Comment[]} list @param {URLSearchParams} query */
function page(list, query) {
  const [length, number] = [Number(query.get('per_page') ?? 30), Number(query.get('page') ?? 1)]
  return list.slice((number - 1) * length, number * length)
}
