import { expect, test } from '@jest/globals'
import { experiments } from '../../../src/cli/options/experiments.js'
import { readBudgets } from '../../../src/compare/ask/budgets.js'
import { designOf } from '../../../src/compare/ask/design-of.js'
import { readMeasureOptions } from '../../../src/compare/ask/measure-options.js'

/** @import { Experiment } from '../../../src/experiments/types.js' */

const info = /** @type {Experiment} */ (experiments.get('info-log'))

/** @param {Record<string, string>} budgets @param {Parameters<typeof readMeasureOptions>[0]} values */
function designWith(budgets, values) {
  return designOf(info, { ...readMeasureOptions(values), budgets: readBudgets(budgets) }, 1, [0, 1])
}

test.each([
  [{ p99: '50ms' }, 'autocannon', 'budgets.p99'],
  [{ requestsPerSecond: '-5%' }, 'paced,autocannon', 'budgets.requestsPerSecond']
])('a budget %j that a full run of %s would not measure is refused before it', (budgets, load, option) => {
  expect(() => designWith(budgets, { load })).toThrow(
    expect.objectContaining({ code: 'ERR_BAD_OPTION', message: expect.stringContaining(option) })
  )
})

test.each([
  [{ p99: '50ms' }, { load: 'autocannon,paced' }],
  [{ p99: '50ms' }, { load: 'autocannon', only: 'counters' }],
  [{ p99: '50ms' }, { quick: true }],
  [{ cpuPerRequest: '+3%' }, { load: 'autocannon' }]
])('a budget %j is planned in a run with %j', (budgets, values) => {
  expect(designWith(budgets, values).budgets).toHaveLength(1)
})

test('a run under a load that the experiment does not have is refused', () => {
  const gateway = /** @type {Experiment} */ (experiments.get('gateway-overheads'))
  expect(() => designOf(gateway, readMeasureOptions({ load: 'artillery' }), 1, [0, 1])).toThrow(
    expect.objectContaining({
      code: 'ERR_BAD_OPTION',
      message: expect.stringContaining('--load: gateway-overheads has no load of artillery')
    })
  )
})

test.each([
  [2, 10_000],
  [4, 12_000],
  [8, 24_000]
])('%i servers warm up for at most %i ms', (servers, mostMs) => {
  const [first] = info.variants
  const others = Array.from({ length: servers - 1 }, (_, place) => ({ ...first, name: `v${place}` }))
  const { warmUp } = designOf({ ...info, variants: [first, ...others] }, readMeasureOptions({}), 1, [0, 1])
  expect(warmUp.mostMs).toBe(mostMs)
})
