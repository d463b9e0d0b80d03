import { expect, test } from '@jest/globals'
import { withBlocks } from '../../../src/cli/print/blocks.js'

test.each([
  ['a pipe', {}, { LANG: 'C' }, '██░'],
  ['a terminal with UTF-8', { isTTY: true }, { LANG: 'de_DE.UTF-8', TERM: 'xterm' }, '██░'],
  ['a terminal that names no encoding', { isTTY: true }, { TERM: 'xterm' }, '██░'],
  ['a terminal with Latin-1', { isTTY: true }, { LANG: 'de_DE', TERM: 'xterm' }, '##-'],
  ['a terminal whose LC_ALL is C', { isTTY: true }, { LC_ALL: 'C', LANG: 'de_DE.UTF-8' }, '##-'],
  ['a terminal that can do nothing', { isTTY: true }, { TERM: 'dumb' }, '##-']
])('%s gets the bars that it can show', (_, stream, env, bar) => {
  expect(withBlocks('+1 µs ██░', stream, env)).toBe(`+1 µs ${bar}`)
})
