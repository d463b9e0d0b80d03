const { readFile } = require('node:fs/promises')
const path = require('node:path')

const file = path.join(__dirname, 'orders.json')

/**
 * Returns an order, which is read for each request, as from a database.
 * @param {string} id
 */
async function readOrder(id) {
  const text = await readFile(file, 'utf8')
  return JSON.parse(text).find(order => order.id === id)
}

module.exports = { readOrder }
