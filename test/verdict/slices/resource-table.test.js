import { expect, test } from '@jest/globals'
import { infoResources } from '../../../src/experiments/info.js'
import { resourceSections } from '../../../src/report/sections/resource-sections.js'
import { onePair } from '../../../src/verdict/decide/comparisons.js'
import { resourceTable } from '../../../src/verdict/slices/transfer.js'

/** @type {(variant: string, name: string, bytes: number) => import('../../../src/runs/types.js').ResourceSize} */
function size(variant, name, bytes) {
  return { variant, name, path: `/${name}`, bytes, contentEncoding: 'identity' }
}

const sizes = [
  size('off', 'document', 2000),
  size('off', 'logo', 1190),
  size('log', 'document', 2002),
  size('log', 'logo', 1190),
  size('gzip', 'document', 1000),
  size('gzip', 'logo', 1191)
]
const comparisons = [onePair('log', 'off'), onePair('gzip', 'off')]

test('the table is of the comparison that changes sizes, with the share that is saved', () => {
  const table = resourceTable(sizes, comparisons)
  expect(table).toMatchObject({ baseline: 'off', candidate: 'gzip' })
  expect(table?.rows.map(({ name, baselineBytes, candidateBytes }) => [name, baselineBytes, candidateBytes])).toEqual([
    ['document', 2000, 1000],
    ['logo', 1190, 1191]
  ])
  expect(table?.rows[0]?.savedShare).toBe(0.5)
})

test('without sizes there is no table', () => {
  expect(resourceTable([], comparisons)).toBeNull()
  expect(resourceSections({ resources: null })).toEqual([])
})

test('a difference of a byte saves nothing', () => {
  const [section] = resourceSections({ resources: resourceTable(sizes, comparisons) })
  expect(section?.table?.rows).toEqual([
    ['document', '/document', '2,000 B', '1,000 B', '50.0%'],
    ['logo', '/logo', '1,190 B', '1,191 B', '-']
  ])
})

test('the page has a document, a stylesheet, Bootstrap and a logo', () => {
  expect(infoResources.map(({ name }) => name)).toEqual(['document', 'stylesheet', 'Bootstrap', 'logo'])
})
