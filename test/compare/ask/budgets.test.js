import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { readBudgets } from '../../../src/compare/ask/budgets.js'
import { readMeasureOptions, withFailMargin } from '../../../src/compare/ask/measure-options.js'
import { WorkshopError } from '../../../src/errors/errors.js'
import { budgetedMetrics } from '../../../src/verdict/gates/budgeted-metrics.js'

const SEEDED = { seed: 16, numRuns: 300 }

test.each([
  ['cpuPerRequest', '+3%', 'relative', 0.03],
  ['cpuPerRequest', '+20us', 'increase', 20],
  ['cpuPerRequest', ' + 20 \u00b5s ', 'increase', 20],
  ['cpuMainThread', '2ms', 'limit', 2000],
  ['p99', '50ms', 'limit', 50_000],
  ['p50', '0.5s', 'limit', 500_000],
  ['requestsPerSecond', '-5%', 'relative', 0.05],
  ['requestsPerSecond', '-100/s', 'increase', 100],
  ['requestsPerSecond', '1000', 'limit', 1000],
  ['syscallsPerRequest', '+0.05', 'increase', 0.05],
  ['writtenBytesPerRequest', '10kB', 'limit', 10_000]
])('%s %s', (name, text, kind, amount) => {
  const [budget] = readBudgets({ [name]: text })
  expect(budget).toMatchObject({ name, kind })
  expect(budget?.amount).toBeCloseTo(amount, 10)
})

test.each([
  ['p99', '50', /^budgets\.p99: "50" has no unit\. Allowed: .*"50ms"; units: us, ms, s\.$/],
  ['p99', '50kB', /another unit, kB/],
  ['p99', 'fast', /is no amount/],
  ['p99', '3%', /has no sign: \+3%/],
  ['requestsPerSecond', '+5%', /would be a change for the better/],
  ['cpuPerRequest', '-5%', /would be a change for the better/],
  ['cpuPerRequest', `+${'9'.repeat(400)}%`, /is too large/],
  ['requestsPerSecond', '1000000000000', /is too large/],
  ['cpuPerReqest', '+3%', /did you mean cpuPerRequest\?/],
  ['toString', '+3%', /no metric has this name\./]
])('%s %s is refused, with what is allowed', (name, text, message) => {
  expect(() => readBudgets({ [name]: text })).toThrow(message)
})

test.each([
  [['--fail-if-slower'], { marginRatio: null }],
  [['--fail-if-slower', '5%'], { marginRatio: 0.05 }],
  [['--fail-if-slower=0.5%'], { marginRatio: 0.005 }],
  [[], undefined]
])('%j', (args, margin) => {
  const [, text] = withFailMargin(args)[0]?.split('=') ?? []
  expect(readMeasureOptions({ 'fail-if-slower': text }).failIfSlower).toEqual(margin)
})

test('a margin is only what follows the option, and what a command line has after -- stays', () => {
  expect(withFailMargin(['--fail-if-slower', 'node a.js', '5%'])).toEqual(['--fail-if-slower=', 'node a.js', '5%'])
  expect(withFailMargin(['node a.js', '--fail-if-slower', '5%', '--quick'])).toEqual([
    'node a.js',
    '--fail-if-slower=5%',
    '--quick'
  ])
  expect(withFailMargin(['--', '--fail-if-slower', '5%'])).toEqual(['--', '--fail-if-slower', '5%'])
  expect(() => readMeasureOptions({ 'fail-if-slower': '500%' })).toThrow(/from 0% to 100%/)
})

test('any text is a budget with a finite amount of 0 or more, or an error with a code that names its key', () => {
  const names = fc.oneof(fc.constantFrom(...Object.keys(budgetedMetrics)), fc.string())
  const amounts = fc.tuple(
    fc.constantFrom('', '+', '-', ' + '),
    fc.oneof(fc.double().map(String), fc.nat().map(String)),
    fc.constantFrom('', '%', 'us', '\u00b5s', 'ms', 's', 'B', 'kB', 'MB', '/s', '%%', 'KB')
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    amounts.map(parts => parts.join(''))
  )
  fc.assert(
    fc.property(names, texts, function isReadOrRefused(name, text) {
      try {
        const [budget] = readBudgets({ [name]: text })
        expect(budget?.amount).toBeGreaterThanOrEqual(0)
        expect(Number.isFinite(budget?.amount)).toBe(true)
      } catch (error) {
        if (!(error instanceof WorkshopError)) throw error
        expect(error).toMatchObject({ code: 'ERR_BAD_OPTION', exitCode: 2 })
        expect(error.message.startsWith(`budgets.${name}: `)).toBe(true)
      }
    }),
    SEEDED
  )
})

test('the margin changes no other argument, whatever they are', () => {
  const words = fc.oneof(fc.constantFrom('--fail-if-slower', '5%', '--', '--quick'), fc.string())
  fc.assert(
    fc.property(fc.array(words, { maxLength: 6 }), function keepsOthers(args) {
      const spelled = withFailMargin(args).map(word => (word === '--fail-if-slower=' ? '--fail-if-slower' : word))
      const split = spelled.flatMap(word =>
        word.startsWith('--fail-if-slower=') ? ['--fail-if-slower', word.slice(17)] : [word]
      )
      expect(split).toEqual(args)
    }),
    SEEDED
  )
})
