import { createServer } from 'node:http'
import { cheapestItems } from './items.js'

/** Sends the cheapest items; with SORT=always the list is sorted for each request. */
const server = createServer(function sendItems(_request, response) {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(cheapestItems(process.env.SORT === 'always')))
})
server.listen(3000)
process.once('SIGTERM', () => server.close())
