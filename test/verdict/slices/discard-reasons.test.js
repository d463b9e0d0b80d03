import { expect, test } from '@jest/globals'
import { checkSlices } from '../../../src/verdict/slices/slice-validity.js'
import { makeManifest, makeSlice } from '../../helpers/make-run.js'

/** @import { SliceRecord } from '../../../src/runs/types.js' */

const { experiment } = makeManifest()
const failed = { errors: 1 }
const waiting = { server: { ...makeSlice().server, eventLoopUtilization: 0.5 } }

/** @type {(launch: string, index: number, changes?: Partial<SliceRecord>) => SliceRecord} */
function separate(launch, index, changes) {
  return makeSlice({ launch, index, ...changes })
}

/** @type {(launch: string, other: string, index: number, changes?: Partial<SliceRecord>) => SliceRecord} */
function shared(launch, other, index, changes) {
  return separate(launch, index, { beside: [other], ...changes })
}

/** @param {SliceRecord[]} slices */
function namesOf(slices) {
  return slices.map(({ launch, index }) => `${launch} ${index}`)
}

test('when one half of a shared-core slice is discarded, the other half is too, at the same place among the shared ones', () => {
  const slices = [
    shared('a', 'b', 0),
    shared('b', 'a', 0),
    separate('b', 1),
    shared('a', 'b', 1, failed),
    shared('b', 'a', 2),
    separate('a', 2)
  ]
  const { valid, discarded } = checkSlices(slices, experiment)
  expect(namesOf(valid)).toEqual(['a 0', 'b 0', 'b 1', 'a 2'])
  expect(discarded.map(({ slice, reasons }) => [...namesOf([slice]), reasons.map(({ code }) => code)])).toEqual([
    ['a 1', ['failed-requests']],
    ['b 2', ['other-half-discarded']]
  ])
})

test('a launch with a slice that is not used for rates has no slice for rates, and all for CPU', () => {
  const slices = [separate('a', 0, waiting), separate('a', 1), separate('b', 0), shared('a', 'b', 2)]
  const { valid, forRates } = checkSlices(slices, experiment)
  expect(namesOf(valid)).toEqual(['a 0', 'a 1', 'b 0', 'a 2'])
  expect(namesOf(forRates)).toEqual(['b 0', 'a 2'])
})

test('slices of another load generator keep their rates', () => {
  const batch = /** @type {const} */ ({ generator: 'artillery', mode: 'batch', users: 1, requestsPerUser: 1 })
  const slices = [separate('a', 0, waiting), separate('a', 1, { load: batch })]
  expect(namesOf(checkSlices(slices, experiment).forRates)).toEqual(['a 1'])
})
