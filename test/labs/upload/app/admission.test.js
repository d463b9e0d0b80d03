import { expect, test } from '@jest/globals'
import { createAdmission } from '../../../../src/labs/upload/app/admission.js'

/** @import { Turn } from '../../../../src/labs/upload/app/admission.js' */

const never = new AbortController().signal

test('of 200 at once 25 run, 100 wait and 75 are refused, and the order is kept', async () => {
  const admission = createAdmission({ mostRunning: 25, mostQueued: 100 })
  /** @type {number[]} */
  const begun = []
  /** @type {Turn[]} */
  const turns = []
  let refused = 0
  for (let index = 0; index < 200; index++) admission.enter(never).then(outcome => count(index, outcome))
  await settled()
  expect({ running: turns.length, refused }).toEqual({ running: 25, refused: 75 })

  for (let turn = turns.shift(); turn; turn = turns.shift()) {
    turn.end()
    await settled()
    expect(turns.length).toBeLessThanOrEqual(25)
  }
  expect(begun).toEqual(Array.from({ length: 125 }, (_, index) => index))

  /** @param {number} index @param {Turn | 'full' | 'left'} outcome */
  function count(index, outcome) {
    if (outcome === 'full') return refused++
    if (outcome === 'left') throw new Error('nobody left')
    begun.push(index)
    turns.push(outcome)
  }
})

test('one that leaves the queue gives its place to the next one that comes, and never begins', async () => {
  const admission = createAdmission({ mostRunning: 1, mostQueued: 1 })
  const first = await begin(admission)
  const leaver = new AbortController()
  const waiting = admission.enter(leaver.signal)
  expect(await admission.enter(never)).toBe('full')
  leaver.abort()
  expect(await waiting).toBe('left')
  const second = admission.enter(never)
  expect(await admission.enter(never)).toBe('full')
  first.end()
  expect(await second).toEqual({ end: expect.any(Function) })
})

test('an abort after the turn has begun frees no place: its owner ends it', async () => {
  const admission = createAdmission({ mostRunning: 1, mostQueued: 1 })
  const first = await begin(admission)
  const leaver = new AbortController()
  const second = admission.enter(leaver.signal)
  first.end()
  const turn = /** @type {Turn} */ (await second)
  leaver.abort()
  const third = admission.enter(never)
  expect(await admission.enter(never)).toBe('full')
  turn.end()
  expect(await third).toEqual({ end: expect.any(Function) })
})

test('a turn that is ended twice lets one in', async () => {
  const admission = createAdmission({ mostRunning: 1, mostQueued: 0 })
  const turn = await begin(admission)
  turn.end()
  turn.end()
  await begin(admission)
  expect(await admission.enter(never)).toBe('full')
})

test('one whose signal has aborted before takes no place', async () => {
  const admission = createAdmission({ mostRunning: 1, mostQueued: 0 })
  expect(await admission.enter(AbortSignal.abort())).toBe('left')
  await begin(admission)
})

/** @param {ReturnType<typeof createAdmission>} admission */
async function begin(admission) {
  const turn = await admission.enter(never)
  if (typeof turn === 'string') throw new Error(turn)
  return turn
}

/** Waits until every promise that is already resolved has been handled. */
function settled() {
  return new Promise(resolve => setImmediate(resolve))
}
