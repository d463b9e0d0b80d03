import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { copyLabText } from '../../scripts/lab/copy-text.js'
import { readLab } from '../../src/runs/read-run.js'

/** @import { SavedLabs } from '../../src/runs/read-run.js' */

const labs = path.join(import.meta.dirname, '../../docs/labs')
const saved = /** @type {SavedLabs['copy'] | null} */ (readLab(path.join(labs, 'copy-run')))
if (!saved) throw new Error('docs/labs/copy-run is not the run of a lab')

test('docs/labs/copy.md has the figures of the run beside it: node scripts/write-copy-lab.js writes them', () => {
  const written = readFileSync(path.join(labs, 'copy.md'), 'utf8').split('\n')
  const expected = copyLabText(saved).split('\n')
  const stale = expected.flatMap((line, index) =>
    line === written[index] ? [] : [{ line: index + 1, expected: line }]
  )
  expect(stale).toEqual([])
  expect(written).toHaveLength(expected.length)
})

test('that run is complete, of the usual length, and has every cell verified', () => {
  const { manifest, cells, otherRequests } = saved
  expect(manifest).toMatchObject({ status: 'complete', plan: { length: 'usual' } })
  expect(cells).toHaveLength(8 * 71)
  expect(cells.every(({ isVerified }) => isVerified)).toBe(true)
  expect(otherRequests).toHaveLength(20)
})

test('a figure that changes makes a line of the lab stale', () => {
  const cells = saved.cells.map(cell => ({ ...cell, durationMs: 2 * cell.durationMs }))
  expect(copyLabText({ ...saved, cells })).not.toBe(copyLabText(saved))
})
