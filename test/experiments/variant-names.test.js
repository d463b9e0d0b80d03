import { expect, test } from '@jest/globals'
import { revisionNames, variantNames } from '../../src/experiments/variant-names.js'

test.each([
  ['a variable more', ['node server.js', 'LOG=1 node server.js'], ['baseline', 'LOG=1']],
  ['a variable less', ['LOG=1 node server.js', 'node server.js'], ['with LOG=1', 'without LOG=1']],
  ['an option more', ['node a.js', 'node a.js --ng'], ['without --ng', 'with --ng']],
  ['an option less', ['node a.js --ng', 'node a.js'], ['with --ng', 'without --ng']],
  [
    'an option that two have',
    ['node a.js', 'node a.js --ng', 'node a.js --ng'],
    ['without --ng', 'with --ng', 'with --ng 2']
  ],
  ['a variable with another value', ['LOG=0 node server.js', 'LOG=1 node server.js'], ['LOG=0', 'LOG=1']],
  ['another file', ['node dist/old.js', 'node dist/new.js'], ['old.js', 'new.js']],
  ['another program', ['node server.js', '/opt/node-24/bin/node server.js'], ['node', 'opt-node-24-bin-node']],
  [
    'flags',
    ['node a.js', 'node --max-semi-space-size=64 a.js'],
    ['without --max-semi-space-size=64', 'with --max-semi-space-size=64']
  ],
  [
    'a path in a flag',
    ['node a.js', 'node --require=./x/apm.js a.js'],
    ['without --require=apm.js', 'with --require=apm.js']
  ],
  ['nothing', ['node a.js', 'node a.js', 'node a.js'], ['baseline', 'again', 'again 2']],
  ['what no file name has', ['node a.js', 'URL=http://x?a|b node a.js'], ['baseline', 'URL=x-a-b']]
])('variants that differ in %s', (_what, commands, names) => {
  expect(variantNames(commands.map(command => command.split(' ')))).toEqual(names)
})

test('a single command has its own words', () => {
  expect(variantNames([['PORT=1', 'node', 'dist/server.js']])).toEqual(['PORT=1 node server.js'])
})

test('a long name is shortened', () => {
  const [, name = ''] = variantNames([['node'], ['node', `--title=${'x'.repeat(90)}`]])
  expect(name).toHaveLength(40)
})

test('no two names are equal, also where one looks like a numbered one', () => {
  const commands = [
    ['node', 's.js', 'a'],
    ['node', 's.js', 'a'],
    ['node', 's.js', 'a 2']
  ]
  expect(variantNames(commands)).toEqual(['a', 'a 2', 'a 2 2'])
})

test('a revision keeps its folders', () => {
  expect(revisionNames(['origin/main', 'feature/login', 'HEAD~1', '.'])).toEqual([
    'origin-main',
    'feature-login',
    'HEAD-1',
    'working tree'
  ])
})
