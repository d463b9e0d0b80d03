import { expect, test } from '@jest/globals'
import { analyse } from '../../../src/analyse.js'
import { intervalChart, intervalPanels } from '../../../src/page/charts/interval-chart.js'
import { makeChange } from '../../helpers/make-change.js'
import { makeMeasured, makeRounds } from '../../helpers/make-run.js'
import { readChart, textsIn } from './read-chart.js'

/** @import { IntervalRow } from '../../../src/page/charts/interval-chart.js' */

/** @param {Partial<IntervalRow>} changes @returns {IntervalRow} */
function makeRow(changes) {
  return {
    label: 'CPU',
    words: 'some',
    cost: { value: 0.1, low: 0.08, high: 0.12 },
    isCost: true,
    isDeciding: false,
    ...changes
  }
}

/** @param {IntervalRow[]} rows */
function panelOf(rows) {
  return { baseline: 'log=off', candidate: 'log=sync', marginRatio: 0.02, rows }
}

/** @param {IntervalRow[]} rows */
function chartOf(...rows) {
  return readChart(intervalChart([panelOf(rows)]))
}

test('an interval is orange, blue or grey by the side of zero it lies on', () => {
  const { wide, all } = chartOf(
    makeRow({ cost: { value: 0.1, low: 0.001, high: 0.2 } }),
    makeRow({ cost: { value: -0.1, low: -0.2, high: -0.001 } }),
    makeRow({ cost: { value: 0.1, low: 0, high: 0.2 } })
  )
  const colours = [...wide.querySelectorAll('.chart-interval')].map(mark => mark.getAttribute('stroke'))
  expect(colours).toEqual(['var(--more)', 'var(--less)', 'var(--neutral)'])
  expect(all.querySelector('.chart-key').textContent).toBe(
    'costs more or is slower: the interval is right of zerocosts less or is faster: the interval is left of zeronot significant: the interval contains zeromargin: changes under ±2% count as no difference'
  )
})

test('the key shows the colours there are', () => {
  expect(chartOf(makeRow({})).all.querySelectorAll('.chart-key li')).toHaveLength(2)
})

test('further right is worse: points lie in the order of their cost, the margin around zero', () => {
  const { wide } = chartOf(
    makeRow({ cost: { value: -0.05, low: -0.06, high: -0.04 } }),
    makeRow({ cost: { value: 0.05, low: 0.04, high: 0.06 } })
  )
  const [left, right] = [...wide.querySelectorAll('circle')].map(dot => Number(dot.getAttribute('cx')))
  const [band] = wide.querySelectorAll('.chart-band rect')
  const middle = Number(band.getAttribute('x')) + Number(band.getAttribute('width')) / 2
  expect(left).toBeLessThan(middle)
  expect(right).toBeGreaterThan(middle)
  expect(middle - Number(left)).toBeCloseTo(Number(right) - middle, 0)
  expect(Number(band.getAttribute('width'))).toBeCloseTo((0.04 / 0.1) * (Number(right) - Number(left)), 0)
})

test('both shapes name the axis with its unit and the ends in words', () => {
  const { wide, narrow } = chartOf(makeRow({}))
  for (const svg of [wide, narrow]) {
    expect(textsIn(svg)).toEqual(
      expect.arrayContaining([
        'change compared with log=off; right is worse',
        '← faster, costs less',
        'slower, costs more →',
        '0'
      ])
    )
    expect(svg.querySelector('desc').textContent).toBe('CPU: some.')
  }
})

