import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { buildSync } from 'esbuild'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/**
 * Checks the table of CONTRIBUTING's section "Layout" against the imports of src: static, dynamic and require(). Types that
 * a comment imports with `@import` do not count.
 *
 * @typedef {object} Row
 * @property {string} name of a folder or file in src, or of a top-level folder if it begins with a slash
 * @property {boolean} isPure
 * @property {string[]} allowed names of what it may import
 *
 * @typedef {{ from: string, to: string, isStatic: boolean }} Import files relative to the root; packages and modules of Node by
 *   their names
 */

removeTemporaryFolders()

const root = path.join(import.meta.dirname, '../..')
const rows = readLayout()
const byName = new Map(rows.map(row => [row.name, row]))
const imports = readImports()
/** Node's modules without files, processes, sockets or clocks. */
const PURE_NODE_MODULES = ['node:path', 'node:url']
/** Programs of their own: they share no code with the rest, which names them by path. Servers of labs are such programs too. */
const APART = ['app', 'planted']
const LAB_APP = /^src\/labs\/[a-z]+\/app\//

test('the table names every folder and file of src, and nothing else', () => {
  const entries = readdirSync(path.join(root, 'src')).filter(name => !name.endsWith('.d.ts'))
  const named = rows.map(({ name }) => name)
  expect(named.filter(name => !name.startsWith('/')).toSorted()).toEqual(entries.toSorted())
  for (const name of named) if (name.startsWith('/')) expect(existsSync(path.join(root, name))).toBe(true)
})

test('the table lets a row import only rows below it, a pure row only pure rows', () => {
  for (const [at, { name, isPure, allowed }] of rows.entries()) {
    const possible = rows.slice(at + 1).filter(row => !APART.includes(row.name) && (row.isPure || !isPure))
    expect({ name, notBelow: allowed.filter(each => !possible.some(row => row.name === each)) }).toEqual({
      name,
      notBelow: []
    })
  }
  for (const name of APART) expect(byName.get(name)?.allowed).toEqual([])
})

test('every import is one that the table allows', () => {
  const isForbidden = (/** @type {Import} */ { from, to }) =>
    rowOf(from) !== rowOf(to) && !byName.get(rowOf(from))?.allowed.includes(rowOf(to)) && !isOfServers(from, to)
  expect(
    imports
      .filter(({ to }) => !isExternal(to))
      .filter(isForbidden)
      .map(inWords)
  ).toEqual([])
})

test('pure files import no module of Node that touches a file, a process, a socket or a clock', () => {
  const isForbidden = (/** @type {Import} */ { from, to }) =>
    byName.get(rowOf(from))?.isPure && to.startsWith('node:') && !PURE_NODE_MODULES.includes(to)
  expect(imports.filter(isForbidden).map(inWords)).toEqual([])
})

test('no file imports itself through others', () => {
  expect(firstCycle()).toEqual([])
})

test('the server of a lab imports nothing but what servers share', () => {
  const isForbidden = (/** @type {Import} */ { from, to }) =>
    LAB_APP.test(from) && !isExternal(to) && !LAB_APP.test(to) && rowOf(to) !== 'app'
  expect(imports.filter(isForbidden).map(inWords)).toEqual([])
})

test('types of a lab are its own: the core has none of them, skeleton and another lab neither', () => {
  expect(readTypeImports().filter(isOfForeignLab).map(inWords)).toEqual([])
})

test('every command starts without a package: what one needs is loaded when it runs', () => {
  const reached = reachedFrom('src/cli/main.js')
  expect(reached.filter(({ to }) => to.startsWith('package:')).map(inWords)).toEqual([])
  expect(reached.filter(({ to }) => to === 'src/profilers/index.js').map(inWords)).toEqual([])
})

