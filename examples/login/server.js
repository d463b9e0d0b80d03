import { createServer } from 'node:http'
import { audit } from './audit.js'
import { itemOf, startSession, startToken, storeItem, userOfSession, userOfToken } from './store.js'

/** With AUDIT=on each answer to a user is written to a chain of hashes. */
const isAudited = process.env.AUDIT === 'on'

/** @type {Record<string, (request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse, body: string) => void>} */
const routes = {
  'POST /login': function logIn(_request, response, body) {
    const { user, password } = Object.fromEntries(new URLSearchParams(body))
    if (password !== 'swordfish') return send(response, 401, { error: 'wrong password' })
    response.setHeader('set-cookie', `session=${startSession(user)}; HttpOnly; Path=/`)
    response.writeHead(303, { location: '/account' }).end()
  },
  'POST /token': function makeToken(_request, response, body) {
    const { user, password } = JSON.parse(body)
    if (password !== 'swordfish') return send(response, 401, { error: 'wrong password' })
    send(response, 200, { data: { access_token: startToken(user), expires_in: 3600 } })
  },
  'POST /items': function createItem(_request, response, body) {
    const id = storeItem(JSON.parse(body))
    response.setHeader('location', `/items/${id}`)
    send(response, 201, { id })
  },
  'GET /account': function showAccount(request, response) {
    sendTo(userOfSession(request.headers.cookie), response)
  },
  'GET /orders': function showOrders(request, response) {
    sendTo(userOfToken(request.headers.authorization), response)
  }
}

const server = createServer(function answer(request, response) {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', text => {
    body += text
  })
  request.on('end', function whole() {
    const { method, url = '/' } = request
    const route = routes[`${method} ${url}`]
    if (route) return route(request, response, body)
    const item = itemOf(url)
    if (item === undefined) return send(response, 404, { error: 'not found' })
    if (isAudited) audit(url)
    send(response, 200, item)
  })
})
server.listen(3000)
process.once('SIGTERM', () => server.close())

/** @param {string | undefined} user @param {import('node:http').ServerResponse} response */
function sendTo(user, response) {
  if (user === undefined) return send(response, 401, { error: 'log in first' })
  if (isAudited) audit(user)
  send(response, 200, { user, items: [1, 2, 3] })
}

/** @param {import('node:http').ServerResponse} response @param {number} status @param {object} body */
function send(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
