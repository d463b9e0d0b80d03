import express from 'express'
import { checkOrder } from './check-order.js'

const app = express()
app.use(express.json())
app.post('/orders', function takeOrder(request, response) {
  const problems = process.env.CHECK === 'on' ? checkOrder(request.body) : []
  response.status(201).json({ id: 1, problems })
})
const server = app.listen(3000)
process.once('SIGTERM', () => server.close())
