import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, jest, test } from '@jest/globals'
import { originalPositionFor } from '@jridgewell/trace-mapping'
import { readCpuprofile } from '../../../src/profile/read/read-cpuprofile.js'
import { applySourceMaps } from '../../../src/profile/tree/apply-source-maps.js'
import { sourceMapFinder } from '../../../src/system/files/source-maps.js'
import { lineWith, rowsOf } from '../../helpers/call-trees.js'
import { compileTypeScript } from '../../helpers/compile-typescript.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

/** @import { Frame } from '../../../src/profile/types.js' */

jest.setTimeout(30_000)
removeTemporaryFolders()

const server = `import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

interface Route {
  path: string
  handler: Handler
}

class App {
  private routes: Route[] = []

  use(path: string, handler: Handler): this {
    this.routes.push({ path, handler })
    return this
  }

  dispatch(request: IncomingMessage, response: ServerResponse): void {
    this.routes.find((route: Route): boolean => route.path === request.url)?.handler(request, response)
  }
}

export function burnInTypeScript(millis: number): number {
  const end: number = Date.now() + millis
  let sum: number = 0
  while (Date.now() < end) sum += Math.sqrt(sum + 1)
  return sum
}

const showSum = (request: IncomingMessage, response: ServerResponse): void => {
  response.end(String(burnInTypeScript(200)))
}

const app = new App().use('/sum', showSum)
const http = createServer((request, response) => app.dispatch(request, response))
http.listen(0, '127.0.0.1', () => {
  const { port } = http.address() as { port: number }
  get({ port, host: '127.0.0.1', path: '/sum', agent: false }, response => response.resume().on('end', () => http.close()))
})
`

describe('a server compiled from TypeScript is profiled as it was written', () => {
  test.each([['--sourceMap'], ['--inlineSourceMap']])('tsc %s', option => {
    const folder = temporaryFolder()
    const { source, compiled } = compileTypeScript(folder, { name: 'a server', text: server, options: [option] })
    const before = readCpuprofile(recordingOf(folder))
    expect(lineOf(before, 'burnInTypeScript').file).toBe(compiled)

    const { frames, nodes } = applySourceMaps(before, sourceMapFinder())
    const names = ['burnInTypeScript', 'showSum', 'dispatch']
    expect(names.map(name => lineOf({ frames }, name))).toEqual([
      { file: source, line: lineWith(server, 'function burnInTypeScript') },
      { file: source, line: lineWith(server, 'const showSum') },
      { file: source, line: lineWith(server, '  dispatch(') }
    ])
    const burning = rowsOf(nodes).filter(node => frames[node.frame]?.name === 'burnInTypeScript')
    expect(burning.reduce((sum, node) => sum + node.self, 0)).toBeGreaterThan(100_000)
    expect(frames.filter(frame => frame.file.endsWith('.js') && frame.file.startsWith(folder))).toEqual([])
  })
})

describe('no map', () => {
  test.each([
    ['without a comment', 'let a\n'],
    ['in a missing file', 'let a\n//# sourceMappingURL=gone.js.map\n'],
    ['that is no JSON', `let a\n//# sourceMappingURL=data:application/json;base64,${btoa('{')}\n`],
    ['that is none', `let a\n//# sourceMappingURL=data:application/json;base64,${btoa('{"version":3}')}\n`],
    ['on another machine', 'let a\n//# sourceMappingURL=http://127.0.0.1:9/a.js.map\n']
  ])('%s', (_, text) => {
    const file = path.join(temporaryFolder(), 'a.js')
    writeFileSync(file, text)
    expect(sourceMapFinder()(file)).toBeNull()
  })

  test.each(['/no/such/file.js', 'node:fs', ''])('of %j', file => {
    expect(sourceMapFinder()(file)).toBeNull()
  })
})

test('the map of code that was compiled when it was loaded counts, whatever the file names', () => {
  const file = path.join(temporaryFolder(), 'a.ts')
  writeFileSync(file, 'interface Nothing {}\nlet a\n')
  // The first line of the code is the second one of the file.
  const map = { version: 3, sources: [file], names: [], mappings: 'AACA' }
  const url = `data:application/json;base64,${btoa(JSON.stringify(map))}`
  const found = sourceMapFinder({ [file]: url })(file)
  expect(found && originalPositionFor(found, { line: 1, column: 0 })).toMatchObject({ source: file, line: 2 })
})

test('without files only a map that was given with its text counts', () => {
  const file = path.join(temporaryFolder(), 'a.js')
  const url = `data:application/json;base64,${btoa(JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA' }))}`
  writeFileSync(file, `let a\n//# sourceMappingURL=${url}\n`)
  writeFileSync(`${file}.map`, JSON.stringify({ version: 3, sources: ['b.ts'], names: [], mappings: 'AAAA' }))
  const readsFiles = false
  expect(sourceMapFinder()(file)).not.toBeNull()
  expect(sourceMapFinder({}, { readsFiles })(file)).toBeNull()
  expect(sourceMapFinder({ [file]: 'a.js.map' }, { readsFiles })(file)).toBeNull()
  expect(sourceMapFinder({ [file]: url }, { readsFiles })(file)).not.toBeNull()
})

