import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'

const root = path.join(import.meta.dirname, '../..')

/** @param {string} file */
function readText(file) {
  return readFileSync(path.join(root, file), 'utf8')
}

/** @type {Record<string, { link?: boolean, resolved?: string, integrity?: string }>} */
const lockedPackages = JSON.parse(readText('package-lock.json')).packages

const standIns = readdirSync(path.join(root, 'overrides')).filter(name =>
  existsSync(path.join(root, 'overrides', name, 'package.json'))
)

test.each(standIns)('the stand-in %s is the only copy installed, and its reason is documented', folder => {
  const { name } = JSON.parse(readText(`overrides/${folder}/package.json`))
  expect(realpathSync(path.join(root, 'node_modules', name))).toBe(path.join(root, 'overrides', folder))
  // Whoever needs another version than the stand-in's gets the real package, without a word from npm.
  const installed = Object.keys(lockedPackages).filter(key => key.endsWith(`node_modules/${name}`))
  expect(installed).toEqual([`node_modules/${name}`])
  expect(readText('overrides/README.md')).toContain(`\`${name}\``)
})

test.each([
  {
    file: 'overrides/bootstrap/dist/css/bootstrap.min.css',
    sha256: 'd85327d99c7a3ee1f9b5d0500d1370acea3ad2db39c163c2f51f232baedbdede'
  },
  {
    file: 'overrides/tfjs-core/dist/tf-core.min.js',
    sha256: 'acbfd532debe26956ea45c1b4d041c286aac474d4c13696e6aebf16d00a42512'
  },
  {
    file: 'overrides/tfjs-backend-cpu/dist/tf-backend-cpu.min.js',
    sha256: '96197a2390eda0fcd8a3a13ac73527ad63f5bdb687abe570012c095e68a79574'
  }
])('$file is the published file, and its licence is beside it', ({ file, sha256 }) => {
  expect(
    createHash('sha256')
      .update(readFileSync(path.join(root, file)))
      .digest('hex')
  ).toBe(sha256)
  const [, folder] = file.split('/')
  expect(existsSync(path.join(root, `overrides/${folder}/LICENSE`))).toBe(true)
})

test('every link in the lockfile leads to a stand-in that exists', () => {
  // npm keeps the entry of a workspace whose folder is gone, and installs a dangling link.
  const links = Object.values(lockedPackages).filter(entry => entry.link)
  expect(links.map(entry => entry.resolved).sort()).toEqual(standIns.map(folder => `overrides/${folder}`).sort())
})

test.each(['typescript', 'esbuild', '@esbuild/linux-x64', '@biomejs/biome'])('%s is installed once', name => {
  const copies = Object.keys(lockedPackages).filter(key => key.endsWith(`node_modules/${name}`))
  expect(copies).toEqual([`node_modules/${name}`])
})

test('the lockfile has at most 1,250 packages, those for other platforms included', () => {
  // More is often an old version at the top of node_modules, see docs/installation.md.
  const packages = Object.keys(lockedPackages).filter(key => key.includes('node_modules/'))
  expect(packages.length).toBeLessThanOrEqual(1250)
})

test.each(['.', 'src/labs'])('the lockfile of %s names no registry and pins every package by its checksum', folder => {
  /** @type {typeof lockedPackages} */
  const locked = JSON.parse(readText(`${folder}/package-lock.json`)).packages
  for (const [key, entry] of Object.entries(locked)) {
    if (!key.startsWith('node_modules/') || entry.link) continue
    expect({ key, resolved: entry.resolved, hasChecksum: 'integrity' in entry }).toEqual({
      key,
      resolved: undefined,
      hasChecksum: true
    })
  }
})

test('docs/installation.md has a row for every direct dependency', () => {
  const { dependencies, devDependencies } = JSON.parse(readText('package.json'))
  const table = readText('docs/installation.md')
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) expect(table).toContain(`| \`${name}\``)
})

test.each(['.npmrc', 'src/labs/.npmrc'])('%s: an install runs no script of a package', file => {
  expect(readText(file)).toMatch(/^ignore-scripts=true$/m)
})

test('the npm package has the lockfile of the labs, and not their packages', () => {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], { cwd: root, stdio: 'pipe' })
  const files = JSON.parse(String(listed))[0].files.map((/** @type {{ path: string }} */ file) => file.path)
  expect(files).toEqual(expect.arrayContaining(['src/labs/package.json', 'src/labs/package-lock.json']))
  expect(files.filter((/** @type {string} */ file) => file.includes('node_modules/'))).toEqual([])
}, 60_000)
