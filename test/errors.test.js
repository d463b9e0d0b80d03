import { expect, test } from '@jest/globals'
import { errorRegistry, lastLines, WorkshopError } from '../src/errors.js'

test.each(Object.entries(errorRegistry))(
  '%s has a documented exit code and a message that speaks of its details',
  (code, entry) => {
    expect(code).toMatch(/^ERR_[A-Z_]+$/)
    expect([2, 3, 130]).toContain(entry.exitCode)
    const asked = new Set()
    const details = new Proxy(/** @type {Record<string, string>} */ ({}), {
      get(_target, name) {
        asked.add(name)
        return `<${String(name)}>`
      }
    })
    const message = entry.message(details)
    expect(asked.size).toBeGreaterThan(0)
    for (const name of asked) expect(message).toContain(`<${String(name)}>`)
    expect(new WorkshopError(code, details)).toMatchObject({
      name: 'WorkshopError',
      code,
      exitCode: entry.exitCode,
      message
    })
  }
)

test('an unregistered code is a fault of ours', () => {
  expect(() => new WorkshopError('ERR_NOVEL', {})).toThrow(TypeError)
})

test('the last lines of a long stderr are kept, a silent one is said to be silent', () => {
  expect(lastLines('1\n2\n3\n', 2)).toBe(' Its stderr ended with:\n    2\n    3\n')
  expect(lastLines('')).toMatch(/wrote nothing/)
})

test('stack frames inside node and packages are not what is kept of a stderr', () => {
  const stderr =
    'Error: no\n    at ask (/app/db.js:3:9)\n    at load (/app/node_modules/x/i.js:1:1)\n    at node:internal/main:28:49\n'
  expect(lastLines(stderr)).toBe(' Its stderr ended with:\n    Error: no\n        at ask (/app/db.js:3:9)\n')
})
