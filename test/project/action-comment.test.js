import path from 'node:path'
import { expect, test } from '@jest/globals'
import { toComment } from '../../scripts/action/comment.js'
import { measuredRun } from '../../scripts/action/measured-run.js'

const sample = path.join(import.meta.dirname, '../../profiles/sample')
const top = '/srv/profiling-workshop'
const sourceUrl = 'https://example.org/shop/blob/4f2a'

test('the comment is ten lines: verdicts, prices at lines of the commit, metrics and trust; and a link to the page', () => {
  const { comment } = measuredRun(sample, { top, reportUrl: 'https://example.org/1', sourceUrl })
  const [lines = '', link, ...others] = comment.split('\n\n')
  expect(lines.split('\n').length).toBeLessThanOrEqual(10)
  expect(lines).toMatch(/^- \*\*log=sync is slower than off: \+36 µs of main-thread CPU per request/)
  expect(lines).toContain(`[src/app/info/route.js:27](${sourceUrl}/src/app/info/route.js#L27)`)
  expect(lines).toContain('`+17 µs ± 2`')
  expect(link).toBe('[Open the report](https://example.org/1): the flame graph of the difference, and every figure.')
  expect(others).toEqual([])
})

test('a line of a package has no link, and a page that is not uploaded has none', () => {
  const { comment } = measuredRun(sample, { top, reportUrl: '', sourceUrl })
  expect(comment).not.toContain('node_modules')
  expect(toComment('- slower', '')).toBe('- slower')
})
