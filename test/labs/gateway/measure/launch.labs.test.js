import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { checkUpstream, withUpstream } from '../../../../src/labs/gateway/measure/cells.js'
import { playFirstRequests, playGateway } from '../../../../src/labs/gateway/measure/launch.js'
import { LATER_REQUESTS } from '../../../../src/labs/gateway/measure/plan.js'
import { gateway } from '../../../../src/labs/gateway/question.js'
import { removeTemporaryFolders, temporaryFolder } from '../../../helpers/temporary-folder.js'

/** @import { GatewayVariant } from '../../../../src/labs/gateway/types.js' */
/** @import { Upstream } from '../../../../src/labs/gateway/measure/cells.js' */

jest.setTimeout(60_000)
removeTemporaryFolders()

const lab = { ...gateway, upstream: { ...gateway.upstream, callMs: 10, tailMs: 1 } }
const stages = /** @type {const} */ ([
  { name: 'half', ratePerSecond: 50, durationMs: 1000 },
  { name: 'goal', ratePerSecond: 100, durationMs: 1000 }
])

test('over TLS: every request is answered, both calls of it are counted, and the pool is no larger than asked', async () => {
  const { played, samples } = await onUpstream(variantOf('pool 10'), (variant, upstream, logPath) =>
    playGateway(variant, upstream, [...stages], logPath)
  )
  expect(played.stages.map(({ sent, completed, non2xx, errors }) => [sent, completed, non2xx, errors])).toEqual([
    [50, 50, 0, 0],
    [100, 100, 0, 0]
  ])
  expect(played.stages.map(({ timings }) => timings.upstream?.count)).toEqual([50, 100])
  expect(samples.length).toBeGreaterThanOrEqual(2)
  for (const { pool, cpuMicros, rssBytes, fromMs, toMs } of samples) {
    expect(pool).toMatchObject({ size: 10, failed: 0 })
    expect(pool.highestRunning).toBeLessThanOrEqual(10)
    expect([cpuMicros > 0, rssBytes > 1e7, toMs > fromMs]).toEqual([true, true, true])
  }
})

test('single requests: one first, and the later ones', async () => {
  const { firstMs, laterMs, readyMs } = await onUpstream(variantOf('plain'), playFirstRequests)
  expect(laterMs).toHaveLength(LATER_REQUESTS)
  // Two calls of 9 ms at least, one after the other; a timer may be early by half a millisecond.
  for (const ms of [firstMs, ...laterMs]) expect(ms).toBeGreaterThan(17)
  expect(readyMs).toBeGreaterThan(0)
})

test('the check of the upstream has what it added to the times that it drew', async () => {
  const check = await onUpstream(variantOf('plain'), (_variant, { origin, signal }, logPath) =>
    checkUpstream(origin, { ratePerSecond: 100, durationMs: 500, logPath, signal })
  )
  expect(check).toMatchObject({ ratePerSecond: 100, sent: 50, failed: 0 })
  expect(check.addedP50Ms).toBeGreaterThan(0)
  expect(check.addedP99Ms).toBeGreaterThanOrEqual(Number(check.addedP50Ms))
})

/** @param {string} name @returns {GatewayVariant} */
function variantOf(name) {
  const variant = lab.variants.find(each => each.name === name)
  if (!variant) throw new Error(`no variant ${name}`)
  return variant
}

/**
 * @template T
 * @param {GatewayVariant} variant
 * @param {(variant: GatewayVariant, upstream: Upstream, logPath: string) => Promise<T>} use
 */
function onUpstream(variant, use) {
  const logPath = path.join(temporaryFolder(), 'log')
  const { signal } = new AbortController()
  return withUpstream(lab, { ...variant, seed: 1 }, signal, upstream => use(variant, upstream, logPath))
}
