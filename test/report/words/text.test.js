import { expect, test } from '@jest/globals'
import { shown, withoutJobCommands } from '../../../src/report/words/text.js'

test('characters that would turn or break the text around them are replaced', () => {
  expect(shown('</script>')).toBe('</script>')
  expect(shown('a\u2028b\u202ec\nd\u0000')).toBe('a\ufffdb\ufffdc d\ufffd')
})

test('a long text is cut, with its length, and is not cut again', () => {
  const text = shown('x'.repeat(1e6))
  expect(text).toBe(`${'x'.repeat(360)}… (1,000,000 characters)`)
  expect(shown(text)).toBe(text)
  expect(shown(`${'x'.repeat(359)}\u{1f600}${'x'.repeat(99)}`)).toMatch(/^x{359}\ufffd…/)
})

test('a line that a job obeys is changed after any blanks, in a time that grows with the text', () => {
  const lines = ['\u00a0::a::', '\u3000\t::a::', '\u0085::a::', '\n\n::a::', 'a ::b::', 'std::vector']
  const safe = ['\u00a0\u2237a::', '\u3000\t\u2237a::', '\u0085\u2237a::', '\n\n\u2237a::', 'a ::b::', 'std::vector']
  expect(lines.map(withoutJobCommands)).toEqual(safe)
  const blanks = `${'\n'.repeat(1e6)}${' '.repeat(1e6)}x`
  expect(withoutJobCommands(blanks)).toBe(blanks)
})
