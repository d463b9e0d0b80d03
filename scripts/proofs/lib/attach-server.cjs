'use strict'
const { createServer } = require('node:http')

/**
 * A server for proofs with `attach`: for each answer it sorts and writes rows REPEATS times. It sends its port to the process that started
 * it, and for each message what it has used and answered until now.
 */
const repeats = Number(process.env.REPEATS)
const rows = Array.from({ length: 150 }, (_, id) => ({ id, name: `row ${(id * 7919) % 150}` }))
let requests = 0

const server = createServer(function answer(_request, response) {
  let text = ''
  for (let repeat = 0; repeat < repeats; repeat++) text = writeSorted()
  requests++
  response.end(text)
})
// A load that pauses would find its connections closed.
server.keepAliveTimeout = 0
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))

process.on('message', function tellUsage() {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMicros: user + system, requests })
})
process.once('disconnect', () => process.exit())
// Ctrl-C also comes here: the process that started it ends it.
process.on('SIGINT', () => {})

function writeSorted() {
  return JSON.stringify([...rows].sort((one, other) => (one.name < other.name ? -1 : 1)))
}