test('the picture of the layers is that of the table', () => {
  const copy = path.join(temporaryFolder(), 'CONTRIBUTING.md')
  copyFileSync(path.join(root, 'CONTRIBUTING.md'), copy)
  execFileSync(process.execPath, [path.join(root, 'scripts/write-layers.js'), copy])
  expect(readFileSync(copy, 'utf8')).toBe(readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8'))
})

test('the ten files to read first are there', () => {
  const [, section = ''] = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8').split(/^## Start here$/m)
  const [, ...files] = section.split(/^\d+\. `/m).map(line => line.slice(0, line.indexOf('`')))
  expect(files).toHaveLength(10)
  expect(files.filter(file => !existsSync(path.join(root, file)))).toEqual([])
})

/** @param {string} from @param {string} to */
function isOfServers(from, to) {
  return LAB_APP.test(from) && rowOf(to) === 'app'
}

/** @returns {Row[]} */
function readLayout() {
  const [, section = ''] = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8').split(/^## Layout$/m)
  const [table = ''] = section.split(/^## /m)
  return [...table.matchAll(/^\| `([^`]+)` \| (.+?) \| (.+?) \|$/gm)].map(function toRow([
    ,
    name = '',
    holds,
    allowed = ''
  ]) {
    return { name, isPure: /; pure$/.test(holds ?? ''), allowed: allowed === 'none' ? [] : allowed.split(', ') }
  })
}

/** @returns {Import[]} */
function readImports() {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: files.filter(isOwnModule).map(name => path.join('src', name)),
    outdir: 'unused',
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    platform: 'node',
    format: 'esm'
  })
  return Object.entries(metafile.inputs).flatMap(([from, { imports }]) =>
    imports.map(({ path: to, external, kind }) => ({
      from,
      to: external && !to.startsWith('node:') ? `package:${to}` : to,
      // A dynamic import of a pattern is a statement to esbuild.
      isStatic: kind !== 'dynamic-import' && !to.includes('*')
    }))
  )
}

/** Returns what comments and declarations import of types. @returns {{ from: string, to: string }[]} */
function readTypeImports() {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  return files
    .filter(name => isOwnModule(name) || name.endsWith('.d.ts'))
    .map(name => path.posix.join('src', name.replaceAll(path.sep, '/')))
    .flatMap(function importsOf(from) {
      const text = readFileSync(path.join(root, from), 'utf8')
      const found = text.matchAll(/(?:@import|import type)\s[^'"]*from\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)/g)
      return [...found].map(([, one, other = '']) => ({ from, to: path.posix.join(path.dirname(from), one ?? other) }))
    })
}

/** Returns whether a file imports from a lab that it is no part of. @param {{ from: string, to: string }} each */
function isOfForeignLab({ from, to }) {
  if (rowOf(to) !== 'labs' || rowOf(from) === 'cli') return false
  if (rowOf(from) !== 'labs') return true
  const [own, other] = [from, to].map(file => file.split('/')[2])
  return other !== 'skeleton' && own !== other && own !== 'index.js'
}

/** Returns whether a file below src is a module, and not of the packages of the labs. @param {string} name */
function isOwnModule(name) {
  return /\.c?js$/.test(name) && !name.split(path.sep).includes('node_modules')
}

/** @param {string} to */
function isExternal(to) {
  return /^(node|package):/.test(to)
}

/** @param {string} file */
function rowOf(file) {
  const [top = '', second = ''] = file.split('/')
  return top === 'src' ? second : `/${top}`
}

/** @param {{ from: string, to: string }} each */
function inWords({ from, to }) {
  return `${from} imports ${to}`
}

/** Returns the static imports of a file and of those that it imports. @param {string} file @returns {Import[]} */
function reachedFrom(file) {
  const files = new Set([file])
  // A set yields what is added to it meanwhile.
  for (const each of files) for (const { to } of importsOf(each)) if (!isExternal(to)) files.add(to)
  return [...files].flatMap(importsOf)

  /** @param {string} from */
  function importsOf(from) {
    return imports.filter(each => each.isStatic && each.from === from)
  }
}

/** @returns {string[]} the files of a cycle, each of which imports the next one; none if there is no cycle */
function firstCycle() {
  const finished = new Set()
  for (const { from } of imports) {
    const cycle = cycleFrom(from, [])
    if (cycle.length > 0) return cycle
  }
  return []

  /**
   * @param {string} file
   * @param {string[]} way
   * @returns {string[]}
   */
  function cycleFrom(file, way) {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (finished.has(file)) return []
    for (const { to } of imports.filter(({ from }) => from === file)) {
      const cycle = cycleFrom(to, [...way, file])
      if (cycle.length > 0) return cycle
    }
    finished.add(file)
    return []
  }
}
