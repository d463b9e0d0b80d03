import { expect, test } from '@jest/globals'
import { evidenceOf } from '../../src/blame/evidence.js'
import { threadWork } from '../../src/blame/thread-work.js'
import { CallTree } from '../../src/profile/tree/call-tree.js'
import { nativeFrame } from '../../src/profile/tree/frames.js'
import { present } from '../helpers/call-trees.js'
import { makeSlice } from '../helpers/make-run.js'
import { makeLaunch } from '../helpers/make-trees.js'

/** @import { Stacks } from '../helpers/make-trees.js' */
/** @import { LaunchTrees, OtherThreads, Profile } from '../../src/profile/types.js' */
/** @import { SliceRecord } from '../../src/runs/types.js' */

const load = makeSlice().load
const idle = { 'start_thread;worker;uv_cond_wait': 1 }
const packing = {
  'start_thread;worker;deflate;longest_match': 30,
  'start_thread;worker;deflate': 30,
  'start_thread;worker;inflate': 20,
  futex_wait: 19,
  sysmalloc: 1
}
const compiling = { 'start_thread;node::PlatformWorkerThread;v8::internal::compiler::Job': 5 }

test('each function has its share of the CPU that the system counted of its threads, and the rows add up', () => {
  const launches = [0, 1, 2].flatMap(round => [
    launch('off', round, { pool: idle, helpers: compiling }, 10),
    launch('on', round, { pool: packing, helpers: compiling }, 210 + 10 * round)
  ])
  const [table, ...others] = tablesOf(launches)
  expect(others).toEqual([])
  expect(table).toMatchObject({ baseline: 'off', candidate: 'on', profiler: 'perf', rounds: 3, fewestSamples: 6 })
  expect(
    present(table).rows.map(({ threads, work, name, cost }) => [threads, work, name, cost.baseline, cost.candidate])
  ).toEqual([
    ['pool', 'total', '', expect.closeTo(10), expect.closeTo(220)],
    ['pool', 'compression', 'deflate', 0, expect.closeTo(0.6 * 220)],
    ['pool', 'waiting', '', expect.closeTo(10), expect.closeTo(0.19 * 220)],
    ['pool', 'compression', 'inflate', 0, expect.closeTo(0.2 * 220)],
    ['pool', 'rest', '', 0, expect.closeTo(0.01 * 220)],
    ['helpers', 'total', '', expect.closeTo(5), expect.closeTo(5)],
    ['helpers', 'compiler', 'v8::internal::compiler::Job', expect.closeTo(5), expect.closeTo(5)]
  ])
})

test('an interval is as wide as the number of samples allows', () => {
  const [few, many] = [packing, times(packing, 100)].map(function halfWidth(stacks) {
    const [table] = tablesOf(
      [0, 1, 2].flatMap(round => [
        launch('off', round, { pool: stacks }, 200),
        launch('on', round, { pool: stacks }, 200)
      ])
    )
    const { low, high, difference } = present(table?.rows[1]).cost
    expect(difference).toBeCloseTo(0)
    return (present(high) - present(low)) / 2
  })
  // 60 of 100 samples, at 2 µs each: the difference of two means over three rounds has a standard error of 12.6 µs
  expect(present(few)).toBeGreaterThan(12.6)
  expect(present(few)).toBeLessThan(3 * 12.6)
  expect(present(few) / present(many)).toBeCloseTo(10, 0)
})

test('CPU of threads of which a launch has no samples is the rest', () => {
  const [table] = tablesOf([launch('off', 0, { helpers: compiling }, 10), launch('on', 0, { pool: packing }, 200)])
  const pool = present(table).rows.filter(({ threads }) => threads === 'pool')
  expect(pool.find(({ work }) => work === 'rest')?.cost.baseline).toBeCloseTo(10)
  expect(pool[0]).toMatchObject({ work: 'total', cost: { baseline: 10, candidate: 200, low: null } })
})

test('rounds without both variants and launches with a discarded slice are left out', () => {
  const whole = [launch('off', 0, { pool: idle }, 10), launch('on', 0, { pool: packing }, 200)]
  const more = [
    launch('off', 1, { pool: idle }, 500),
    launch('on', 1, { pool: packing }, 900),
    launch('on', 2, {}, 900)
  ]
  const isValid = (/** @type {{ round: number, variant: string }} */ slice) =>
    !(slice.round === 1 && slice.variant === 'off')
  const [table] = tablesOf([...whole, ...more], isValid)
  expect(table?.rounds).toBe(1)
  expect(tablesOf(more, isValid)).toEqual([])
})

test('blame and flame graphs are of the threads that run JavaScript', () => {
  const ticks = [0, 1].flatMap(round =>
    ['off', 'on'].map(function ticksOf(variant) {
      const { tree, slice } = makeLaunch({ variant, round, stacks: { 'app:answer': 9 } })
      return { tree, slices: [slice] }
    })
  )
  const launches = [launch('off', 0, { pool: idle }, 10), launch('on', 0, { pool: packing }, 200), ...ticks]
  const evidence = evidenceOf(profiledOf(launches), 'off', ['on'])
  expect([...evidence.keys()]).toEqual(['prof'])
  expect(tablesOf(ticks)).toEqual([])
})

/**
 * @typedef {{ tree: LaunchTrees, slices: SliceRecord[] }} Measured
 *
 * @param {string} variant
 * @param {number} round
 * @param {Partial<Record<OtherThreads, Stacks>>} stacks
 * @param {number} poolMicros per request of the unprofiled launch; that of V8's helper threads is 5
 * @returns {Measured}
 */
function launch(variant, round, stacks, poolMicros) {
  const { slice: unprofiled } = makeLaunch({ variant, round, stacks: {}, profiler: 'none', poolMicros })
  const trees = /** @type {[OtherThreads, Stacks][]} */ (Object.entries(stacks)).map(([threads, own], index) => ({
    pid: 1,
    threadId: 10 + index,
    threads,
    sampleCount: Object.values(own).reduce((sum, count) => sum + count, 0),
    profile: profileOf(own)
  }))
  // The samples' own launch costs ten times as much: only the shares are from it.
  const { tree, slice } = makeLaunch({ variant, round, stacks: {}, profiler: 'perf', poolMicros: 10 * poolMicros })
  return { tree: { ...tree, trees }, slices: [slice, unprofiled] }
}

/** @type {(stacks: Stacks, factor: number) => Stacks} */
function times(stacks, factor) {
  return Object.fromEntries(Object.entries(stacks).map(([stack, samples]) => [stack, samples * factor]))
}

/** @param {Stacks} stacks @returns {Profile} */
function profileOf(stacks) {
  const tree = new CallTree()
  for (const [stack, samples] of Object.entries(stacks)) {
    const frames = stack.split(';').map(name => tree.frame(nativeFrame(name)))
    tree.add(
      frames.reduce((parent, frame) => tree.child(parent, frame, null), -1),
      samples
    )
  }
  return { unit: 'samples', label: '', frames: tree.frames, nodes: tree.nodes, idle: 0, samples: null }
}

/** @param {Measured[]} launches @param {(slice: any) => boolean} [isValid] */
function tablesOf(launches, isValid) {
  return threadWork(profiledOf(launches, isValid), 'off', 'on')
}

/** @type {(launches: Measured[], isValid?: (slice: any) => boolean) => Parameters<typeof threadWork>[0]} */
function profiledOf(launches, isValid = () => true) {
  return { trees: launches.map(({ tree }) => tree), slices: launches.flatMap(({ slices }) => slices), isValid, load }
}
