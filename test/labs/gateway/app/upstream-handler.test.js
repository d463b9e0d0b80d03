import { expect, test } from '@jest/globals'
import {
  createUpstreamHandler,
  latencyDrawer,
  PAPER_LATENCY
} from '../../../../src/labs/gateway/app/upstream-handler.js'
import { listen } from '../../../app/raw-http.js'

test('two calls have the mean of 200 ms and the 95th percentile of 206 ms that the paper has', () => {
  const draw = latencyDrawer(PAPER_LATENCY, 1)
  const pairs = Array.from({ length: 50_000 }, () => draw(0) + draw(0)).toSorted((a, b) => a - b)
  expect(pairs.reduce((sum, ms) => sum + ms, 0) / pairs.length).toBeCloseTo(200, 1)
  expect(pairs[Math.floor(pairs.length * 0.95)]).toBeCloseTo(206, 0)
})

test('the same seed draws the same times, the network is added to each', () => {
  const [one, other] = [latencyDrawer(PAPER_LATENCY, 3), latencyDrawer({ ...PAPER_LATENCY, networkMs: 7 }, 3)]
  for (let index = 0; index < 10; index++) expect(other(0) - one(0)).toBeCloseTo(7, 9)
})

test('the latency steps up at its time, from the first call on', () => {
  const constant = { ...PAPER_LATENCY, tailMs: 0 }
  const draw = latencyDrawer({ ...constant, stepAfterMs: 1000, stepMs: 50 }, 1)
  expect([0, 999, 1000, 9999].map(draw)).toEqual([100, 100, 150, 150])
})

test('the upstream answers with JSON, and with the time that it drew', async () => {
  const { server, port } = await listen(createUpstreamHandler({ ...PAPER_LATENCY, meanMs: 2, tailMs: 1 }, 1))
  const answer = await fetch(`http://127.0.0.1:${port}/items/first`)
  const drawn = latencyDrawer({ ...PAPER_LATENCY, meanMs: 2, tailMs: 1 }, 1)(0)
  expect(answer.headers.get('server-timing')).toBe(`drawn;dur=${drawn.toFixed(3)}`)
  expect(await answer.json()).toMatchObject({ id: 'item-first', name: 'first' })
  expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404)
  server.closeAllConnections()
  server.close()
})
