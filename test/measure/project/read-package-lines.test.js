import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { readPackageLines } from '../../../src/measure/project/read-package-lines.js'
import { compileTypeScript } from '../../helpers/compile-typescript.js'
import { makeManifest } from '../../helpers/make-run.js'
import { profileOf } from '../../helpers/make-trees.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

/** @import { LaunchTrees } from '../../../src/profile/types.js' */

jest.setTimeout(30_000)
removeTemporaryFolders()

const startedAt = '2100-01-01T00:00:00.000Z'
const { experiment } = makeManifest()
const gzip = "const compression = require('compression')\n\napp.use(compression())\n"
const atGzip = (/** @type {string} */ file) => [`compression ${file}:3`]

/** @param {Record<string, string>} files by path */
function write(files) {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return folder
}

/**
 * Returns what is found, each as the package and the place.
 * @param {string} folder
 * @param {{ command?: string[], seen?: string[], roots?: string[] }} [changes] `seen`: files in the call trees; `roots`: of the variants
 */
async function linesIn(folder, { command = ['node', 'server.js'], seen = [], roots = [] } = {}) {
  const variants = experiment.variants.map((variant, index) => ({
    ...variant,
    command,
    ...(roots[index] && { root: roots[index] })
  }))
  const manifest = { folder, startedAt, experiment: { ...experiment, variants: /** @type {any} */ (variants) } }
  const profile = profileOf(Object.fromEntries(seen.map(file => [`app:answer:1:1:${path.join(folder, file)}`, 10])))
  /** @type {LaunchTrees[]} */
  const trees = [
    { launch: '', variant: '', profiler: 'cdp', trees: [{ pid: 1, threadId: 0, sampleCount: 10, profile }] }
  ]
  const found = await readPackageLines({ manifest, trees })
  return found.map(({ packageName, file, line }) => `${packageName} ${path.relative(folder, file)}:${line}`)
}

test.each([
  ['the script of the command', { 'server.js': gzip }, ['node', '--no-warnings', 'server.js'], 'server.js'],
  ['the script without its ending', { 'dist/main.js': gzip }, ['node', 'dist/main'], 'dist/main.js'],
  [
    'a script without an ending',
    { 'bin/www': "#!/usr/bin/env node\n\nrequire('compression')()" },
    ['node', 'bin/www'],
    'bin/www'
  ],
  [
    'what it imports',
    { 'server.js': "require('./lib/app')", 'lib/app.js': "require('./routes')", 'lib/routes/index.js': gzip },
    ['node', 'server.js'],
    'lib/routes/index.js'
  ],
  [
    'what an ES module imports',
    { 'server.mjs': "import './app.js'", 'app.js': "export * from './gzip.cjs'", 'gzip.cjs': gzip },
    ['node', 'server.mjs'],
    'gzip.cjs'
  ],
  [
    'TypeScript that names what it compiles to',
    { 'src/server.ts': "import './app.js'", 'src/app.ts': gzip },
    ['tsx', 'watch', 'src/server.ts'],
    'src/app.ts'
  ],
  [
    'the script of npm start',
    {
      'package.json':
        '{ "scripts": { "start": "NODE_ENV=production npm run serve", "serve": "node server.js | pino" } }',
      'server.js': gzip
    },
    ['npm', 'start'],
    'server.js'
  ],
  [
    'what imports itself through others',
    { 'server.js': "require('./app')", 'app.js': `${gzip}require('./server')` },
    ['node', 'server.js'],
    'app.js'
  ]
])('found through %s', async (_, files, command, file) => {
  expect(await linesIn(write(/** @type {Record<string, string>} */ (files)), { command })).toEqual(atGzip(file))
})

test('found in a file that was sampled, and in what it imports, whatever the command is', async () => {
  const folder = write({ 'a.js': "require('./b')", 'b.js': gzip, 'c.js': gzip })
  expect(await linesIn(folder, { command: ['./start.sh'], seen: ['a.js'] })).toEqual(atGzip('b.js'))
})

test('several lines of several files, each once', async () => {
  const folder = write({ 'server.js': `${gzip}app.use(compression(), compression())\nrequire('./b')`, 'b.js': gzip })
  expect(await linesIn(folder)).toEqual(['compression server.js:3', 'compression server.js:4', 'compression b.js:3'])
})

test.each([
  [
    'a package that only another package brings in',
    { 'server.js': "require('express')()", 'node_modules/express/index.js': gzip }
  ],
  ['a file that cannot be parsed', { 'server.js': `require('express')()\nrequire('./b')`, 'b.js': `${gzip}const = 1` }],
  ['a line of 2 MB', { 'server.js': "require('express')()\nrequire('./b')", 'b.js': `${gzip}/*${' '.repeat(2e6)}*/` }],
  ['no file', { 'server.js': "require('express')()\nrequire('./b')\nrequire('./data.json')", 'data.json': '{}' }],
  ['a script that nothing starts', { 'server.js': "require('express')()", 'watch.js': gzip }]
])('not found: %s; the rest is', async (_, files) => {
  const folder = write(/** @type {Record<string, string>} */ (files))
  expect(await linesIn(folder, { command: ['tsx', 'watch', 'server.js'] })).toEqual(['express server.js:1'])
})

test('not found: a file outside of the folder of the servers, by its path or through a link', async () => {
  const outside = write({ 'gzip.js': gzip })
  const folder = write({ 'server.js': `require('${path.join(outside, 'gzip.js')}')\nrequire('./linked/gzip.js')` })
  symlinkSync(outside, path.join(folder, 'linked'))
  expect(await linesIn(folder)).toEqual([])
})

test('not found: a file that was written after the run began', async () => {
  const folder = write({ 'server.js': gzip })
  utimesSync(path.join(folder, 'server.js'), new Date('2200-01-01'), new Date('2200-01-01'))
  expect(await linesIn(folder)).toEqual([])
})

test('at most 500 files are read', async () => {
  const names = Array.from({ length: 510 }, (_, index) => `f${index}.js`)
  const text = names.map(name => `require('./${name}')\n`).join('')
  const folder = write({ 'server.js': text, ...Object.fromEntries(names.map(name => [name, `require('p')()`])) })
  expect(await linesIn(folder)).toHaveLength(50)
  rmSync(path.join(folder, 'f0.js'))
  expect((await linesIn(folder))[0]).toBe('p f1.js:1')
})

test('where each variant has a copy of the project, a file is that of the last one', async () => {
  const [folder, old] = [temporaryFolder(), write({ 'server.js': gzip, 'old.js': '' })]
  const renewed = write({ 'server.js': `\n${gzip}` })
  expect(await linesIn(folder, { roots: [old, renewed] })).toEqual(['compression server.js:4'])
})

test('lines of compiled TypeScript are those of its source', async () => {
  const folder = temporaryFolder()
  const text =
    "interface Unused {\n  name: string\n}\nimport { rmSync } from 'node:fs'\nimport zip from 'compression'\nrmSync(zip())\n"
  mkdirSync(path.join(folder, 'node_modules/compression'), { recursive: true })
  writeFileSync(
    path.join(folder, 'node_modules/compression/package.json'),
    '{ "type": "module", "types": "index.d.ts" }'
  )
  writeFileSync(path.join(folder, 'node_modules/compression/index.d.ts'), 'export default function zip(): string\n')
  const { compiled } = compileTypeScript(folder, { name: 'server', text })
  const command = ['node', path.relative(folder, compiled)]
  expect(await linesIn(folder, { command })).toEqual(['compression src/server.ts:6'])
})
