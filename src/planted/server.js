import express from 'express'
import { makePlant } from './plants.js'

/** @import { Request, Response } from 'express' */

/**
 * A small server with a known cost planted in it: `node src/planted/server.js <plant>`. At its end it writes the
 * measured cost per request to stderr.
 */
const plant = makePlant(process.argv[2] ?? 'none')
const app = express()
for (const middleware of plant.middleware) app.use(middleware)
app.get('/', answer)
const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1')

process.once('SIGTERM', end)

/** @param {Request} _request @param {Response} response */
function answer(_request, response) {
  plant.work()
  response.json({ uptimeSeconds: process.uptime(), memory: process.memoryUsage(), words: wordsOf(process.title) })
}

/** @param {string} text */
function wordsOf(text) {
  return Array.from({ length: 40 }, (_, index) => `${text}-${index}`)
}

function end() {
  console.error(`truth ${JSON.stringify(plant.truth())}`)
  server.close()
  server.closeAllConnections()
}