test('hostile names are text, and long ones are cut', () => {
  const hostile = `</script><b id="x" style="y">'\u2028${'long'.repeat(1e5)}`
  const html = intervalChart([{ ...panelOf([makeRow({ label: '<i>&amp;' })]), baseline: hostile }])
  expect(html.length).toBeLessThan(20_000)
  expect(html).not.toMatch(/<\/script|<b|<i/)
  const { document } = { document: readChart(html.replaceAll(/(id|style)=/g, '')).wide }
  expect(document.querySelector('desc').textContent).toBe('<i>&amp;: some.')
  expect(document.getAttribute('aria-label')).toMatch(/^Change of log=sync compared with <\/script><b "x" "y">'\ufffd/)
})

test('nothing is drawn of nothing', () => {
  expect(intervalChart([])).toBe('')
})

test('a run has its deciding metric first, and fewer requests/s are a cost', () => {
  const slices = makeRounds({ rounds: 8, costRatio: 1.25, drift: round => 1 + (round % 3) / 50 })
  const [panel] = intervalPanels(analyse(makeMeasured({ slices })).analysis)
  const { rows = [], ...compared } = panel ?? {}
  expect(compared).toEqual({ baseline: 'log=off', candidate: 'log=sync', marginRatio: 0.02 })
  expect(rows.map(({ label }) => label)).toEqual([
    'main-thread CPU per request',
    'requests/s',
    'CPU per request',
    'CPU on other threads per request'
  ])
  expect(rows.map(({ isDeciding }) => isDeciding)).toEqual([true, false, false, false])
  expect(rows[0]?.cost.value).toBeCloseTo(0.25, 2)
  expect(rows[1]?.cost.value).toBeCloseTo(0.2, 2)
  expect(rows[1]?.words).toMatch(/^-20\.0% \(.*\), fewer is worse$/)
})

test('a change that may be none is not significant', () => {
  const analysis = analyse(makeMeasured({ slices: makeRounds({ rounds: 6, costRatio: 1.1 }) })).analysis
  const change = makeChange(-0.02, 0.04)
  const effects = analysis.effects.map(effect => ({ ...effect, change }))
  expect(intervalPanels({ ...analysis, effects })[0]?.rows[0]?.words).toMatch(
    /^\+\d\.\d% \(-2\.0 to 4\.0\), not significant$/
  )
})

test('the axis is scaled to the deciding metric; what is beyond it is cut, with an arrow and its figure', () => {
  const { wide } = chartOf(
    makeRow({ isDeciding: true }),
    makeRow({ cost: { value: 0.11, low: 0.1, high: 3 } }),
    makeRow({ cost: { value: 0.5, low: -0.9, high: 480 } })
  )
  expect(wide.querySelectorAll('.chart-cut path')).toHaveLength(3)
  expect(wide.querySelectorAll('.chart-dot circle')).toHaveLength(2)
  const [deciding, cut, everything] = [...wide.querySelectorAll('.chart-interval line')]
  const widthOf = (/** @type {any} */ line) => Number(line.getAttribute('x2')) - Number(line.getAttribute('x1'))
  expect(widthOf(deciding) / widthOf(cut)).toBeCloseTo((0.12 - 0.08) / (0.15 - 0.1), 1)
  expect(widthOf(everything) / widthOf(deciding)).toBeCloseTo(0.2 / 0.04, 0)
  expect(wide.innerHTML.match(/stroke-dasharray/g)).toHaveLength(1)
  expect(textsIn(wide)).toEqual(expect.arrayContaining(['+300%', '-90.0%', '+50.0%']))
})

test('a figure beyond the axis has the sign of its metric: fewer requests/s are to the right', () => {
  const cost = { value: 0.4, low: 0.3, high: 0.5 }
  const { wide } = chartOf(makeRow({ isDeciding: true }), makeRow({ isCost: false, cost }))
  expect(textsIn(wide)).toContain('-40.0%')
})

test('each verdict has an axis of its own', () => {
  const small = panelOf([makeRow({ isDeciding: true })])
  const large = panelOf([makeRow({ isDeciding: true, cost: { value: 0.8, low: 0.7, high: 0.9 } })])
  const { all } = readChart(intervalChart([small, { ...large, candidate: 'gzip=on' }]))
  const titles = [...all.querySelectorAll('.chart-title')].map(title => title.textContent)
  expect(titles).toEqual(['log=sync compared with log=off', 'gzip=on compared with log=off'])
  const [first, second] = [...all.querySelectorAll('.chart-wide')].map(textsIn)
  expect(first).toContain('+12%')
  expect(second).toContain('+100%')
})

test('an interval from too few samples has no estimate', () => {
  const { wide } = chartOf(
    makeRow({ isDeciding: true }),
    makeRow({ cost: { ...makeRow({}).cost, hasTooFewSamples: true } })
  )
  expect(wide.querySelectorAll('.chart-dot circle')).toHaveLength(1)
  expect(wide.innerHTML.match(/stroke-dasharray/g)).toHaveLength(1)
})
