import { readdirSync } from 'node:fs'
import { expect, jest, test } from '@jest/globals'
import { weightOf } from '../../src/profile/tree/call-tree.js'
import { cdp } from '../../src/profilers/cdp.js'
import { heap } from '../../src/profilers/heap.js'
import { none } from '../../src/profilers/index.js'
import { prof } from '../../src/profilers/prof.js'
import { functionNamed, present } from '../helpers/call-trees.js'
import { hasProc } from '../helpers/on-linux.js'
import { profiledLaunch, times } from '../helpers/profiled-launch.js'
import { removeTemporaryFolders } from '../helpers/temporary-folder.js'

/** @import { SliceRecord } from '../../src/runs/types.js' */
/** @import { Ask } from '../helpers/profiled-launch.js' */

jest.setTimeout(60_000)
removeTemporaryFolders()

const withWorkers = ['node', 'test/fixtures/servers/burns-in-workers.js']
const withCluster = ['node', 'test/fixtures/servers/cluster-of-two.js']

test.each([cdp, prof])(
  "each worker thread has its own tree and its own CPU, which is not counted as the pool's ($name)",
  async profiler => {
    const { collect, slices, record } = await profiledLaunch({
      profiler,
      command: withWorkers,
      warmUp: times(5),
      slices: [times(40), times(40)]
    })
    const { trees } = await collect()
    expect(trees.map(({ pid, threadId }) => [pid, threadId]).sort()).toEqual([
      [record.pid, 0],
      [record.pid, 1],
      [record.pid, 2]
    ])
    const [main, ...workers] = trees.toSorted((a, b) => a.threadId - b.threadId)
    expect(functionNamed(present(main).profile, 'burnInWorker')).toBeNull()
    for (const { profile } of workers) expect(functionNamed(profile, 'burnInWorker')?.share).toBeGreaterThan(0.4)
    if (!hasProc) return
    const workerCosts = [1, 2].map(id => cpuOfThread(slices, id))
    const workerWeights = workers.map(({ profile }) => weightOf(profile))
    // The first worker burns four times as long as the second one.
    expect(present(workerCosts[0]) / present(workerCosts[1])).toBeGreaterThan(2)
    expect(present(workerWeights[0]) / present(workerWeights[1])).toBeGreaterThan(1.5)
    for (const { server } of slices) {
      expect(server.cpuMainThreadMicros).toBeLessThan(0.5 * server.cpuMicros)
      expect(server.cpuPoolMicros).toBeLessThan(0.3 * server.cpuMicros)
    }
  }
)

test.each([none, cdp, prof])('a worker thread that ends during a slice does not fail it ($name)', async profiler => {
  const { collect, slices, record } = await profiledLaunch({
    profiler,
    command: withWorkers,
    warmUp: times(2),
    slices: [
      async ask => {
        await times(20)(ask)
        await ask('/end')
      }
    ]
  })
  expect(record.exit).toEqual({ code: 0, signal: null, escalated: false })
  expect(slices.map(({ server }) => idsOf(server.threads))).toEqual([[0, 1]])
  const { trees, ticks } = await collect()
  expect(idsOf(trees)).toEqual(profiler === none ? [] : [0, 1])
  // By the state of V8: those of the main thread, which served requests.
  const states = Object.values(ticks).flatMap(each => each.states ?? [])
  expect(states).toHaveLength(profiler.name === 'prof' ? 1 : 0)
  for (const counts of states) expect(counts.javascript + counts.native + counts.other).toBeGreaterThan(0)
})

test.each([cdp, prof, heap])(
  'a server that starts a worker thread for each request is profiled as any other ($name)',
  async profiler => {
    const { collect, record, slices } = await profiledLaunch({
      profiler,
      command: ['node', 'test/fixtures/servers/worker-per-request.js'],
      warmUp: many,
      slices: [many, many]
    })
    expect(record.exit).toEqual({ code: 0, signal: null, escalated: false })
    expect(slices.map(({ completed }) => completed)).toEqual([20, 20])
    expect(idsOf((await collect()).trees)).toContain(0)

    /** @param {Ask} ask */
    function many(ask) {
      return Promise.all(Array.from({ length: 4 }, () => times(5)(ask)))
    }
  }
)

test.each([
  ['.cpuprofile', cdp, 1],
  ['-v8.log', prof, 3]
])(
  'a worker thread with an environment of its own, and so without the agent, is left out (%s)',
  async (ending, profiler, files) => {
    const { collect, folder } = await profiledLaunch({
      profiler,
      command: withWorkers,
      env: { WORKER_ENV: 'own' },
      warmUp: times(5),
      slices: [times(20)]
    })
    const { trees, artifacts } = await collect()
    expect(idsOf(trees)).toEqual([0])
    expect(artifacts).toHaveLength(1)
    expect(readdirSync(folder).filter(name => name.endsWith(ending))).toHaveLength(files)
  }
)

test.each([cdp, prof])(
  'each worker of a cluster has its own tree, and the launch ends by itself ($name)',
  async profiler => {
    /** @type {Set<number>} */
    const workers = new Set()
    const { collect, slices, record, stderr } = await profiledLaunch({
      profiler,
      command: withCluster,
      env: { BURN_MICROS: '2000' },
      warmUp: async ask => {
        while (workers.size < 2) workers.add(Number((await ask()).headers['x-process']))
      },
      slices: [times(60)]
    })
    expect(record.exit).toEqual({ code: 0, signal: null, escalated: false })
    expect(stderr).not.toMatch(/Waiting for the debugger/)
    const { trees } = await collect()
    for (const worker of workers) {
      const tree = trees.find(({ pid }) => pid === worker)
      expect(functionNamed(present(tree).profile, 'burn')).not.toBeNull()
      expect(slices[0]?.server.threads.some(({ pid }) => pid === worker)).toBe(true)
    }
  }
)

/**
 * @param {SliceRecord[]} slices
 * @param {number} threadId
 */
function cpuOfThread(slices, threadId) {
  const windows = slices.flatMap(({ server }) => server.threads).filter(thread => thread.threadId === threadId)
  expect(windows).toHaveLength(slices.length)
  return windows.reduce((sum, window) => sum + Number(window.cpuMicros), 0)
}

/** @param {{ threadId: number }[]} threads */
function idsOf(threads) {
  return threads.map(({ threadId }) => threadId).sort()
}
