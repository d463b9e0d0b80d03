import { expect, test } from '@jest/globals'
import { compareUnderLoad } from '../../../src/verdict/decide/compare-under-load.js'
import { onePair } from '../../../src/verdict/decide/comparisons.js'
import { makeSlice } from '../../helpers/make-run.js'

/** @import { SliceRecord } from '../../../src/runs/types.js' */

const variants = ['off', 'on']
const rates = ['requestsPerSecond', 'latencyP50', 'latencyP95', 'latencyP99']
const slices = [0, 1].flatMap(round =>
  variants.map(variant => makeSlice({ round, variant, launch: `${round} ${variant}` }))
)
const shared = slices.map(slice => ({ ...slice, beside: variants.filter(variant => variant !== slice.variant) }))

/** @param {SliceRecord[]} all @param {SliceRecord[]} [forRates] */
function metricsOf(all, forRates = all) {
  const checked = { all, valid: all, forRates, discarded: [] }
  return compareUnderLoad(makeSlice().load, variants, [onePair('on', 'off')], checked).rows.map(({ metric }) => metric)
}

test('requests/s and latency have no row where no separate slice measures them', () => {
  expect(metricsOf(shared)).toContain('cpuPerRequest')
  expect(metricsOf(shared)).toEqual(expect.not.arrayContaining(rates))
  expect(metricsOf([...slices, ...shared])).toEqual(expect.arrayContaining(rates))
})

test('they have rows where all of their slices are discarded', () => {
  expect(metricsOf([...slices, ...shared], [])).toEqual(expect.arrayContaining(rates))
})
