import { expect, test } from '@jest/globals'
import { codeSpan, escapeHtml, escapeMarkdown, escapeParagraph } from '../../../src/report/print/markdown-text.js'

test.each([
  ['@team and @org/team', '\\@&#8203;team and \\@&#8203;org/team'],
  ['#12, GH-12, !12', '\\#&#8203;12, GH-&#8203;12, !&#8203;12'],
  ['https://a.example www.a.example a@b.example', 'https:&#8203;//a.example www.&#8203;a.example a\\@&#8203;b.example'],
  ['a | b `c` *d* _e_ <f> [g](h) ![i](j)', 'a \\| b \\`c\\` \\*d\\* \\_e\\_ \\<f\\> \\[g\\](h) !\\[i\\](j)'],
  ['~~no~~ $x$ &lt;', '\\~\\~&#8203;no\\~\\~ \\$&#8203;x\\$ \\&&#8203;lt;'],
  ['~1.2 ms to ~3 ms, 5%', '~1.2 ms to ~3 ms, 5%']
])('%s is shown as text in Markdown', (text, markdown) => {
  expect(escapeMarkdown(text)).toBe(markdown)
})

test.each([
  ['- a', '\\- a'],
  ['+', '\\+'],
  ['---', '\\---'],
  ['===', '\\==='],
  ['1. a', '1\\. a'],
  ['12) a', '12\\) a'],
  ['/close', '\\/close'],
  ['    code', 'code'],
  ['-5% CPU, 1.5 ms', '-5% CPU, 1.5 ms']
])('%s at the start of a paragraph is text', (text, markdown) => {
  expect(escapeParagraph(text)).toBe(markdown)
})

test('code in a line has more backticks around it than in it', () => {
  expect(codeSpan('node a.js')).toBe('`node a.js`')
  expect(codeSpan('node ``a`.js\n')).toBe('``` node ``a`.js  ```')
})

test('text in HTML within Markdown is text', () => {
  expect(escapeHtml('</summary>&amp; @team\u202e')).toBe('&#60;/summary&#62;&#38;amp; @&#8203;team\ufffd')
})
