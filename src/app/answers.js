import { STATUS_CODES } from 'node:http'

/** @import { ErrorRequestHandler, Request, Response } from 'express' */

/** @param {Request} _request @param {Response} response */
export function answerNotFound(_request, response) {
  sendStatus(response, 404)
}

/**
 * Logs an error of the server and sends the status in words; the client never gets a stack.
 *
 * @type {ErrorRequestHandler}
 */
export function answerError(error, _request, response, next) {
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
