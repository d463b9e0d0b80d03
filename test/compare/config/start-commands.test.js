import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { frameworkOf, readManifest, startCommands } from '../../../src/compare/config/start-commands.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

/** @type {[string, object, string[], string[]][]} */
const cases = [
  [
    'a script of node alone',
    { scripts: { start: 'NODE_ENV=production node a.js' } },
    [],
    ['NODE_ENV=production node a.js']
  ],
  ['a script of another program', { scripts: { start: 'next start' } }, [], ['npm start']],
  ['a script that needs a shell', { scripts: { start: 'node build.js && node a.js' } }, [], ['npm start']],
  ['a script that restarts the server', { scripts: { start: 'nodemon a.js' }, main: 'a.js' }, ['a.js'], ['node a.js']],
  ['main and bin', { main: 'a.js', bin: { b: 'b.js', c: 'missing.js' } }, ['a.js', 'b.js'], ['node a.js', 'node b.js']],
  [
    'usual files, compiled first',
    {},
    ['src/index.js', 'dist/main.js', 'server.mjs'],
    ['node server.mjs', 'node dist/main.js', 'node src/index.js']
  ],
  [
    'the same file once',
    { scripts: { start: 'node server.js' }, main: 'server.js' },
    ['server.js'],
    ['node server.js']
  ],
  [
    'TypeScript by the runner that is there',
    { devDependencies: { tsx: '4' } },
    ['src/server.ts'],
    ['node --import tsx src/server.ts']
  ],
  ['TypeScript without a runner', {}, ['src/server.ts'], []],
  [
    "Next's own server first",
    { scripts: { start: 'next start' } },
    ['.next/standalone/server.js'],
    ['node .next/standalone/server.js', 'npm start']
  ],
  ['nothing', {}, ['readme.js'], []]
]

test.each(cases)('%s', (_what, manifest, files, expected) => {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest))
  for (const name of files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), '')
  }
  expect(startCommands(folder, readManifest(folder)).map(({ command }) => command)).toEqual(expected)
})

test('the framework is a dependency, also below another one', () => {
  expect(frameworkOf({ dependencies: { express: '5', '@nestjs/core': '11' } })).toBe('@nestjs/core')
  expect(frameworkOf({ dependencies: { lodash: '4' } })).toBe(null)
  expect(readManifest(temporaryFolder())).toEqual({})
})

test.each([
  ['{\n"main": "a.js",\n}', /^package\.json:3: /],
  ['', /^package\.json:1: the file is empty$/],
  ['[]', /^package\.json:1: it must be an object$/]
])('package.json with %j is an error with file and line', (text, message) => {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, 'package.json'), text)
  expect(() => readManifest(folder)).toThrow(
    expect.objectContaining({ code: 'ERR_CONFIG', message: expect.stringMatching(message) })
  )
})

test('what cannot be read is no start, and package.json without access is an error', () => {
  const folder = temporaryFolder()
  symlinkSync('dist', path.join(folder, 'dist'))
  expect(startCommands(folder, {})).toEqual([])
  mkdirSync(path.join(folder, 'package.json'))
  expect(() => readManifest(folder)).toThrow(
    expect.objectContaining({
      code: 'ERR_CONFIG',
      message: expect.stringMatching(/^package\.json cannot be read: it is a folder, not a file/)
    })
  )
})
