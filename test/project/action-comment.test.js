import { expect, test } from '@jest/globals'
import { toComment } from '../../scripts/action/comment.js'
import { markdownSections, toMarkdown } from '../../src/report/print/markdown.js'
import { sampleRun } from '../helpers/sample-run.js'

test('a short report is a comment as it is, with a link to the page', () => {
  expect(toComment(['# Question', 'slower'], 'https://example.org/1')).toBe(
    '# Question\n\nslower\n\n[The report](https://example.org/1) has the charts, the flame graphs and every figure.'
  )
  expect(toComment(['# Question'], '')).toBe('# Question')
})

test('a long report loses whole sections from its end', () => {
  const section = `<details><summary>x</summary>\n\n${'y'.repeat(30_000)}\n\n</details>`
  const comment = toComment(['slower', section, section, section], '')
  expect(comment.match(/<details>/g)).toHaveLength(2)
  expect(comment.match(/<\/details>/g)).toHaveLength(2)
  expect(comment).toMatch(/^slower\n/)
  expect(comment).toMatch(/\n1 section more is in the report: a comment has at most 65,536 characters\.$/)
})

test('what is not folded is left out where it is too long as well', () => {
  const table = `## x\n\n${'y'.repeat(40_000)}`
  const comment = toComment(['slower', table, table, '<details></details>'], '')
  expect(comment).toMatch(/^slower\n\n## x\n\ny+\n\n2 sections more are in the report/)
})

test('the sections of a saved analysis are those of the report', () => {
  const { analysis, manifest } = sampleRun()
  const [saved, savedManifest] = JSON.parse(JSON.stringify([analysis, manifest]))
  expect(markdownSections(saved, savedManifest)).toEqual(markdownSections(analysis, manifest))
  expect(toMarkdown(saved, savedManifest)).toBe(`${markdownSections(analysis, manifest).join('\n\n')}\n`)
})
