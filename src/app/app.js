import { STATUS_CODES } from 'node:http'
import compression from 'compression'
import express from 'express'
import { sendBootstrap } from './bootstrap-css.js'
import { createCopyRouter } from './copy/route.js'
import { createInfoRouter } from './info/route.js'

/** @import { ErrorRequestHandler, Request, Response } from 'express' */
/** @import { Toggles } from './toggles.js' */

/**
 * Creates the app: `GET /info` and what its page needs, and the route of the copy lab.
 *
 * @param {Toggles} toggles
 */
export function createApp(toggles) {
  const app = express()
  app.disable('x-powered-by')
  app.set('views', import.meta.dirname)
  app.set('view engine', 'ejs')
  app.set('view cache', toggles.viewCache === 'on')

  // Before the compression, because it compresses its own responses whatever the toggle is.
  app.get('/assets/bootstrap.min.css', sendBootstrap)
  if (toggles.gzip === 'on') app.use(compression())
  app.use(createInfoRouter(toggles))
  app.use(createCopyRouter(toggles))
  app.get('/', redirectToInfo)
  app.use(answerNotFound)
  app.use(answerError)
  return app
}

/** @param {Request} _request @param {Response} response */
function redirectToInfo(_request, response) {
  response.redirect('/info')
}

/** @param {Request} _request @param {Response} response */
function answerNotFound(_request, response) {
  sendStatus(response, 404)
}

/**
 * Logs an error of the server and sends the status in words; the client never gets a stack.
 *
 * @type {ErrorRequestHandler}
 */
function answerError(error, _request, response, next) {
  const status = error?.status ?? 500
  if (status >= 500) console.error(error)
  // Too late for a status: Express cuts the connection, so that the client sees that the response is incomplete.
  if (response.headersSent) return next(error)
  sendStatus(response, status)
}

/** @param {Response} response @param {number} status */
function sendStatus(response, status) {
  response.status(status).type('text').send(`${status} ${STATUS_CODES[status]}\n`)
}
