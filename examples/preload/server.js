import { createServer } from 'node:http'

const server = createServer(function answer(_request, response) {
  response.setHeader('content-type', 'text/plain')
  response.end('hello')
})
server.listen(3000)
process.once('SIGTERM', () => server.close())
