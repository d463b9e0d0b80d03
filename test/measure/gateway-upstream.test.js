import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { gateway } from '../../src/experiments/gateway.js'
import { withUpstream } from '../../src/measure/gateway-upstream.js'

test('an upstream listens with any seed that a lab takes', async () => {
  const lab = { ...gateway, upstream: { ...gateway.upstream, callMs: 1, tailMs: 0 } }
  const { signal } = new AbortController()
  const place = { certificate: '', logPath: path.join(os.tmpdir(), 'none'), signal }
  const asked = { isTls: false, upstreamEnv: {}, seed: 2 ** 31 - 1 }
  const answer = await withUpstream(lab, asked, place, ({ origin }) => fetch(`${origin}/items/first`))
  expect(answer.status).toBe(200)
})
