import compression from 'compression'
import express from 'express'
import { answerError, answerNotFound } from './answers.js'
import { sendBootstrap } from './bootstrap-css.js'
import { createInfoRouter } from './info/route.js'

/** @import { Request, Response } from 'express' */
/** @import { Toggles } from './toggles.js' */

/**
 * Creates the app: `GET /info` and what its page needs.
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
  app.get('/', redirectToInfo)
  app.use(answerNotFound)
  app.use(answerError)
  return app
}

/** @param {Request} _request @param {Response} response */
function redirectToInfo(_request, response) {
  response.redirect('/info')
}
