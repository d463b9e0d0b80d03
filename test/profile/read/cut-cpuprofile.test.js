import { expect, test } from '@jest/globals'
import { cutCpuprofile, readCpuprofile } from '../../../src/profile/read/read-cpuprofile.js'

/** (root) 1 -> serve 2 -> handle 3; (root) 1 -> boot 4; (root) 1 -> (idle) 5. */
const nodes = [
  nodeOf(1, '(root)', [2, 4, 5]),
  nodeOf(2, 'serve', [3]),
  nodeOf(3, 'handle', []),
  nodeOf(4, 'boot', []),
  nodeOf(5, '(idle)', [])
]
/** Samples at 1010 (boot), 1020 (handle), 1030 (idle), 1045 (serve), 1060 (handle), 1070 (boot). */
const file = {
  nodes,
  samples: [4, 3, 5, 2, 3, 4],
  timeDeltas: [10, 10, 10, 15, 15, 10],
  startTime: 1000,
  endTime: 1080
}

test('the samples inside a window are kept, ends included, at their times', () => {
  const cut = cutCpuprofile(file, [{ startMicros: 1020, endMicros: 1060 }])
  expect(cut).toMatchObject({ startTime: 1020, samples: [3, 5, 2, 3], timeDeltas: [0, 10, 15, 15], endTime: 1060 })
  expect(readCpuprofile(cut).samples?.atMicros).toEqual([1020, 1030, 1045, 1060])
})

test('the first sample keeps its time after the start of the window', () => {
  const cut = cutCpuprofile(file, [{ startMicros: 1015, endMicros: 1031 }])
  expect([cut.samples, cut.timeDeltas, cut.endTime - cut.startTime]).toEqual([[3, 5], [5, 10], 15])
})

test('the time between two windows counts for no node', () => {
  const cut = cutCpuprofile(file, [
    { startMicros: 1005, endMicros: 1025 },
    { startMicros: 1040, endMicros: 1065 }
  ])
  expect(cut.samples).toEqual([4, 3, 2, 3])
  expect(cut.timeDeltas.slice(1)).toEqual([10, 0, 15])
})

test('nodes without a sample below them are removed, and the others count the samples kept', () => {
  const cut = cutCpuprofile(file, [{ startMicros: 1041, endMicros: 1061 }])
  expect(cut.nodes.map(({ id, hitCount, children }) => [id, hitCount, children])).toEqual([
    [1, 0, [2]],
    [2, 1, [3]],
    [3, 1, []]
  ])
})

test('a sample that V8 wrote late is kept or removed by its own time', () => {
  const late = { ...file, samples: [4, 3, 2], timeDeltas: [10, 40, -20] }
  expect(cutCpuprofile(late, [{ startMicros: 1025, endMicros: 1040 }]).samples).toEqual([2])
})

test('windows without samples give an empty profile', () => {
  const cut = cutCpuprofile(file, [{ startMicros: 2000, endMicros: 3000 }])
  expect([cut.samples, cut.nodes.map(({ id }) => id)]).toEqual([[], [1]])
})

/**
 * @param {number} id
 * @param {string} functionName
 * @param {number[]} children
 */
function nodeOf(id, functionName, children) {
  const callFrame = { functionName, scriptId: '1', url: 'file:///app/server.js', lineNumber: id, columnNumber: 0 }
  return { id, callFrame, children, hitCount: 9, positionTicks: [{ line: 1, ticks: 9 }] }
}
