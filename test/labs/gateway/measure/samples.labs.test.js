import { afterEach, expect, test } from '@jest/globals'
import { startGatewaySamples } from '../../../../src/labs/gateway/measure/launch.js'
import { monotonicMs } from '../../../../src/load/send-clock.js'
import { listen } from '../../../app/raw-http.js'

/** @type {() => unknown} */
let end = () => {}
afterEach(() => void end())

const COUNTED_MS = 300

test('a sample lasts as long as the server counted, whatever the answers of the server took', async () => {
  const { server, port } = await listen((_request, response) => response.end('{"running":3}'))
  end = () => server.close()
  const startMicros = monotonicMs() * 1e3
  const reading = { cpuMicros: 150_000, threads: [{ startMicros, endMicros: startMicros + COUNTED_MS * 1e3 }] }
  const launch = { origin: `http://127.0.0.1:${port}`, startSlice: async () => {}, stopSlice: async () => reading }
  const [sample] = await startGatewaySamples(/** @type {any} */ (launch)).stop()
  expect(sample).toMatchObject({ cpuMicros: 150_000, pool: { running: 3 } })
  expect(Number(sample?.toMs) - Number(sample?.fromMs)).toBeCloseTo(COUNTED_MS, 3)
})
