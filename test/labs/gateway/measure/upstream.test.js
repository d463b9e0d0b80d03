import { once } from 'node:events'
import { expect, test } from '@jest/globals'
import { withUpstream } from '../../../../src/labs/gateway/measure/cells.js'
import { gateway } from '../../../../src/labs/gateway/question.js'

const lab = { ...gateway, upstream: { ...gateway.upstream, callMs: 1, tailMs: 0 } }
const { signal } = new AbortController()

test('an upstream listens with any seed that a lab takes', async () => {
  const asked = { isTls: false, upstreamEnv: {}, seed: 2 ** 31 - 1 }
  const answer = await withUpstream(lab, asked, signal, ({ origin }) => fetch(`${origin}/items/first`))
  expect(answer.status).toBe(200)
})

test('an upstream that ends aborts what uses it', async () => {
  const command = ['node', 'test/fixtures/gateway/ending-upstream.js']
  const ending = { ...lab, upstream: { ...lab.upstream, command } }
  const asked = { isTls: false, upstreamEnv: { ENDS_AFTER: '1' }, seed: 1 }
  await withUpstream(ending, asked, signal, async ({ origin, signal }) => {
    const ended = once(signal, 'abort')
    await expect(fetch(`${origin}/items/first`)).rejects.toThrow()
    await ended
    expect(signal.reason).toMatchObject({ code: 'ERR_COMPANION_EXITED', details: { exit: { code: 7 } } })
  })
})

test('two upstreams at once have ports of their own', async () => {
  const asked = { isTls: false, upstreamEnv: {}, seed: 1 }
  const origins = await withUpstream(lab, asked, signal, one =>
    withUpstream(lab, asked, signal, async other => [one.origin, other.origin])
  )
  expect(new Set(origins).size).toBe(2)
  for (const origin of origins) expect(origin).not.toMatch(/:9080$/)
})
