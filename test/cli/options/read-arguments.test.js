import { expect, test } from '@jest/globals'
import { parseCommandLine } from '../../../src/cli/options/read-arguments.js'

test('an error of Node.js in several lines is one sentence', () => {
  expect(() => parseCommandLine('lab', ['--seed', '-1'])).toThrow(
    /^lab: Option '--seed' argument is ambiguous\. Allowed: --part .* --help\.$/
  )
})
