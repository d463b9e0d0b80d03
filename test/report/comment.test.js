import { expect, test } from '@jest/globals'
import { toComment } from '../../src/report/comment.js'

test('a short summary is a comment as it is, with a link to the report', () => {
  expect(toComment('# Question\n\nslower\n', 'https://example.org/1')).toBe(
    '# Question\n\nslower\n\n[The report](https://example.org/1) has the charts, the flame graphs and every figure.'
  )
  expect(toComment('# Question\n', '')).toBe('# Question')
})

test('a long summary loses whole sections from its end', () => {
  const section = `<details><summary>x</summary>\n\n${'y'.repeat(30_000)}\n\n</details>`
  const comment = toComment(`slower\n\n${[section, section, section].join('\n\n')}\n`, '')
  expect(comment.match(/<details>/g)).toHaveLength(2)
  expect(comment.match(/<\/details>/g)).toHaveLength(2)
  expect(comment).toMatch(/^slower\n/)
  expect(comment).toMatch(/\n1 section more is in the report: a comment has at most 65,536 characters\.$/)
})
