import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Sends the prices of an order, each from a store that takes 4 ms; with PRICES=in-turn it asks for one after the other. */
const server = createServer(async function sendPrices(_request, response) {
  const products = ['apple', 'pear', 'plum']
  const prices = process.env.PRICES === 'in-turn' ? await inTurn(products) : await Promise.all(products.map(priceOf))
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(prices))
})
server.listen(3000)
process.once('SIGTERM', () => server.close())

async function inTurn(products) {
  const prices = []
  for (const product of products) prices.push(await priceOf(product))
  return prices
}

async function priceOf(product) {
  await sleep(4)
  return { product, cents: 100 * product.length }
}
