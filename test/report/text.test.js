import { expect, test } from '@jest/globals'
import { shown } from '../../src/report/text.js'

test('what would turn or break the text around it is shown as something that cannot be', () => {
  expect(shown('</script>')).toBe('</script>')
  expect(shown('a\u2028b\u202ec\nd\u0000')).toBe('a\ufffdb\ufffdc d\ufffd')
})

test('a megabyte is cut, says so, and is not cut again', () => {
  const text = shown('x'.repeat(1e6))
  expect(text).toBe(`${'x'.repeat(360)}… (1,000,000 characters)`)
  expect(shown(text)).toBe(text)
  expect(shown(`${'x'.repeat(359)}\u{1f600}${'x'.repeat(99)}`)).toMatch(/^x{359}\ufffd…/)
})
