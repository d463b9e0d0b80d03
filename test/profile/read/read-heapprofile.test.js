import { describe, expect, test } from '@jest/globals'
import { readHeapprofile } from '../../../src/profile/read/read-heapprofile.js'
import { checkProfile, faultOf, majors, recording, selfByStack } from '../../helpers/check-profile.js'

/** @import { HeapProfileNode } from '../../../src/profile/read/read-heapprofile.js' */

/**
 * @param {HeapProfileNode} node
 * @returns {number} bytes
 */
function sizeOf({ selfSize, children }) {
  return children.reduce((sum, child) => sum + sizeOf(child), selfSize)
}

/** @type {import('../../../src/errors/types.js').ProfileFault} */
const badSize = { code: 'wrong-value', at: 'head.children[0].children[0].selfSize', expected: 'amount' }

describe.each([...majors.map(major => `heap-prof/node-${major}`), 'clinic-heapprofiler/node-20'])(
  'recorded: %s',
  name => {
    test('bytes add up and frames have the same names as in other profiles', () => {
      const file = JSON.parse(recording(`${name}/esm.heapprofile`))
      const profile = readHeapprofile(file)
      checkProfile(profile, sizeOf(file.head))
      expect(profile).toMatchObject({ unit: 'bytes', idle: 0, samples: null })
      const files = new Set(profile.frames.map(frame => frame.file))
      expect(files).toContain('node:internal/bootstrap/realm')
      expect([...files].some(file => file.startsWith('/srv/app/node_modules/'))).toBe(true)
    })
  }
)

/**
 * @param {string} functionName
 * @param {number} selfSize
 * @param {HeapProfileNode[]} [children]
 * @returns {HeapProfileNode}
 */
function heapNode(functionName, selfSize, children = []) {
  return { callFrame: { functionName, scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 }, selfSize, children }
}

/** @param {unknown} node @returns {unknown} a file with it two levels below the head */
function within(node) {
  return { head: heapNode('(root)', 0, [heapNode('outer', 0, [/** @type {any} */ (node)])]) }
}

test("self sizes are the weights; V8's own allocations are separate frames", () => {
  const head = heapNode('(root)', 0, [
    heapNode('(GC)', 5),
    heapNode('', 7, [heapNode('parse', 20), heapNode('parse', 1)]),
    heapNode('(V8 API)', 3)
  ])
  const profile = readHeapprofile({ head }, { label: 'worker 1' })
  expect(selfByStack(profile)).toEqual({
    '(garbage collector)': 5,
    '(anonymous)': 7,
    '(anonymous);parse': 21,
    '(V8 API)': 3
  })
  expect(profile.frames.map(frame => frame.kind)).toEqual(['gc', 'native', 'native', 'native'])
  expect(profile.label).toBe('worker 1')
})

/** @type {[string, unknown, import('../../../src/errors/types.js').ProfileFault][]} */
const refused = [
  ['no head', {}, { code: 'wrong-value', at: 'head', expected: 'object' }],
  ['no children', { head: {} }, { code: 'wrong-value', at: 'head.children', expected: 'array' }],
  ['a size as text', within({ ...heapNode('a', 1), selfSize: '1' }), badSize],
  ['a size below 0', within(heapNode('a', -1)), badSize],
  ['no size', within({ ...heapNode('a', 1), selfSize: null }), badSize],
  [
    'a child that is null',
    within(null),
    { code: 'wrong-value', at: 'head.children[0].children[0]', expected: 'object' }
  ]
]

test.each(refused)('refuses a file with %s', (_, content, fault) => {
  expect(faultOf(() => readHeapprofile(content))).toEqual(fault)
})

test('a call chain 100,000 deep is read', () => {
  let node = heapNode('last', 3)
  for (let depth = 0; depth < 100_000; depth++) node = heapNode(`f${depth % 7}`, 1, [node])
  const profile = readHeapprofile({ head: heapNode('(root)', 0, [node]) })
  expect(profile.nodes.self).toHaveLength(100_001)
  const broken = faultOf(() => readHeapprofile({ head: heapNode('(root)', 0, [withBrokenEnd(node)]) }))
  expect(broken).toMatchObject({ code: 'wrong-value', at: `...${'.children[0]'.repeat(12)}.selfSize` })

  /** @param {HeapProfileNode} top */
  function withBrokenEnd(top) {
    let last = top
    for (let [below] = top.children; below; [below] = below.children) last = below
    last.selfSize = Number.NaN
    return top
  }
})

test('a function of the app called (GC) is a function', () => {
  const place = { functionName: '(GC)', scriptId: '3', url: 'file:///srv/a.js', lineNumber: 0, columnNumber: 0 }
  const head = heapNode('(root)', 0, [{ callFrame: place, selfSize: 5, children: [heapNode('(GC)', 2)] }])
  expect(readHeapprofile({ head }).frames.map(({ kind }) => kind)).toEqual(['javascript', 'native'])
})

test('an idle thread has a profile without nodes', () => {
  expect(readHeapprofile({ head: heapNode('(root)', 0) }).nodes.self).toEqual([])
})
