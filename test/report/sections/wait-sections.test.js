import { expect, test } from '@jest/globals'
import { waitSections } from '../../../src/report/sections/wait-sections.js'
import { makeWaits } from '../../helpers/make-waits.js'

test('each line of each variant has its waits, the longest first, and the latency its parts', () => {
  const [section] = waitSections(/** @type {any} */ (makeWaits()))
  expect(section?.lines?.[1]).toBe('new: 10.0 ms per request, of 10 requests: 10.0 ms waiting.')
  expect(section?.table?.rows).toEqual([
    [
      'server.js:7  await sleep(10)',
      'timer',
      'old',
      '2.00',
      '20.0 ms',
      '22.0 ms',
      '11.0 ms',
      '12.0 ms',
      '20.0 ms',
      '2.00 ms',
      '0 µs'
    ],
    [
      'server.js:7  await sleep(10)',
      'timer',
      'new',
      '1.00',
      '10.0 ms',
      '10.0 ms',
      '0 µs',
      '0 µs',
      '10.0 ms',
      '0 µs',
      '0 µs'
    ],
    [
      'server.js:9',
      'functions that it calls',
      'old',
      '1.00',
      '0 µs',
      '9.00 ms',
      '9.00 ms',
      '0 µs',
      '9.00 ms',
      '0 µs',
      '9.00 ms'
    ]
  ])
})

test('a terminal and a summary have six rows at most, and say how many more there are', () => {
  const waits = makeWaits()
  const [first] = waits.waits
  if (!first) throw new Error('no waits')
  const parts = Array.from({ length: 9 }, (_, line) => ({ ...first.parts[1], line: line + 1 }))
  const analysis = /** @type {any} */ ({ ...waits, waits: [{ ...first, parts }] })
  const [section] = waitSections(analysis)
  expect(section?.table?.rows).toHaveLength(6)
  expect(section?.notes?.at(-1)).toBe('3 more rows in report.html.')
  expect(waitSections(analysis, Number.POSITIVE_INFINITY)[0]?.table?.rows).toHaveLength(9)
})

test('a run without such launches has no table', () => {
  expect(waitSections({ folder: '/app', sources: null })).toEqual([])
})
