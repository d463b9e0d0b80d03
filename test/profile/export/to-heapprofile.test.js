import { expect, test } from '@jest/globals'
import { toHeapprofile } from '../../../src/profile/export/to-devtools.js'
import { makeProfile } from '../../helpers/make-profile.js'

/** @import { HeapNode } from '../../../src/profile/export/to-devtools.js' */

test('a tree of bytes, each node under its caller', () => {
  const profile = makeProfile({ unit: 'bytes' })
  const { head, samples } = toHeapprofile(profile)
  expect(samples).toEqual([])
  expect(head).toMatchObject({ id: 1, selfSize: 0, callFrame: { functionName: '(root)' } })
  expect(linesOf(head)).toEqual([
    '(root) 0',
    '  (program) 2500',
    '   100',
    '    handle 3000',
    '      handle 50',
    '      writeSync 0',
    '        write 1250',
    '    a;b c\nd 1',
    '  (garbage collector) 400'
  ])
})

/**
 * @param {HeapNode} node
 * @param {string} [indent]
 * @returns {string[]}
 */
function linesOf({ callFrame, selfSize, children }, indent = '') {
  return [`${indent}${callFrame.functionName} ${selfSize}`, ...children.flatMap(child => linesOf(child, `${indent}  `))]
}
