import { expect, test } from '@jest/globals'
import { drawStackBar, stackBar } from '../../../src/page/charts/stack-bar.js'

const sides = ['off', 'on']
const total = /** @type {any} */ ({ start: '100 µs', end: '150 µs' })

/** @param {[name: string, micros: number, row: number | null][]} steps */
function barOf(...steps) {
  const view = steps.map(([name, micros, row]) => ({ name, micros, row, figure: String(micros), text: '', half: '' }))
  return stackBar(100, { steps: view, sides, total })
}

test('segments add up to the whole width: the baseline, what is removed of it, and what is added', () => {
  const { segments, isCut } = barOf(['sort', 60, 0], ['parse', -20, 1], ['unattributed', 20, null])
  expect(segments.map(({ kind, isRest, label }) => [kind, isRest, label])).toEqual([
    ['both', false, 'in both'],
    ['less', false, '-20 parse'],
    ['more', false, '60 sort'],
    ['more', true, '20 unattributed']
  ])
  // 80 of 180 in both, 20 removed, 80 added.
  expect(segments.map(({ share }) => share)).toEqual([80, 20, 60, 20].map(part => part / 180))
  expect(isCut).toBe(false)
})

test('without removed work the first segment is the baseline', () => {
  expect(barOf(['sort', 50, 0]).segments[0]).toMatchObject({ label: 'off 100 µs', share: 100 / 150 })
})

test('small changes are drawn larger than they are, and the bar says that it is cut', () => {
  const bar = barOf(['sort', 5, 0])
  expect(bar.isCut).toBe(true)
  expect(bar.segments.map(({ share }) => share)).toEqual([expect.closeTo(0.35), expect.closeTo(0.65)])
  expect(drawStackBar(bar, 'From 100 µs to 105 µs').match(/class="gap"/g)).toHaveLength(2)
})

test('more work removed than the baseline has is drawn all the same, and names are text', () => {
  const { segments } = barOf(['<img src=x>', -130, 0])
  expect(segments.map(({ kind, share }) => [kind, share])).toEqual([['less', 1]])
  expect(drawStackBar({ segments, isCut: false }, 'x')).not.toContain('<img')
})
