import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, jest, test } from '@jest/globals'
import { readSources } from '../../../src/measure/project/read-sources.js'
import { frameNamer } from '../../../src/profilers/name-frames.js'
import { compileTypeScript } from '../../helpers/compile-typescript.js'
import { makeManifest } from '../../helpers/make-run.js'
import { profileOf } from '../../helpers/make-trees.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

jest.setTimeout(30_000)
removeTemporaryFolders()

const startedAt = '2026-01-01T00:00:00.000Z'
const before = new Date('2025-12-31T00:00:00.000Z')
const place = { line: 1 }
const { experiment } = makeManifest()

const server =
  "import { hash } from 'node:crypto'\n\nexport function digest(text: string): string {\n  return hash('sha256', text)\n}\n"

/** @param {string} name @param {Date} writtenAt @param {string} [firstLine] */
function writeSource(name, writtenAt, firstLine = '') {
  const folder = temporaryFolder()
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${firstLine}function answer() {}\n`)
  utimesSync(file, writtenAt, writtenAt)
  return { folder, file }
}

test('a file in the folder of the servers is read, and so is one of a package elsewhere', async () => {
  const { folder, file } = writeSource('src/server.js', before)
  const elsewhere = writeSource('node_modules/express/index.js', before)
  const found = await readSources(
    [
      { ...place, file },
      { ...place, file: elsewhere.file }
    ],
    { manifest: { folder, startedAt, experiment }, trees: [] }
  )
  const text = { firstLine: 1, lines: ['function answer() {}', ''] }
  expect(found).toEqual([
    { ...place, file, text, omitted: null },
    { ...place, file: elsewhere.file, text, omitted: null }
  ])
})

test('a file that was written after the start of the run is left out', async () => {
  const { folder, file } = writeSource('server.js', new Date('2026-01-01T00:00:01.000Z'))
  expect(await readSources([{ ...place, file }], { manifest: { folder, startedAt, experiment }, trees: [] })).toEqual([
    { ...place, file, text: null, omitted: 'changed' }
  ])
})

test('a missing file, a folder and a line beyond the end are left out as unreadable', async () => {
  const { folder, file } = writeSource('server.js', before)
  mkdirSync(path.join(folder, 'sub.js'))
  const places = [
    { ...place, file: `${file}.gone.js` },
    { ...place, file, line: 99 }
  ]
  const found = await readSources([...places, { ...place, file: path.join(folder, 'sub.js') }], {
    manifest: { folder, startedAt, experiment },
    trees: []
  })
  expect(found.map(({ omitted }) => omitted)).toEqual(['unreadable', 'unreadable', 'unreadable'])
})

test.each([
  '#!/usr/bin/env node',
  '#!/usr/bin/node --no-warnings\r',
  '#! /usr/bin/nodejs',
  '#!/usr/bin/env -S NODE_ENV=production /opt/node/bin/node --enable-source-maps'
])('a file without an extension that begins with %j is read', async line => {
  const { folder, file } = writeSource('bin/www', before, `${line}\n`)
  const [found] = await readSources([{ ...place, line: 2, file }], {
    manifest: { folder, startedAt, experiment },
    trees: []
  })
  expect(found?.omitted).toBe(null)
  expect(found?.text).toMatchObject({ firstLine: 1, lines: [line.trimEnd(), 'function answer() {}', ''] })
})

test.each([
  ['bin/www', ''],
  ['bin/www', '#!/bin/sh node\n'],
  ['bin/www', '#!/usr/bin/env\nnode '],
  ['bin/www', '#!/opt/node/bin/python\n'],
  ['bin/www', '#!/usr/bin/env nodemon\n'],
  ['bin/www', ' #!/usr/bin/env node\n'],
  ['bin/www', `#!/usr/bin/env ${' '.repeat(256)}node\n`],
  ['www.conf', '#!/usr/bin/env node\n'],
  ['.www', '#!/usr/bin/env node\n']
])('%s that begins with %j is no script, and is not read', async (name, firstLine) => {
  const { folder, file } = writeSource(name, before, firstLine)
  const [found] = await readSources([{ ...place, file }], { manifest: { folder, startedAt, experiment }, trees: [] })
  expect(found).toEqual({ ...place, file, text: null, omitted: 'no-script' })
})

test('a link without an extension is not read, wherever it leads', async () => {
  const { folder, file } = writeSource('server', before, '#!/usr/bin/env node\n')
  const link = path.join(folder, 'www')
  symlinkSync(file, link)
  const [found] = await readSources([{ ...place, file: link }], {
    manifest: { folder, startedAt, experiment },
    trees: []
  })
  expect(found).toEqual({ ...place, file: link, text: null, omitted: 'no-script' })
})

test.each(['.env', '.ssh/id_rsa', 'config.json', 'notes.js.txt'])(
  '%s in the folder of the servers is no script, and is not read',
  async name => {
    const { folder, file } = writeSource(name, before)
    const [found] = await readSources([{ ...place, file }], { manifest: { folder, startedAt, experiment }, trees: [] })
    expect(found).toEqual({ ...place, file, text: null, omitted: 'no-script' })
  }
)

test('where each variant has a copy of the project, the last one that has the line counts', async () => {
  const [folder, old, renewed] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
  writeFileSync(path.join(old, 'server.js'), 'one\ntwo\nthree\n')
  writeFileSync(path.join(renewed, 'server.js'), 'uno\n')
  for (const root of [old, renewed]) utimesSync(path.join(root, 'server.js'), before, before)
  const [baseline, candidate] = experiment.variants
  const variants = /** @type {typeof experiment.variants} */ ([
    { ...baseline, root: old },
    { ...candidate, root: renewed }
  ])
  const file = path.join(folder, 'server.js')
  const places = [1, 3].map(line => ({ file, line }))
  const manifest = { folder, startedAt, experiment: { ...experiment, variants } }
  const found = await readSources(places, { manifest, trees: [] })
  expect(found.map(({ text }) => text?.lines[0])).toEqual(['uno', 'one'])
})

test.each(['/etc/passwd', 'evalmachine.<anonymous>', 'webpack://app/src/a.ts'])('%s is not read', async file => {
  const [found] = await readSources([{ ...place, file }], {
    manifest: { folder: '/srv/app', startedAt, experiment },
    trees: []
  })
  expect(found).toEqual({ ...place, file, text: null, omitted: 'outside' })
})

describe('a function of a file compiled from TypeScript', () => {
  test.each([
    ['of the original file', ['--sourceMap'], false],
    ['of the source map, where the original is gone', ['--sourceMap', '--inlineSources'], true]
  ])('has the text %s', async (_, options, isGone) => {
    const folder = temporaryFolder()
    const { source, compiled } = compileTypeScript(folder, { name: 'server', text: server, options })
    if (isGone) rmSync(source)
    const before = profileOf({ [`app:digest:2:23:${compiled}`]: 10 })
    const profile = (await frameNamer(folder)).nameFrames(before)
    expect(profile).toMatchObject({ frames: [{ name: 'digest', file: source, line: 3 }], generatedFiles: [compiled] })
    const trees = [
      { launch: '', variant: '', profiler: 'cdp', trees: [{ pid: 1, threadId: 0, sampleCount: 10, profile }] }
    ]
    const manifest = { folder, startedAt: '2999-01-01T00:00:00.000Z', experiment }
    const [found] = await readSources([{ file: source, line: 4 }], { manifest, trees })
    expect(found?.text).toMatchObject({ firstLine: 1 })
    expect(found?.text?.lines[3]).toBe("  return hash('sha256', text)")
  })
})
