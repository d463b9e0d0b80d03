import { expect, test } from '@jest/globals'
import { threadSections } from '../../../src/report/sections/resource-sections.js'

/** @import { ThreadWork, ThreadWorkRow } from '../../../src/blame/types.js' */

test('each kind of thread has its total, and below it its functions in words', () => {
  const [section, ...others] = sectionsOf([
    row('pool', 'total', '', 2, 100),
    row('pool', 'compression', 'node::ZlibContext::InitZlib', 0, 72),
    row('pool', 'waiting', '', 2, 24),
    row('pool', 'crypto', 'node::crypto::DeriveBitsJob<node::crypto::ScryptTraits>::DoThreadPoolWork', 0, 3),
    row('pool', 'rest', '', 0, 1),
    row('helpers', 'total', '', 21, 21),
    row('helpers', 'compiler', 'v8::internal::compiler::PipelineCompilationJob::ExecuteJobImpl', 20, 20),
    row('helpers', 'other', 'clock_gettime', 1, 1)
  ])
  expect(others).toEqual([])
  expect(section?.heading).toBe('CPU per request of other threads (perf): on compared with off')
  expect(section?.lines).toEqual([])
  expect(section?.table?.header).toEqual(['', 'off', 'on', 'difference (95% CI)'])
  expect(section?.table?.rows).toEqual([
    ['thread pool', '2.00 µs', '100 µs', '+98 µs ± 5'],
    ['  compression: ZlibContext::InitZlib', '0 µs', '72.0 µs', '+72 µs ± 5'],
    ['  going to sleep and waking up', '2.00 µs', '24.0 µs', '+22 µs ± 5'],
    ['  cryptography: DeriveBitsJob<ScryptTraits>::DoThreadPoolWork', '0 µs', '3.00 µs', '+3 µs ± 5'],
    ['  smaller functions', '0 µs', '1.00 µs', '+1 µs ± 5'],
    ['V8 helper threads', '21.0 µs', '21.0 µs', '0 µs ± 5'],
    ['  compiler: PipelineCompilationJob::ExecuteJobImpl', '20.0 µs', '20.0 µs', '0 µs ± 5'],
    ['  clock_gettime', '1.00 µs', '1.00 µs', '0 µs ± 5']
  ])
})

test('a difference whose interval is as wide as the CPU of these threads has no figure', () => {
  const wide = row('pool', 'compression', '', 0, 20)
  const [section] = sectionsOf([
    row('pool', 'total', '', 2, 20),
    { ...wide, cost: { ...wide.cost, low: -10, high: 50 } }
  ])
  expect(section?.table?.rows.map(([, , , difference]) => difference)).toEqual([
    '+18 µs ± 5',
    expect.stringMatching(/^too few samples/)
  ])
})

test('a run without such a profiler has no section', () => {
  expect(threadSections(/** @type {any} */ ({ threadWorks: [] }))).toEqual([])
})

test('one round and few samples are said', () => {
  const [section] = sectionsOf([row('pool', 'total', '', 2, 100)], { rounds: 1, fewestSamples: 12 })
  expect(section?.lines).toEqual([
    'Only one round was profiled, so there are no intervals. Use more rounds.',
    'One launch has only 12 samples. Use a longer --duration.'
  ])
})

/** @param {ThreadWorkRow[]} rows @param {Partial<ThreadWork>} [changes] */
function sectionsOf(rows, changes) {
  /** @type {ThreadWork} */
  const table = { candidate: 'on', baseline: 'off', profiler: 'perf', rounds: 4, fewestSamples: 1234, rows, ...changes }
  return threadSections(/** @type {any} */ ({ threadWorks: [table] }))
}

/**
 * @param {ThreadWorkRow['threads']} threads
 * @param {ThreadWorkRow['work']} work
 * @param {string} name
 * @param {number} baseline
 * @param {number} candidate
 * @returns {ThreadWorkRow}
 */
function row(threads, work, name, baseline, candidate) {
  const difference = candidate - baseline
  return {
    threads,
    work,
    name,
    cost: { baseline, candidate, difference, low: difference - 5, high: difference + 5, pValue: 0.01 }
  }
}
