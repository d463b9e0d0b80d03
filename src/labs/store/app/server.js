import http, { STATUS_CODES } from 'node:http'
import { listenUntilSignal } from '../../skeleton/app/listen-until-signal.js'
import { orExplain } from '../../skeleton/app/settings.js'
import { openEngine } from './engine.js'
import { isId, isValue, VALUE_LENGTH } from './entities.js'
import { createExecutor } from './executor.js'
import { describeStoreSettings, readStoreSettings } from './settings.js'

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Executor } from './executor.js' */
/** @import { StoreSettings } from './settings.js' */

/** For the body of a request. */
const REQUEST_LIMIT_MS = 10_000
const RETRY_AFTER_SECONDS = 1

await orExplain(() => serveStore(readStoreSettings(process.env)))

/**
 * Serves the store until SIGTERM or SIGINT: it then completes the open requests and writes to the disk what is outstanding.
 * @param {StoreSettings} settings
 */
async function serveStore(settings) {
  const { host, port } = settings
  const engine = await openEngine(settings)
  const executor = await createExecutor(settings, engine)
  const server = http.createServer({ requestTimeout: REQUEST_LIMIT_MS }, createRoute(executor))
  listenUntilSignal(server, { host, port, path: '/v0/entity', how: describeStoreSettings(settings), onStop: close })

  async function close() {
    await executor.close()
    await engine.close()
  }
}

/**
 * Returns the listener of `PUT` and `GET /v0/entity?id=<id>`, and of `GET` and `DELETE /v0/counts`, which returns and restarts the
 * counts of the executor.
 * @param {Executor} executor
 */
function createRoute({ submit, counts, restartCounts, threads }) {
  return route

  /** @param {IncomingMessage} request @param {ServerResponse} response */
  function route(request, response) {
    const [path, ...query] = (request.url ?? '').split('?')
    // A query may have a question mark of its own.
    if (path === '/v0/entity') return routeEntity(request, response, new URLSearchParams(query.join('?')).getAll('id'))
    if (path === '/v0/counts') return routeCounts(request, response)
    answer(response, 404, 'the paths are /v0/entity and /v0/counts')
  }

  /** @param {IncomingMessage} request @param {ServerResponse} response @param {string[]} ids */
  function routeEntity(request, response, ids) {
    const [id = ''] = ids
    const isRead = isGet(request)
    if (!isRead && request.method !== 'PUT') return answerMethod(response, 'GET, HEAD, PUT')
    if (ids.length !== 1) return answer(response, 400, 'give one id: /v0/entity?id=abc')
    if (!isId(id)) return answer(response, 400, 'an id has 3 characters of A-Z, a-z and 0-9')
    if (isRead) return execute(response, id, null)
    readText(request, function put(value) {
      if (value.length > VALUE_LENGTH) return answer(response, 413, `a value has at most ${VALUE_LENGTH} characters`)
      if (!isValue(value)) return answer(response, 400, 'a value has characters of A-Z, a-z and 0-9, at least one')
      execute(response, id, value)
    })
  }

  /** @param {ServerResponse} response @param {string} id @param {string | null} value */
  function execute(response, id, value) {
    const result = submit({ id, value })
    if (!result) {
      response.setHeader('Retry-After', RETRY_AFTER_SECONDS)
      return answer(response, 503, 'all threads are busy and the queue is full')
    }
    result.then(answerResult, answerFailure)

    /** @param {string | null} read */
    function answerResult(read) {
      if (value !== null) return response.writeHead(204).end()
      if (read === null) return answer(response, 404, 'there is no entity with this id')
      response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': read.length }).end(read)
    }

    /** @param {Error} error */
    function answerFailure(error) {
      console.error(error)
      answer(response, 500, 'the store failed')
    }
  }

  /** @param {IncomingMessage} request @param {ServerResponse} response */
  function routeCounts(request, response) {
    if (request.method === 'DELETE') {
      restartCounts()
      return response.writeHead(204).end()
    }
    if (!isGet(request)) return answerMethod(response, 'GET, HEAD, DELETE')
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ ...counts(), threads: threads() }))
  }
}

/** Returns whether a request reads: Node.js sends no body in a response to HEAD. @param {IncomingMessage} request */
function isGet({ method }) {
  return method === 'GET' || method === 'HEAD'
}

/**
 * Reads a body. What is longer than a value is dropped, so that the client gets its response.
 * @param {IncomingMessage} request @param {(text: string) => void} done
 */
function readText(request, done) {
  let text = ''
  request.setEncoding('latin1')
  request.on('data', chunk => {
    if (text.length <= VALUE_LENGTH) text += chunk
  })
  request.on('end', () => done(text))
}

/** @param {ServerResponse} response @param {string} allowed */
function answerMethod(response, allowed) {
  response.setHeader('Allow', allowed)
  answer(response, 405, `allowed: ${allowed}`)
}

/** @param {ServerResponse} response @param {number} status @param {string} problem */
function answer(response, status, problem) {
  response.writeHead(status, { 'Content-Type': 'text/plain' }).end(`${status} ${STATUS_CODES[status]}: ${problem}\n`)
}
