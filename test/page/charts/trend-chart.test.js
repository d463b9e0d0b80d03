import { expect, test } from '@jest/globals'
import { trendChart } from '../../../src/page/charts/trend-chart.js'
import { makeChange } from '../../helpers/make-change.js'
import { readChart, textsIn } from './read-chart.js'

/** @import { Trend } from '../../../src/page/charts/trend-chart.js' */

/** @type {Trend} */
const trend = {
  baseline: 'log=off',
  candidate: 'log=sync',
  metric: 'cpuPerRequest',
  what: 'CPU per request',
  marginRatio: 0.02,
  runs: [
    { startedAt: '2026-03-01T12:30:00.000Z', change: makeChange(-0.09, -0.05) },
    { startedAt: '2026-01-01T08:00:00.000Z', change: makeChange(0.05, 0.09) },
    { startedAt: '2026-02-01T09:00:00.000Z', change: makeChange(-0.01, 0.03) },
    { startedAt: '2026-02-02T09:00:00.000Z', change: null }
  ]
}

test('runs are in order of time, without those that have no interval, and coloured by their side of zero', () => {
  const { wide, narrow } = readChart(trendChart(trend))
  for (const svg of [wide, narrow]) {
    const dots = [...svg.querySelectorAll('.chart-dot')]
    expect(dots.map(dot => dot.getAttribute('fill'))).toEqual(['var(--more)', 'var(--neutral)', 'var(--less)'])
    const [first, second, third] = dots.map(dot => dot.querySelector('circle'))
    expect(Number(first.getAttribute('cx'))).toBeLessThan(Number(second.getAttribute('cx')))
    expect(Number(second.getAttribute('cx'))).toBeLessThan(Number(third.getAttribute('cx')))
    expect(Number(first.getAttribute('cy'))).toBeLessThan(Number(third.getAttribute('cy')))
    expect(first.textContent).toBe('2026-01-01T08:00:00.000Z: +7.0% (5.0 to 9.0)')
    expect(svg.querySelectorAll('.chart-interval line')).toHaveLength(3)
    expect(svg.querySelectorAll('.chart-band rect')).toHaveLength(1)
    expect(textsIn(svg)).toEqual(
      expect.arrayContaining([
        'change of CPU per request',
        'start of the run (UTC)',
        '↑ more CPU per request: worse',
        '↓ less CPU per request: better'
      ])
    )
  }
})

test('the title names the candidate, and a hostile name is text', () => {
  const candidate = '<b>&amp;'
  const { all, wide } = readChart(trendChart({ ...trend, candidate }))
  expect(all.querySelector('.chart-title').textContent).toBe('<b>&amp; compared with log=off, by run')
  expect(wide.getAttribute('aria-label')).toBe('<b>&amp; compared with log=off, by run')
})

test('more requests/s are drawn below zero', () => {
  const { wide } = readChart(trendChart({ ...trend, metric: 'requestsPerSecond' }))
  expect(wide.querySelector('.chart-dot').getAttribute('fill')).toBe('var(--less)')
  expect(textsIn(wide)).toEqual(expect.arrayContaining(['↑ fewer requests/s: worse', '↓ more requests/s: better']))
})

test('of many runs the newest has its date, and others as far as there is room', () => {
  const runs = Array.from({ length: 50 }, (_, index) => ({
    startedAt: new Date(Date.UTC(2026, 0, 1 + index, 12)).toISOString(),
    change: makeChange(0.01, 0.02)
  }))
  const { wide, narrow } = readChart(trendChart({ ...trend, runs }))
  const dates = [wide, narrow].map(svg => textsIn(svg).filter(text => text.startsWith('2026-')))
  expect(dates.map(texts => texts.length)).toEqual([9, 4])
  for (const texts of dates) expect(texts.at(-1)).toMatch(/^2026-02-19\s*12:00$/)
})

test('of more than 60 runs only the newest are drawn, and the axis states it', () => {
  const runs = Array.from({ length: 70 }, (_, index) => ({
    startedAt: new Date(Date.UTC(2026, 0, 1 + index, 12)).toISOString(),
    change: makeChange(0.01, 0.02)
  }))
  const { wide } = readChart(trendChart({ ...trend, runs }))
  expect(wide.querySelectorAll('circle')).toHaveLength(60)
  expect(wide.querySelector('circle').textContent).toMatch(/^2026-01-11/)
  expect(textsIn(wide)).toContain('start of the run (UTC), the newest 60 runs')
})

test('an interval that is much wider than the others is cut, with an arrow', () => {
  const runs = [...trend.runs, { startedAt: '2026-03-02T12:30:00.000Z', change: makeChange(-0.9, 9) }]
  const { wide } = readChart(trendChart({ ...trend, runs }))
  expect(wide.querySelectorAll('.chart-cut path')).toHaveLength(2)
  expect(readChart(trendChart(trend)).wide.querySelectorAll('.chart-cut')).toHaveLength(0)
})

test('without an interval there is no chart', () => {
  expect(trendChart({ ...trend, runs: trend.runs.slice(3) })).toBe('')
})
