import { describe, expect, test } from '@jest/globals'
import { readCpuprofile } from '../../../src/profile/read/read-cpuprofile.js'
import { rowsOf } from '../../helpers/call-trees.js'
import { checkProfile, faultOf, majors, recording, selfByStack, stackOf } from '../../helpers/check-profile.js'

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
  const inlined = rowsOf(profile.nodes).findIndex(node => profile.frames[node.frame]?.name === 'mix' && node.self > 0)
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

test('nodes may name their parent in place of their children, and leave out what code of V8 does not have', () => {
  const linked = [
    { id: 1, callFrame: { functionName: '(root)', scriptId: 0 } },
    { id: 2, callFrame: { functionName: '(program)', scriptId: 0 }, parent: 1 },
    { id: 6, callFrame: { functionName: 'writev', scriptId: 0 }, parent: 5 },
    { id: 5, callFrame: { ...nodes[4]?.callFrame, scriptId: 7 }, parent: 1 }
  ]
  const file = { samples: [5, 6, 2], timeDeltas: [0, 10, 20], startTime: 0, endTime: 45 }
  const profile = readCpuprofile({ nodes: linked, ...file })
  expect(selfByStack(profile)).toEqual({ work: 10, 'work;writev': 20, '(program)': 15 })
  expect(new Set(profile.frames)).toEqual(new Set(readCpuprofile({ nodes, ...file }).frames.filter(isOfBoth)))

  /** @param {{ kind: string }} frame */
  function isOfBoth({ kind }) {
    return kind !== 'gc'
  }
})

test('functions of the app that have the names of entries of V8 are functions', () => {
  const place = { url: 'file:///srv/a.js', scriptId: '3', lineNumber: 0, columnNumber: 0 }
  const names = ['(idle)', '(program)', '(garbage collector)']
  const called = [
    cpuNode(1, '(root)', [2, 3, 4, 5]),
    ...names.map((name, index) => cpuNode(2 + index, name, [], place)),
    cpuNode(5, 'work', [6], place),
    cpuNode(6, '(idle)')
  ]
  const file = { nodes: called, samples: [2, 3, 4, 6], timeDeltas: [0, 1, 2, 3], startTime: 0, endTime: 8 }
  const profile = readCpuprofile(file)
  expect(profile.idle).toBe(0)
  expect(selfByStack(profile)).toEqual({ '(idle)': 1, '(program)': 2, '(garbage collector)': 3, 'work;(idle)': 2 })
  expect(new Set(profile.frames.map(({ kind }) => kind))).toEqual(new Set(['javascript', 'native']))
})

test.each(['file://other-host/a.js', 'file:///srv/%zz.js', 'file:///srv/a%2Fb.js', 'file://['])(
  'a function keeps a URL that names no file of this system: %s',
  url => {
    const called = [cpuNode(1, '(root)', [2]), cpuNode(2, 'work', [], { url, scriptId: '4', lineNumber: 0 })]
    const { frames } = readCpuprofile({ nodes: called, samples: [2], timeDeltas: [0], startTime: 0, endTime: 1 })
    expect(frames).toMatchObject([{ name: 'work', file: url }])
  }
)

test('a sample of the root is time that V8 could not name', () => {
  const profile = readCpuprofile({ nodes, samples: [1, 5], timeDeltas: [0, 4], startTime: 0, endTime: 8 })
  expect(selfByStack(profile)).toEqual({ '(program)': 4, work: 4 })
})

test('a call chain 100,000 deep is read', () => {
  const deep = Array.from({ length: 100_000 }, (_, index) => cpuNode(index + 1, `f${index % 7}`, [index + 2]))
  const chain = [...deep, cpuNode(100_001, 'last')]
  const file = { nodes: chain, samples: [100_001], timeDeltas: [0], startTime: 0, endTime: 1 }
  expect(readCpuprofile(file).nodes.self).toHaveLength(100_000)
})

const sound = { nodes, samples: [5, 6], timeDeltas: [0, 1], startTime: 0, endTime: 2 }

/** @type {[string, unknown, import('../../../src/errors/types.js').ProfileFault][]} */
const refused = [
  ['content that is no object', [], { code: 'wrong-value', at: '', expected: 'object' }],
  ['no nodes', {}, { code: 'wrong-value', at: 'nodes', expected: 'array' }],
  ['no samples', { ...sound, samples: [], timeDeltas: [] }, { code: 'no-samples' }],
  ['other numbers', { ...sound, timeDeltas: [1] }, { code: 'other-length', samples: 2, times: 1 }],
  ['an unknown sample', { ...sound, samples: [5, 9] }, { code: 'unknown-id', at: 'samples[1]', id: 9 }],
  ['a missing node', { ...sound, nodes: nodes.slice(0, 5) }, { code: 'unknown-id', at: 'nodes[4].children', id: 6 }],
  [
    'text as a time',
    { ...sound, timeDeltas: [0, '1'] },
    { code: 'wrong-value', at: 'timeDeltas[1]', expected: 'time' }
  ],
  [
    'null as a time',
    { ...sound, timeDeltas: [0, null] },
    { code: 'wrong-value', at: 'timeDeltas[1]', expected: 'time' }
  ],
  [
    'a time before 0',
    { ...sound, timeDeltas: [0, -1] },
    { code: 'wrong-value', at: 'timeDeltas[1]', expected: 'time' }
  ],
  ['a start as text', { ...sound, startTime: '0' }, { code: 'wrong-value', at: 'startTime', expected: 'amount' }],
  ['two equal ids', withNode(1, cpuNode(3, '(idle)')), { code: 'repeated-id', at: 'nodes[1]', id: 3 }],
  ['two parents', withNode(1, cpuNode(2, 'a', [6])), { code: 'second-parent', at: 'nodes[4].children', id: 6 }],
  ['two roots', withNode(0, cpuNode(1, '(root)', [2, 3, 4])), { code: 'second-root', at: 'nodes[4]', id: 5 }],
  ['a cycle', withNode(4, cpuNode(5, 'a', [6, 1])), { code: 'cycle', at: 'nodes[0]', id: 1 }],
  [
    'no name',
    withNode(1, cpuNode(2, /** @type {any} */ (7))),
    { code: 'wrong-value', at: 'nodes[1].callFrame.functionName', expected: 'text' }
  ]
]

test.each(refused)('refuses a file with %s', (_, content, fault) => {
  expect(faultOf(() => readCpuprofile(content))).toEqual(fault)
})

test('refuses a cycle apart from the root', () => {
  const apart = [...nodes, cpuNode(8, 'a', [9]), cpuNode(9, 'b', [8])]
  expect(faultOf(() => readCpuprofile({ ...sound, nodes: apart }))).toEqual({ code: 'cycle', at: 'nodes[6]', id: 8 })
})

/** @param {number} index @param {ReturnType<typeof cpuNode>} node */
function withNode(index, node) {
  return { ...sound, nodes: nodes.with(index, node) }
}
