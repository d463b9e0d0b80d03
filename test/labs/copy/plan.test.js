import { expect, test } from '@jest/globals'
import { estimateCellsMs, plannedCells } from '../../../src/labs/copy/plan.js'
import { copy } from '../../../src/labs/copy/question.js'
import { planLab } from '../../../src/labs/skeleton/plan.js'

const usual = planLab(copy, { part: 'table', length: 'usual', seed: 1 })

test('the same seed gives the same order, and another one another order', () => {
  expect(plannedCells(copy, usual)).toEqual(plannedCells(copy, usual))
  expect(plannedCells(copy, { ...usual, seed: 2 })).not.toEqual(plannedCells(copy, usual))
})

test('every repeat has every cell once; those that count in no figure are without the slowest copies', () => {
  const cells = plannedCells(copy, usual)
  for (let repeat = 0; repeat < usual.repeats; repeat++) {
    const own = cells.filter(cell => cell.repeat === repeat).map(({ variant, sizeBytes }) => `${variant} ${sizeBytes}`)
    expect(new Set(own).size).toBe(own.length)
    expect(own).toHaveLength((repeat < usual.dropped ? 5 : 8) + 6 * 11)
  }
  expect(cells).toHaveLength(3 * 71 + 5 * 74)
})

test('only --full copies files of more than 8 MiB byte by byte: those of the paper, 127 MiB in all', () => {
  const sizes = (/** @type {'usual' | 'full'} */ length) =>
    plannedCells(copy, planLab(copy, { part: 'table', length, seed: 1 }))
      .filter(({ variant, repeat }) => variant === '1 byte' && repeat === 7)
      .map(({ sizeBytes }) => sizeBytes / 2 ** 20)
  expect(Math.max(...sizes('usual'))).toBe(8)
  const paper = sizes('full').filter(mib => mib >= 1)
  expect(paper.reduce((sum, mib) => sum + mib, 0)).toBe(127)
})

test('the usual length takes about three minutes', () => {
  const ms = estimateCellsMs(copy, plannedCells(copy, usual))
  expect(ms).toBeGreaterThan(120_000)
  expect(ms).toBeLessThan(200_000)
})
