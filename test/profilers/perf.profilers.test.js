import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { analyse } from '../../src/analyse.js'
import { workOf } from '../../src/profile/match/native-work.js'
import { perf, startPerf } from '../../src/profilers/perf.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { runProgram } from '../../src/system/processes.js'
import { present } from '../helpers/call-trees.js'
import { selfByStack } from '../helpers/check-profile.js'
import { fixtureExperiment, runFixture } from '../helpers/fixture-experiment.js'
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

testWithPerf(`a run shows that the candidate's thread pool compresses${reason}`, async () => {
  const experiment = fixtureExperiment({ server: 'answers.js' }, { server: 'uses-pool.js' })
  const {
    folder: { root },
    problem
  } = await runFixture(experiment, {
    profilers: [{ name: 'perf', playsLoads: false, isAlone: false }],
    rounds: 1,
    detailRounds: 1
  })
  expect(problem).toBeNull()
  const { threadWorks, blames } = analyse(new RunFolder(root).read()).analysis
  expect(blames).toEqual([])
  expect(threadWorks).toMatchObject([{ baseline: 'baseline', candidate: 'candidate', profiler: 'perf', rounds: 1 }])
  const [total, largest] = present(threadWorks[0]).rows
  expect(total).toMatchObject({ threads: 'pool', work: 'total' })
  expect(largest).toMatchObject({ threads: 'pool', work: 'compression', cost: { baseline: 0 } })
  expect(present(largest).cost.candidate).toBeGreaterThan(0.5 * present(total).cost.candidate)
})

testWithPerf(`every process of a cluster is sampled${reason}`, async () => {
  const workers = new Set()
  const { folder } = await profiledLaunch({
    profiler: perf,
    command: ['node', 'test/fixtures/servers/cluster-of-two.js'],
    env: { BURN_MICROS: '2000' },
    warmUp: async ask => {
      while (workers.size < 2) workers.add(Number((await ask()).headers['x-process']))
    },
    slices: [times(60)]
  })
  const { stdout } = await runProgram('perf', ['script', '-i', path.join(folder, 'perf.data'), '-F', 'pid'], {
    keepsAll: true
  })
  const sampled = new Set(stdout.match(/\d+/g)?.map(Number))
  for (const worker of workers) expect(sampled).toContain(worker)
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
  await expect(startPerf({ pids: [NO_PROCESS], ...files }).untilSampling()).rejects.toMatchObject({
    code: 'ERR_TOOL',
    details: { tool: 'perf record', problem: { code: 'exited' }, tail: expect.stringMatching(/./) }
  })
})

/** @param {ThreadTree} tree @param {string} wanted */
function shareOf({ profile, sampleCount }, wanted) {
  const stacks = Object.entries(selfByStack(profile)).filter(([stack]) => workOf(stack.split(';')).work === wanted)
  return stacks.reduce((sum, [, samples]) => sum + samples, 0) / sampleCount
}
