import { describe, expect, test } from '@jest/globals'
import { infoLog } from '../../src/experiments/info.js'
import { verdictsOn } from '../../src/verdict/decide/decide.js'
import { checkSlices } from '../../src/verdict/slices/slice-validity.js'
import { makeManifest, makeRounds, makeSlice } from '../helpers/make-run.js'

/** @import { SliceRecord } from '../../src/runs/types.js' */

const { server: usual } = makeSlice()

describe.each([
  ['other processes', 'other-processes', { otherProcessesMicros: 300_000 }],
  ['steal time', 'stolen', { server: { ...usual, stolenMicros: 300_000 } }]
])('a slice with %s beyond the limit', (_, code, disturbance) => {
  test('counts for CPU alone where it is separate', () => {
    const slice = makeSlice(disturbance)
    const { discarded, valid, forRates } = checkSlices([slice, makeSlice({ launch: '02-log=off' })], infoLog)
    expect(discarded).toEqual([
      { slice, reasons: [{ code, discards: 'rates', share: 0.3, limit: expect.any(Number) }] }
    ])
    expect(valid).toHaveLength(2)
    expect(forRates).toHaveLength(1)
  })

  test('counts as any other on a shared core, where it disturbs all variants', () => {
    const slice = makeSlice({ ...disturbance, beside: ['01-log=sync'] })
    expect(checkSlices([slice], infoLog).discarded).toHaveLength(0)
  })

  test('is a warning beside the verdict when it is more than one in ten', () => {
    expect(warningsWith(1)).toEqual([])
    expect(warningsWith(2)).toEqual([{ code, beyond: 4, slices: 20, limit: expect.any(Number) }])
  })

  /** @param {number} disturbed rounds of 10 */
  function warningsWith(disturbed) {
    const rounds = makeRounds({ rounds: 10, costRatio: 1.1 })
    const slices = rounds.map(slice =>
      slice.round < disturbed ? /** @type {SliceRecord} */ ({ ...slice, ...disturbance }) : slice
    )
    return verdictsOn(makeManifest(), checkSlices(slices, infoLog), null)[0]?.warnings
  }
})

test('a slice of an older run, which did not measure other processes, is not discarded for them', () => {
  const { otherProcessesMicros, ...older } = makeSlice()
  expect(checkSlices([/** @type {SliceRecord} */ (older)], infoLog).discarded).toHaveLength(0)
})
