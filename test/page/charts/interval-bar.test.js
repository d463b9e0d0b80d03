import { expect, test } from '@jest/globals'
import { barOf, decidingReach, intervalBar, roundReach, valueReach } from '../../../src/page/charts/interval-bar.js'

/** @param {string} svg */
function barIn(svg) {
  const [, x, width] = /<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/.exec(svg) ?? []
  return { from: Number(x), to: Number(x) + Number(width), tone: /class="bar (\w+)"/.exec(svg)?.[1] }
}

test('worse is to the right of the middle, whatever the metric', () => {
  const more = barIn(intervalBar({ value: 0.1, low: 0.05, high: 0.15 }, 0.2))
  const fewer = barIn(intervalBar({ value: -0.1, low: -0.15, high: -0.05 }, 0.2, 'better'))
  expect(fewer).toEqual(more)
  expect(more).toEqual({ from: 80, to: 119, tone: 'more' })
  expect(barIn(intervalBar({ value: 0.1, low: 0.05, high: 0.15 }, 0.2, 'better'))).toEqual({
    from: 41,
    to: 80,
    tone: 'less'
  })
})

test('an end beyond the axis is an arrow, and an interval beyond both ends is dotted, without a value', () => {
  const cut = intervalBar({ value: 0.1, low: 0.05, high: 5 }, 0.2)
  expect(cut.match(/l-?5 4/g)).toHaveLength(1)
  const everything = intervalBar({ value: 0.1, low: -0.9, high: 480 }, 0.2)
  expect(everything.match(/l-?5 4/g)).toHaveLength(2)
  expect(everything).toContain('stroke-dasharray')
  expect(everything).not.toContain('<rect')
})

test('an interval from too few samples is dotted, without a value, however long the axis is', () => {
  const vague = intervalBar(barOf({ relative: 0.8, low: -0.35, high: 4 }), 10)
  expect(vague).toContain('stroke-dasharray')
  expect(vague).not.toContain('<rect')
  expect(intervalBar(barOf({ relative: 0.8, low: 0.5, high: 1.2 }), 10)).toContain('<rect')
})

test('the axis is scaled to the changes that decide, not to the widest interval', () => {
  expect(decidingReach([{ value: 0.104, low: 0.093, high: 0.115 }])).toBe(0.2)
  expect(decidingReach([{ value: 0, low: -0.001, high: 0.001 }])).toBe(0.05)
  expect(decidingReach([{ value: -0.656, low: -0.661, high: -0.651 }])).toBe(1)
})

test('the axis of a table of costs shows every value and the interval of the largest, not every interval', () => {
  expect(
    valueReach([
      { value: 15, low: 9, high: 21 },
      { value: -2, low: -80, high: 76 }
    ])
  ).toBe(30)
})

test('a reach is rounded up to a value that is easy to read', () => {
  expect([0.1, 0.101, 0.16, 0.21, 0.31, 0.51, 1, 73, 92].map(roundReach)).toEqual([
    0.1, 0.15, 0.2, 0.3, 0.5, 1, 1, 100, 100
  ])
})
