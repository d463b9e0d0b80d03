import { parseArgs } from 'node:util'
import { expect, test } from '@jest/globals'
import { invalidUse } from '../../../src/compare/ask/bad-option.js'

test('an error of Node.js in several lines is one sentence', () => {
  expect(messageOf(['--seed', '-1'])).toBe("lab: Option '--seed' argument is ambiguous. Allowed: --seed.")
})

/** @param {string[]} args */
function messageOf(args) {
  try {
    return parseArgs({ args, options: { seed: { type: 'string' } } })
  } catch (error) {
    return invalidUse('lab', '--seed', error).message
  }
}
