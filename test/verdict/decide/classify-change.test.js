import { expect, test } from '@jest/globals'
import { classifyChange, moreIs } from '../../../src/verdict/decide/classify-change.js'
import { makeChange } from '../../helpers/make-change.js'

const margin = 0.02

test.each([
  [0.03, 0.08, 'slower', null],
  [-0.08, -0.03, 'faster', null],
  [-0.01, 0.015, 'no difference', null],
  [0.005, 0.015, 'no difference', 'slower'],
  [-0.015, -0.005, 'no difference', 'faster'],
  [0.01, 0.05, 'cannot tell', 'slower'],
  [-0.05, -0.01, 'cannot tell', 'faster'],
  [-0.03, 0.05, 'cannot tell', null],
  [0.02, 0.05, 'cannot tell', 'slower']
])('CPU per request changed by %d to %d: %s, leaning %s', (low, high, verdict, lean) => {
  expect(classifyChange('cpuPerRequest', makeChange(low, high), margin)).toEqual({ verdict, lean })
})

test('CPU of fewer than six rounds is never slower or faster, whatever its interval', () => {
  for (const rounds of [2, 3, 4, 5]) {
    for (const metric of /** @type {const} */ (['cpuPerRequest', 'cpuMainThread'])) {
      const undecided = (/** @type {number} */ low, /** @type {number} */ high) =>
        classifyChange(metric, makeChange(low, high, rounds), margin)
      expect(undecided(0.99, 1.01)).toEqual({ verdict: 'cannot tell', lean: 'slower' })
      expect(undecided(-0.51, -0.49)).toEqual({ verdict: 'cannot tell', lean: 'faster' })
      expect(undecided(-0.001, 0.001)).toEqual({ verdict: 'no difference', lean: null })
    }
    expect(classifyChange('requestsPerSecond', makeChange(-0.51, -0.49, rounds), margin).verdict).toBe('slower')
  }
  expect(classifyChange('cpuPerRequest', makeChange(0.99, 1.01, 6), margin).verdict).toBe('slower')
})

test('no difference needs the one-sided limits within the margin, not the whole interval', () => {
  const change = { ...makeChange(-0.022, 0.01), bound: { low: -0.019, high: 0.007 } }
  expect(classifyChange('cpuPerRequest', change, margin).verdict).toBe('no difference')
  expect(classifyChange('cpuPerRequest', { ...change, bound: { low: -0.021, high: 0.009 } }, margin).verdict).toBe(
    'cannot tell'
  )
})

test('more requests/s is faster, fewer is slower', () => {
  expect(classifyChange('requestsPerSecond', makeChange(0.03, 0.08), margin).verdict).toBe('faster')
  expect(classifyChange('requestsPerSecond', makeChange(-0.08, -0.03), margin).verdict).toBe('slower')
  expect([moreIs('requestsPerSecond'), moreIs('latencyP50'), moreIs('gcCount')]).toEqual(['better', 'worse', 'worse'])
})
