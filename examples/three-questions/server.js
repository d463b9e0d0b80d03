const express = require('express')
const { readOrder } = require('./orders.js')

const app = express()
app.use(express.json())
app.use(function setHeaders(_request, response, next) {
  response.set('cache-control', 'no-store')
  next()
})

const orders = express.Router()
orders.get('/:id', async function showOrder(request, response, next) {
  try {
    const order = await readOrder(request.params.id)
    response.json(order)
  } catch (error) {
    next(error)
  }
})
app.use('/orders', orders)

const server = app.listen(3000)
process.once('SIGTERM', () => server.close())
