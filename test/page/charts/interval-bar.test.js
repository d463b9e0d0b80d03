import { expect, test } from '@jest/globals'
import {
  axisLabels,
  costOf,
  evenAxis,
  intervalBar,
  roundReach,
  usualAxis,
  wholeAxis
} from '../../../src/page/charts/interval-bar.js'

/** @param {string} svg */
function barIn(svg) {
  const [, from, to] = /M([\d.]+) 9H([\d.]+)/.exec(svg) ?? []
  const [, at] = /<circle cx="([\d.]+)"/.exec(svg) ?? []
  return { from: Number(from), to: Number(to), at: at && Number(at), tone: /class="bar (\w+)"/.exec(svg)?.[1] }
}

test('worse is to the right of the middle, whatever the metric', () => {
  const more = barIn(intervalBar({ value: 0.1, low: 0.05, high: 0.15 }, evenAxis(0.2)))
  const fewer = barIn(intervalBar(costOf({ relative: -0.1, low: -0.15, high: -0.05 }, 'better'), evenAxis(0.2)))
  expect(fewer).toEqual(more)
  expect(more).toEqual({ from: 68.3, to: 94.7, at: 81.5, tone: 'more' })
  expect(barIn(intervalBar(costOf({ relative: 0.1, low: 0.05, high: 0.15 }, 'better'), evenAxis(0.2)))).toEqual({
    from: 15.3,
    to: 41.8,
    at: 28.5,
    tone: 'less'
  })
})

test('an end beyond the axis is an arrow, and an interval beyond both ends is dotted, without a value', () => {
  const cut = intervalBar({ value: 0.1, low: 0.05, high: 5 }, evenAxis(0.2))
  expect(cut.match(/l-?5 4/g)).toHaveLength(1)
  const everything = intervalBar({ value: 0.1, low: -0.9, high: 480 }, evenAxis(0.2))
  expect(everything.match(/l-?5 4/g)).toHaveLength(2)
  expect(everything).toContain('stroke-dasharray')
  expect(everything).not.toContain('<circle')
})

test('an interval from too few samples is dotted, without a value, however long the axis is', () => {
  const vague = intervalBar(costOf({ relative: 0.8, low: -0.35, high: 4 }), evenAxis(10))
  expect(vague).toContain('stroke-dasharray')
  expect(vague).not.toContain('<circle')
  expect(intervalBar(costOf({ relative: 0.8, low: 0.5, high: 1.2 }), evenAxis(10))).toContain('<circle')
})

test('the axis shows whole intervals, with a third of it on the other side', () => {
  expect(wholeAxis([{ value: 0.104, low: 0.093, high: 0.115 }])).toEqual({ low: -0.05, high: 0.15 })
  expect(wholeAxis([{ value: -0.104, low: -0.115, high: -0.093 }])).toEqual({ low: -0.15, high: 0.05 })
  expect(wholeAxis([{ value: 0, low: -0.001, high: 0.001 }])).toEqual({ low: -0.02, high: 0.05 })
})

test('nothing costs more than 100% less, however far the axis reaches to the other side', () => {
  expect(wholeAxis([{ value: 8, low: 6, high: 9 }])).toEqual({ low: -1, high: 10 })
})

test('the usual axis leaves out too few samples, and cuts the widest interval', () => {
  const narrow = { value: 0.05, low: 0.04, high: 0.06 }
  const vague = costOf({ relative: 600, low: -0.9, high: 2000 })
  expect(usualAxis([narrow, narrow, vague])).toEqual(wholeAxis([narrow]))
  expect(usualAxis([narrow, narrow, { value: 5, low: 0, high: 9 }])?.high).toBe(0.2)
  expect(usualAxis([vague])).toBeNull()
})

test('labels of an axis do not touch: zero is kept before the low end, and the high end before zero', () => {
  const labels = (/** @type {{ low: number, high: number }} */ axis) =>
    [...axisLabels(axis, ['-5%', '+15% worse']).matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text)
  expect(labels({ low: -0.05, high: 0.15 })).toEqual(['-5%', '0', '+15% worse'])
  expect(labels({ low: -0.01, high: 0.15 })).toEqual(['0', '+15% worse'])
  expect(labels({ low: -0.15, high: 0.05 })).toEqual(['-5%', '+15% worse'])
})

test('a reach is rounded up to a value that is easy to read', () => {
  expect([0.1, 0.101, 0.16, 0.21, 0.31, 0.51, 1, 73, 92].map(roundReach)).toEqual([
    0.1, 0.15, 0.2, 0.3, 0.5, 1, 1, 100, 100
  ])
})
