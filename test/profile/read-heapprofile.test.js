import { describe, expect, test } from '@jest/globals'
import { readHeapprofile } from '../../src/profile/read-heapprofile.js'
import { checkProfile, majors, recording, selfByStack } from '../helpers/check-profile.js'

/** @import { HeapProfileNode } from '../../src/profile/read-heapprofile.js' */

/**
 * @param {HeapProfileNode} node
 * @returns {number} bytes
 */
function sizeOf({ selfSize, children }) {
  return children.reduce((sum, child) => sum + sizeOf(child), selfSize)
}

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

test('refuses a profile without a head', () => {
  expect(() => readHeapprofile(/** @type {any} */ ({}))).toThrow('it has no head')
})

test('an idle thread has a profile without nodes', () => {
  expect(readHeapprofile({ head: heapNode('(root)', 0) }).nodes).toEqual([])
})
