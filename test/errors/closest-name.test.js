import { expect, test } from '@jest/globals'
import { closestName } from '../../src/errors/closest-name.js'

const names = ['name', 'command', 'env', 'cwd']

test.each([
  ['comand', 'command'],
  ['Command', 'command'],
  ['cmd', 'cwd'],
  ['evn', 'env'],
  ['nmae', 'name'],
  ['environment', undefined],
  ['x', undefined]
])('%s stands for %s', (wrong, expected) => {
  expect(closestName(wrong, names)).toBe(expected)
})
