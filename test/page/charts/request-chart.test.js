import { expect, test } from '@jest/globals'
import { requestChart } from '../../../src/page/charts/request-chart.js'
import { makeWaits } from '../../helpers/make-waits.js'
import { readChart, textsIn } from './read-chart.js'

/** @param {ReturnType<typeof makeWaits>} [waits] */
function chartOf(waits = makeWaits()) {
  return readChart(requestChart(/** @type {any} */ (waits)))
}

test('every part is a bar with its line, what it waits for and how long, in their order', () => {
  const { all } = chartOf()
  const [first] = all.querySelectorAll('.chart-wide')
  expect(textsIn(first).filter(text => / /.test(text) && !text.includes('since'))).toEqual(
    expect.arrayContaining([
      '1.00 ms running, before any wait',
      '20.0 ms timer, 2 times  server.js:7  await sleep(10)',
      '9.00 ms concurrent, file  server.js:9',
      '2.00 ms event loop, after server.js:7  await sleep(10)'
    ])
  )
  expect([...first.querySelectorAll('rect')].map(bar => Number(bar.getAttribute('x')))).toEqual(
    [...first.querySelectorAll('rect')].map(bar => Number(bar.getAttribute('x'))).sort((a, b) => a - b)
  )
})

test('all variants have one scale, a title with their latency, and a description of every bar', () => {
  const { all } = chartOf()
  const [slow, fast] = [...all.querySelectorAll('.chart-wide')].map(svg =>
    Math.max(...[...svg.querySelectorAll('rect')].map(bar => Number(bar.getAttribute('width'))))
  )
  expect(Number(fast) / Number(slow)).toBeCloseTo(0.5)
  expect([...all.querySelectorAll('.chart-title')].map(each => each.textContent)).toEqual([
    'old: 23.0 ms per request',
    'new: 10.0 ms per request'
  ])
  expect(all.querySelector('desc')?.textContent).toContain(
    '20.0 ms timer, 2 times  server.js:7  await sleep(10), from 1.00 ms on.'
  )
})

test('what is concurrent overlaps, and what is too small to see is left out', () => {
  const { all } = chartOf()
  expect(all.querySelectorAll('.chart-wide .request-concurrent rect')).toHaveLength(1)
  expect(all.querySelectorAll('.chart-wide .request-unattributed rect')).toHaveLength(0)
})

test('without requests that were followed there is no picture', () => {
  expect(requestChart({ folder: '/app', sources: null })).toBe('')
})
