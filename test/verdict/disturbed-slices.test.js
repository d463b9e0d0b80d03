import { describe, expect, test } from '@jest/globals'
import { infoLog } from '../../src/experiments/info.js'
import { verdictsOn } from '../../src/verdict/decide/decide.js'
import { gatesOn, unmeasuredGates } from '../../src/verdict/gates/gates.js'
import { checkSlices } from '../../src/verdict/slices/slice-validity.js'
import { makeManifest, makeRounds, makeSlice } from '../helpers/make-run.js'

/** @import { SliceRecord } from '../../src/runs/types.js' */
/** @import { Budget } from '../../src/verdict/types.js' */

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
})

test('a slice of an older run, which did not measure other processes, is not discarded for them', () => {
  const { otherProcessesMicros, ...older } = makeSlice()
  expect(checkSlices([/** @type {SliceRecord} */ (older)], infoLog).discarded).toHaveLength(0)
})

describe.each([
  ['other-processes', (/** @type {SliceRecord} */ slice) => ({ ...slice, otherProcessesMicros: 300_000 })],
  ['stolen', (/** @type {SliceRecord} */ slice) => ({ ...slice, server: { ...slice.server, stolenMicros: 300_000 } })],
  [
    'generator-busy',
    (/** @type {SliceRecord} */ slice) => ({
      ...slice,
      generatorProcess: { ...slice.generatorProcess, eventLoopUtilization: 0.95 }
    })
  ]
])('of 100 separate slices of a verdict, beyond the limit of %s', (code, disturb) => {
  test('9 change nothing', () => {
    expect(verdictWith(9)).toMatchObject({ verdict: 'slower', warnings: [], refusal: null })
  })

  test('10 and 39 are a warning beside the verdict', () => {
    expect(verdictWith(10)).toMatchObject({ verdict: 'slower', warnings: disturbed(10), refusal: null })
    expect(verdictWith(39)).toMatchObject({ verdict: 'slower', warnings: disturbed(39), refusal: null })
  })

  test('6 are named where 6 others have steal time', () => {
    const slices = makeRounds({ rounds: 50, costRatio: 1.1 }).map(function disturbedTwice(slice, index) {
      if (index < 6) return disturb(slice)
      return index < 12 ? { ...slice, server: { ...slice.server, stolenMicros: 300_000 } } : slice
    })
    const { warnings } = verdictsOn(makeManifest(), checkSlices(slices, infoLog), null)[0] ?? {}
    expect(warnings?.map(({ code, beyond }) => [code, beyond])).toEqual(
      code === 'stolen'
        ? [['stolen', 12]]
        : expect.arrayContaining([
            [code, 6],
            ['stolen', 6]
          ])
    )
  })

  test('40 leave no verdict, and name what disturbed it; a busy generator changes no CPU per request', () => {
    const refusal = { code: 'disturbed', disturbances: disturbed(40) }
    const refused = { verdict: 'cannot tell', change: null, refusal }
    const warned = { verdict: 'slower', warnings: disturbed(40), refusal: null }
    expect(verdictWith(40)).toMatchObject(code === 'generator-busy' ? warned : refused)
  })

  test('100 on a shared core are a warning beside the verdict', () => {
    const slices = makeRounds({ rounds: 50, costRatio: 1.1 }).map(slice => ({ ...disturb(slice), beside: ['another'] }))
    const [verdict] = verdictsOn(makeManifest(), checkSlices(slices, infoLog), null)
    // The share of a generator that shares its core says little.
    const warnings = code === 'generator-busy' ? [] : disturbed(100)
    expect(verdict).toMatchObject({ verdict: 'slower', warnings, refusal: null })
  })

  test('40 leave a gate undecided, whether on the verdict or on a metric', () => {
    if (code === 'generator-busy') return
    /** @type {Budget[]} */
    const budgets = [
      { name: 'slower', kind: 'relative', amount: 0.02 },
      { name: 'cpuPerRequest', kind: 'relative', amount: 0.02 }
    ]
    const manifest = makeManifest({ design: { ...makeManifest().design, budgets } })
    const gates = gatesOn(manifest, slicesWith(40), verdictsOn(manifest, slicesWith(40), null))
    expect(gates).toHaveLength(2)
    expect(gates.map(({ outcome }) => outcome)).toEqual(['cannot tell', 'undecided'])
    for (const gate of gates) expect(gate).toMatchObject({ reason: { code: 'disturbed', disturbances: disturbed(40) } })
    expect(unmeasuredGates({ gates })).toEqual([])
  })

  /** @param {number} beyond */
  function disturbed(beyond) {
    return [{ code, beyond, slices: 100, limit: expect.any(Number) }]
  }

  /** @param {number} count of disturbed slices */
  function verdictWith(count) {
    return verdictsOn(makeManifest(), slicesWith(count), null)[0]
  }

  /** @param {number} count */
  function slicesWith(count) {
    const slices = makeRounds({ rounds: 50, costRatio: 1.1 })
    return checkSlices(
      slices.map((slice, index) => (index < count ? disturb(slice) : slice)),
      infoLog
    )
  }
})
