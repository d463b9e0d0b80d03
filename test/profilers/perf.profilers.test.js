import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { workOf } from '../../src/profile/native-work.js'
import { perf } from '../../src/profilers/perf.js'
import { startPerf } from '../../src/profilers/perf-process.js'
import { present } from '../helpers/call-trees.js'
import { selfByStack } from '../helpers/check-profile.js'
import { profiledLaunch, times } from '../helpers/profiled-launch.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { ThreadTree } from '../../src/profile/types.js' */

jest.setTimeout(60_000)
removeTemporaryFolders()

/** Above the largest number that Linux gives to a process. */
const NO_PROCESS = 2 ** 22 + 1

const refusal = await perf.check?.().then(
  () => null,
  error => error.message.split('\n')[0]
)
const testWithPerf = refusal ? test.skip : test
const reason = refusal ? ` (skipped: ${refusal})` : ''

testWithPerf(`the work of the thread pool is named, of the requests in the slices only${reason}`, async () => {
  const { collect, record } = await profiledLaunch({
    profiler: perf,
    command: ['node', 'test/fixtures/servers/uses-pool.js'],
    warmUp: times(5, '/outside'),
    slices: [times(40), times(40)],
    between: times(5, '/outside')
  })
  expect(record.exit).toMatchObject({ code: 0, escalated: false })
  const { trees } = await collect()
  const pool = present(trees.find(({ threads }) => threads === 'pool'))
  expect(pool.pid).toBe(record.pid)
  expect(shareOf(pool, 'compression')).toBeGreaterThan(0.5)
  expect(shareOf(pool, 'crypto')).toBe(0)
})

testWithPerf(`every process of a cluster is sampled${reason}`, async () => {
  const { collect } = await profiledLaunch({
    profiler: perf,
    command: ['node', 'test/fixtures/servers/cluster-of-two.js'],
    slices: [times(40)]
  })
  await expect(collect()).resolves.toMatchObject({ ticks: {}, artifacts: [] })
})

testWithPerf(`a launch that was not measured is an error${reason}`, async () => {
  const { collect } = await profiledLaunch({
    profiler: perf,
    command: ['node', 'test/fixtures/servers/uses-pool.js']
  })
  await expect(collect()).rejects.toMatchObject({ code: 'ERR_EMPTY_PROFILE' })
})

testWithPerf(`a perf that ends before it samples is an error${reason}`, async () => {
  const folder = temporaryFolder()
  const files = { data: path.join(folder, 'perf.data'), stderr: path.join(folder, 'perf.stderr.log') }
  await expect(startPerf({ pids: [NO_PROCESS], ...files })).rejects.toMatchObject({
    code: 'ERR_TOOL',
    details: { tool: 'perf record', problem: { code: 'exited' }, tail: expect.stringMatching(/./) }
  })
})

/** @param {ThreadTree} tree @param {string} wanted */
function shareOf({ profile, sampleCount }, wanted) {
  const stacks = Object.entries(selfByStack(profile)).filter(([stack]) => workOf(stack.split(';')).work === wanted)
  return stacks.reduce((sum, [, samples]) => sum + samples, 0) / sampleCount
}
