import { describe, expect, test } from '@jest/globals'
import { readCpuprofile } from '../../src/profile/read-cpuprofile.js'
import { checkProfile, majors, recording, selfByStack, stackOf } from '../helpers/check-profile.js'

describe.each(majors)('recorded on Node %s', major => {
  test.each(['esm', 'cjs'])('%s', format => {
    const file = JSON.parse(recording(`cpu-prof/node-${major}/${format}.cpuprofile`))
    const profile = readCpuprofile(file)
    const [, ...afterFirst] = file.timeDeltas
    const sampledMicros = afterFirst.reduce((/** @type {number} */ sum, /** @type {number} */ delta) => sum + delta, 0)
    checkProfile(profile, sampledMicros + sampledMicros / afterFirst.length)

    expect(profile).toMatchObject({ unit: 'micros', label: 'main' })
    expect(profile.idle).toBeGreaterThan(0)
    expect(profile.samples?.atMicros[0]).toBe(file.startTime + file.timeDeltas[0])
    expect(profile.frames).toEqual(
      expect.arrayContaining([
        {
          name: 'burnCpu',
          file: `/srv/app/server.${format === 'esm' ? 'mjs' : 'cjs'}`,
          line: 30,
          column: 17,
          kind: 'javascript'
        },
        expect.objectContaining({ name: '(garbage collector)', kind: 'gc' }),
        expect.objectContaining({ file: '/srv/app/node_modules/router/lib/layer.js', kind: 'javascript' }),
        expect.objectContaining({ file: 'node:zlib', kind: 'javascript' }),
        expect.objectContaining({ kind: 'native' })
      ])
    )
  })
})

test('inlined functions that V8 records are below the function they are inlined into', () => {
  const profile = readCpuprofile(JSON.parse(recording('cpu-prof/node-26/esm.cpuprofile')))
  const inlined = profile.nodes.findIndex(node => profile.frames[node.frame]?.name === 'mix' && node.self > 0)
  expect(stackOf(profile, inlined)).toMatch(/;showPage;burnCpu;mix$/)
})

/**
 * @param {number} id
 * @param {string} functionName
 * @param {number[]} [children]
 * @param {{ url?: string, scriptId?: string, lineNumber?: number, columnNumber?: number }} [place]
 */
function cpuNode(id, functionName, children = [], place = {}) {
  const callFrame = { functionName, scriptId: '0', url: '', lineNumber: -1, columnNumber: -1, ...place }
  return { id, callFrame, children }
}

const nodes = [
  cpuNode(1, '(root)', [2, 3, 4, 5]),
  cpuNode(2, '(idle)'),
  cpuNode(3, '(program)'),
  cpuNode(4, '(garbage collector)'),
  cpuNode(5, 'work', [6], { url: 'file:///srv/my%20app/a.js', scriptId: '7', lineNumber: 0, columnNumber: 9 }),
  cpuNode(6, 'writev')
]

test('a sample weighs the time until the next one, the last the mean of the others', () => {
  const samples = [5, 6, 2, 4, 3, 6]
  const timeDeltas = [500, 10, 20, 40, 80, 150]
  const profile = readCpuprofile({ nodes, samples, timeDeltas, startTime: 1000, endTime: 9000 }, { label: 'worker 2' })
  expect(selfByStack(profile)).toEqual({
    work: 10,
    'work;writev': 20 + 60,
    '(garbage collector)': 80,
    '(program)': 150
  })
  expect(profile).toMatchObject({ label: 'worker 2', idle: 40 })
  expect(profile.samples?.atMicros).toEqual([1500, 1510, 1530, 1570, 1650, 1800])
  expect(profile.frames).toContainEqual({
    name: 'work',
    file: '/srv/my app/a.js',
    line: 1,
    column: 10,
    kind: 'javascript'
  })
})

test('frames without a file: eval, WebAssembly, a regular expression, a function of node', () => {
  const odd = [
    cpuNode(1, '(root)', [2, 3, 4, 5]),
    cpuNode(2, '', [], { scriptId: '9', lineNumber: 0, columnNumber: 19 }),
    cpuNode(3, 'wasm-function[0]', [], { scriptId: '8', url: 'wasm://wasm/05788f62', lineNumber: 0, columnNumber: 34 }),
    cpuNode(4, 'RegExp: a+'),
    cpuNode(5, '')
  ]
  const { frames } = readCpuprofile({ nodes: odd, samples: [2], timeDeltas: [0], startTime: 0, endTime: 1 })
  expect(frames).toEqual([
    { name: '(anonymous)', file: '', line: 1, column: 20, kind: 'javascript' },
    { name: 'wasm-function[0]', file: '', line: null, column: null, kind: 'javascript' },
    { name: 'RegExp: a+', file: '', line: null, column: null, kind: 'native' },
    { name: '(anonymous)', file: '', line: null, column: null, kind: 'native' }
  ])
})

test('samples that V8 wrote out of order are sorted', () => {
  const profile = readCpuprofile({ nodes, samples: [5, 6, 3], timeDeltas: [0, 30, -20], startTime: 0, endTime: 30 })
  expect(selfByStack(profile)).toEqual({ work: 10, '(program)': 20, 'work;writev': 15 })
  expect(profile.samples?.atMicros).toEqual([0, 10, 30])
})

test.each([
  ['has no nodes', {}],
  ['has no samples', { nodes }],
  ['has no samples', { nodes, samples: [], timeDeltas: [] }],
  ['2 samples but 1 time deltas', { nodes, samples: [5, 5], timeDeltas: [1] }],
  ['sample of an unknown node, 9', { nodes, samples: [9], timeDeltas: [1], startTime: 0 }],
  ['lacks node 6', { nodes: nodes.slice(0, 5), samples: [5], timeDeltas: [1], startTime: 0 }]
])('refuses a file that %s', (message, file) => {
  expect(() => readCpuprofile(/** @type {any} */ (file))).toThrow(message)
})