test('a map without the texts of its sources has them from the files, so that what is beyond them is seen', () => {
  const folder = temporaryFolder()
  const file = path.join(folder, 'a.js')
  const map = { version: 3, sources: ['a.ts', 'gone.ts'], names: [], mappings: 'AAAA' }
  const url = `data:application/json;base64,${btoa(JSON.stringify(map))}`
  writeFileSync(path.join(folder, 'a.ts'), 'let a\n')
  expect(sourceMapFinder({ [file]: url })(file)?.sourcesContent).toEqual(['let a\n', null])
  expect(sourceMapFinder({ [file]: url }, { readsFiles: false })(file)?.sourcesContent).toEqual([])
})

test('the last comment counts, and a file is read once', () => {
  const file = path.join(temporaryFolder(), 'a.js')
  const map = { version: 3, sources: ['src/a.ts'], names: [], mappings: 'AAAA' }
  const inline = `//# sourceMappingURL=data:application/json;charset=utf-8;base64,${btoa(JSON.stringify(map))}`
  writeFileSync(file, `//# sourceMappingURL=bundled.map\nlet a\n${inline}\n`)
  const find = sourceMapFinder()
  const found = find(file)
  const position = found && originalPositionFor(found, { line: 1, column: 0 })
  expect(position).toMatchObject({ source: path.join(path.dirname(file), 'src', 'a.ts'), line: 1 })
  writeFileSync(file, '')
  expect(find(file)).toBe(found)
})

const sound = { version: 3, sources: ['a.ts'], sourcesContent: [null], names: ['a'], mappings: 'AAAAA' }

test.each([
  [
    'nothing but what it needs',
    { ...sound, names: null, sourcesContent: null, sourceRoot: null, mappings: 'AAAA' },
    true
  ],
  ['sections', { version: 3, sections: [{ offset: { line: 3, column: 0 }, map: sound }] }, true],
  ['a name that is no text', { ...sound, names: [1] }, false],
  ['a text of a source that is none', { ...sound, sourcesContent: [{}] }, false],
  ['mappings as a list', { ...sound, mappings: [[null]] }, false],
  ['an original place before the source', { ...sound, mappings: 'AADA' }, false],
  ['a place in a source that is not there', { ...sound, mappings: 'ACAA' }, false],
  ['a name that is not there', { ...sound, mappings: 'AAAAC' }, false],
  ['a section after a thousand million lines', { sections: [{ offset: { line: 1e9, column: 0 }, map: sound }] }, false],
  ['sections in a section', { sections: [{ offset: { line: 0, column: 0 }, map: { sections: [] } }] }, false],
  ['what the reader of maps keeps', { ...sound, _decodedMemo: {}, _decoded: [[[0, 5, 0, 0]]] }, true],
  ['nothing', null, false]
])('a map with %s is read or left out', (_what, map, isRead) => {
  const file = path.join(temporaryFolder(), 'a.js')
  const url = `data:application/json;base64,${btoa(JSON.stringify(map))}`
  const found = sourceMapFinder({ [file]: url })(file)
  expect(found !== null).toBe(isRead)
  const line = map && 'sections' in map ? 4 : 1
  const source = path.join(path.dirname(file), 'a.ts')
  if (found) expect(originalPositionFor(found, { line, column: 0 })).toMatchObject({ source, line: 1, column: 0 })
})

/**
 * @param {string} folder
 * @returns {any} the .cpuprofile of the compiled server, that ends by itself
 */
function recordingOf(folder) {
  const profiles = path.join(folder, 'profiles')
  execFileSync(process.execPath, ['--cpu-prof', '--cpu-prof-dir', profiles, path.join(folder, 'dist', 'a server.js')])
  const [name = ''] = readdirSync(profiles)
  return JSON.parse(readFileSync(path.join(profiles, name), 'utf8'))
}

/**
 * @param {{ frames: Frame[] }} profile
 * @param {string} name
 */
function lineOf({ frames }, name) {
  const { file, line } = frames.find(frame => frame.name === name) ?? {}
  return { file, line }
}

test.each([
  ['a project', ''],
  ['a folder of a repository', 'site']
])("sources of Next's copy of a server are those of the project: %s", (_what, inCopy) => {
  const project = path.join(temporaryFolder(), inCopy)
  const source = path.join(project, 'lib/members.js')
  const chunk = path.join(project, '.next/standalone', inCopy, '.next/server/chunks/a.js')
  for (const file of [source, chunk]) mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(source, 'export function search() {}\n')
  writeFileSync(chunk, 'function a(){}\n//# sourceMappingURL=a.js.map\n')
  const sources = ['../../../lib/members.js', '../../../lib/gone.js']
  writeFileSync(`${chunk}.map`, JSON.stringify({ version: 3, sources, names: [], mappings: 'AAAA' }))
  expect(sourceMapFinder()(chunk)?.resolvedSources).toEqual([
    source,
    path.join(project, '.next/standalone', inCopy, 'lib/gone.js')
  ])
})
