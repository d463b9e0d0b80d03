import { expect, test } from '@jest/globals'
import { workOf } from '../../../src/profile/match/native-work.js'
import { readPerfScript } from '../../../src/profile/read/read-perf-script.js'
import { mergeLaunches } from '../../../src/profile/tree/merge-profiles.js'
import { present, rowsOf } from '../../helpers/call-trees.js'
import { checkProfile, recording, selfByStack } from '../../helpers/check-profile.js'

/** @import { ThreadTree } from '../../../src/profile/types.js' */

const inPool = ['ffff deflate_slow (/srv/node)', '2 worker (/srv/node)', '3 start_thread (/lib/libc.so.6)']
const inHelper = [
  '1 v8::internal::Sweeper::SweeperJob::RunImpl (/srv/node)',
  '2 node::(anonymous namespace)::PlatformWorkerThread (/srv/node)'
]
const inWorker = ['1 [unknown] (//anon)', '2 node::worker::Worker::Run (/srv/node)']

test('recorded on Node 20: the thread pool compresses, and V8 compiles and collects garbage', async () => {
  const lines = recording('perf/node-20/pool.txt').split('\n')
  const heads = lines.map(line => /^\S+ +(\d+)\/(\d+) +[\d.]+: *$/.exec(line)).filter(match => match !== null)
  const [, pid, mainThread] = present(heads[0])
  const windows = [{ pid: Number(pid), startMicros: 0, endMicros: Number.POSITIVE_INFINITY }]
  const { trees, sampleCount } = await readPerfScript(lines, windows)
  expect(sampleCount).toBe(heads.length)
  expect(trees.map(({ threads }) => threads)).toEqual(['pool', 'helpers'])
  const ofOthers = heads.filter(([, , threadId]) => threadId !== mainThread).length
  const read = trees.reduce((sum, tree) => sum + tree.sampleCount, 0)
  expect(read).toBeLessThanOrEqual(ofOthers)
  expect(read).toBeGreaterThan(0.9 * ofOthers)
  for (const { profile, sampleCount: own } of trees) checkProfile(profile, own)

  const [pool, helpers] = trees.map(worksOf)
  expect(present(pool?.compression)).toBeGreaterThan(0.8 * present(trees[0]).sampleCount)
  expect(pool?.compiler).toBeUndefined()
  expect(helpers?.compiler).toBeGreaterThan(0)
  expect(helpers?.gc).toBeGreaterThan(0)
  expect(helpers?.compression).toBeUndefined()
})

test('samples count that are in a window of their process', async () => {
  const text = [
    ...sample(7, 7, 1.5, ['1 main (/srv/node)']),
    ...sample(7, 8, 1.499999, inPool),
    ...sample(7, 8, 1.5, inPool),
    ...sample(9, 10, 1.5, inPool),
    ...sample(7, 8, 1.6, inPool)
  ]
  const { trees, sampleCount } = await readPerfScript(text, [{ pid: 7, startMicros: 1_500_000, endMicros: 1_600_000 }])
  expect(sampleCount).toBe(2)
  expect(trees).toMatchObject([
    { pid: 7, threadId: 0, threads: 'pool', sampleCount: 1 },
    { pid: 7, threadId: 0, threads: 'helpers', sampleCount: 0, profile: { nodes: { self: [] } } }
  ])
})

test('a stack whose first line is damaged counts for no sample', async () => {
  const [, ...withoutHead] = sample(7, 21, 2, ['5 outer (/srv/node)'])
  const whole = await readWhole(...sample(7, 20, 1, inPool))
  expect(await readWhole(...sample(7, 20, 1, inPool), 'node 7/2', ...withoutHead)).toEqual(whole)
})

test('threads of one kind are one tree, in all processes, and threads that run JavaScript are none', async () => {
  const { trees } = await readWhole(
    ...sample(7, 20, 1, inPool),
    ...sample(7, 21, 1, inHelper),
    ...sample(8, 22, 1, inPool),
    ...sample(7, 23, 1, inWorker)
  )
  expect(trees.map(({ threads, profile }) => [threads, selfByStack(profile)])).toEqual([
    ['pool', { 'start_thread;worker;deflate_slow': 2 }],
    ['helpers', { 'node::PlatformWorkerThread;v8::internal::Sweeper::SweeperJob::RunImpl': 1 }]
  ])
})

test('a thread is known by any of its stacks', async () => {
  const cut = ['1 __futex_abstimed_wait_common (/lib/libc.so.6)']
  const { trees } = await readWhole(...sample(7, 20, 1, cut), ...sample(7, 20, 1, inPool), ...sample(7, 21, 1, cut))
  expect(trees.map(({ sampleCount }) => sampleCount)).toEqual([2, 0])
})

test('functions have the names of their source', async () => {
  const { trees } = await readWhole(
    ...sample(7, 20, 1, [
      '1 __GI___libc_write (/lib/libc.so.6)',
      '2 pthread_mutex_lock@@GLIBC_2.2.5 (/lib/libc.so.6)',
      '3 build_tree.constprop.0.isra.2 (/usr/bin/node (deleted))',
      '4 non-virtual thunk to node::CompressionStream<node::(anonymous namespace)::Brotli>::DoThreadPoolWork() (/srv/node)',
      '5 [unknown] ([unknown])',
      '6 do_syscall_64 ([kernel.kallsyms])',
      '7 worker (/srv/node)'
    ])
  )
  expect(Object.keys(selfByStack(present(trees[0]).profile))).toEqual([
    'worker;do_syscall_64;node::CompressionStream<node::Brotli>::DoThreadPoolWork;build_tree;pthread_mutex_lock;write'
  ])
})

test('an export has one frame per kind of thread', async () => {
  const { trees } = await readWhole(...sample(7, 20, 1, inPool), ...sample(7, 21, 1, inHelper))
  const merged = mergeLaunches([{ launch: '', variant: '', profiler: 'perf', trees }], 'off')
  const roots = rowsOf(merged.nodes)
    .filter(({ parent }) => parent === -1)
    .map(({ frame }) => merged.frames[frame]?.name)
  expect(roots).toEqual(['thread pool', 'V8 helper threads'])
})

/** @type {(pid: number, threadId: number, seconds: number, stack: string[]) => string[]} */
function sample(pid, threadId, seconds, stack) {
  return [`node  ${pid}/${threadId}  ${seconds.toFixed(6)}: `, ...stack.map(line => `\t    ${line}`), '']
}

/** @param {string[]} lines of the processes 7 and 8 */
function readWhole(...lines) {
  const whole = { startMicros: 0, endMicros: Number.POSITIVE_INFINITY }
  return readPerfScript(
    lines,
    [7, 8].map(pid => ({ pid, ...whole }))
  )
}

/** @param {ThreadTree} tree @returns {Record<string, number>} samples by work */
function worksOf({ profile }) {
  /** @type {Record<string, number>} */
  const works = {}
  for (const [stack, samples] of Object.entries(selfByStack(profile))) {
    const { work } = workOf(stack.split(';'))
    works[work] = (works[work] ?? 0) + samples
  }
  return works
}
