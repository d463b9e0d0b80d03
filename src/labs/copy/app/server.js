import http from 'node:http'
import express from 'express'
import { answerError, answerNotFound } from '../../../app/answers.js'
import { readChoice } from '../../../app/toggles.js'
import { listenUntilSignal } from '../../skeleton/app/listen-until-signal.js'
import { orExplain, readWhole } from '../../skeleton/app/settings.js'
import { strategyNames } from './copy-file.js'
import { createCopyRouter } from './route.js'

/** @import { Choice } from '../../../app/toggles.js' */
/** @import { Strategy } from './copy-file.js' */

/** @type {Choice<Strategy>} */
const copyChoice = {
  flag: '',
  variable: 'COPY',
  values: ['buffer', ...strategyNames.filter(name => name !== 'buffer')]
}

/**
 * Serves `POST /copy` and `GET /ping`: `COPY=kernel node server.js`. The settings are environment variables:
 *
 *     COPY         how a request without a strategy copies: byte | buffer | stream-16k | stream-64k | stream-1m | whole | kernel
 *     HOST, PORT   where to listen
 */
await orExplain(() => serveCopies(process.env))

/**
 * Serves until SIGTERM or SIGINT.
 *
 * @param {NodeJS.ProcessEnv} env
 * @throws {UsageError} for a value that is not allowed
 */
function serveCopies(env) {
  const port = readWhole('PORT', env.PORT || '8080', { least: 0, most: 65_535 })
  const usual = readChoice(copyChoice, {}, env)
  const app = express()
  app.disable('x-powered-by')
  app.use(createCopyRouter(usual))
  app.use(answerNotFound)
  app.use(answerError)
  listenUntilSignal(http.createServer(app), {
    host: env.HOST || '127.0.0.1',
    port,
    path: '/copy',
    how: `copy=${usual}`
  })
}
