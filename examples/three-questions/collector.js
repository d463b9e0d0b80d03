const http = require('node:http')

/** Takes what OpenTelemetry sends to its usual port, and keeps none of it. */
const server = http.createServer(function takeSpans(request, response) {
  request.resume()
  request.once('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
})
server.listen(4318, '127.0.0.1')
process.once('SIGTERM', () => server.close(() => process.exit()))
