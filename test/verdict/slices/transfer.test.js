import { expect, test } from '@jest/globals'
import { transferOf } from '../../../src/verdict/slices/transfer.js'
import { makeChange } from '../../helpers/make-change.js'
import { makeSlice } from '../../helpers/make-run.js'

/** @import { SizeOfThreads } from '../../../src/verdict/types.js' */

const { load } = makeSlice()
const compared = { candidate: 'gzip=on', baseline: 'gzip=off' }
const slices = [
  makeSlice({ variant: 'gzip=off', completed: 100, bytesRead: 2_000_000, contentEncodings: { identity: 100 } }),
  makeSlice({ variant: 'gzip=on', completed: 200, bytesRead: 1_500_000, contentEncodings: { gzip: 200 } })
]

test('20 kB become 7.5 kB for 200 µs: the saved 100,000 bits take as long at 500 Mbit/s', () => {
  expect(transferOf(compared, load, slices, sizeFrom(200, 160, 250))).toEqual({
    baselineBytes: 20_000,
    candidateBytes: 7500,
    saver: 'candidate',
    added: { micros: 200, low: 160, high: 250 },
    paysBelow: { bitsPerSecond: 500e6, low: 400e6, high: 625e6 }
  })
})

test('where the interval of the CPU contains zero there is no upper limit, and where none is added no limit at all', () => {
  expect(transferOf(compared, load, slices, sizeFrom(200, -50, 400))?.paysBelow).toEqual({
    bitsPerSecond: 500e6,
    low: 250e6,
    high: null
  })
  expect(transferOf(compared, load, slices, sizeFrom(-10, -20, -5))?.paysBelow?.bitsPerSecond).toBeNull()
})

test('a candidate that no longer compresses is the same trade the other way round', () => {
  const reverse = { candidate: 'gzip=off', baseline: 'gzip=on' }
  expect(transferOf(reverse, load, slices, sizeFrom(-200, -250, -160))).toEqual({
    baselineBytes: 7500,
    candidateBytes: 20_000,
    saver: 'baseline',
    added: { micros: 200, low: 160, high: 250 },
    paysBelow: { bitsPerSecond: 500e6, low: 400e6, high: 625e6 }
  })
})

test('variants with the same encoding have no transfer to compare, also where their sizes differ', () => {
  const same = slices.map(slice => ({ ...slice, contentEncodings: { gzip: 100 } }))
  expect(transferOf(compared, load, same, sizeFrom(200, 160, 250))).toBeNull()
})

/** @type {(micros: number, low: number, high: number) => SizeOfThreads} */
function sizeFrom(micros, low, high) {
  const difference = { micros, low, high }
  return { baselineMicros: 1000, candidateMicros: 1000 + micros, difference, relative: makeChange(0.1, 0.2), rounds: 8 }
}
