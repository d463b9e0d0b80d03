import { expect, test } from '@jest/globals'
import { isPlayedAgain } from '../../../src/measure/rounds/play-slices.js'
import { makeSlice } from '../../helpers/make-run.js'

/** @import { PlannedSlice } from '../../../src/measure/types.js' */

/** @type {PlannedSlice} */
const shown = {
  launches: ['01-off'],
  load: { generator: 'sockets', mode: 'closed', connections: 10 },
  durationMs: 500,
  isWarmUp: true
}
const quiet = makeSlice({ durationMs: 500 })
const beside = makeSlice({ durationMs: 500, otherProcessesMicros: 200_000 })

test('the slice that shows whether a server waits is played until no other work disturbs it, three times at most', () => {
  expect([1, 2, 3].map(times => isPlayedAgain(shown, [beside], times))).toEqual([true, true, false])
  expect([1, 2, 3].map(times => isPlayedAgain(shown, [quiet], times))).toEqual([false, false, false])
})

test.each([
  ['a slice that is measured', { isWarmUp: false }],
  ['one of several servers', { launches: ['01-off', '01-on'] }],
  ['one of an open loop', { load: { generator: 'paced', mode: 'open', arrivals: 'constant', capacityShare: 0.5 } }]
])('%s is played once', (_, changes) => {
  const slice = /** @type {PlannedSlice} */ ({ ...shown, ...changes })
  expect(isPlayedAgain(slice, [beside], 1)).toBe(false)
})
