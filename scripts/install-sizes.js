/**
 * Prints what each direct dependency adds to `node_modules`, as the Markdown table of docs/installation.md.
 *
 *     npm ci
 *     node scripts/install-sizes.js                      every direct dependency
 *     node scripts/install-sizes.js puppeteer-core zod   these packages, wherever they are in the tree
 *
 * "Total" counts the package and everything it depends on. "Exclusive" counts what `node_modules` would lose without it:
 * the packages that nothing else needs. The requirements come from package-lock.json, the sizes from the disk in blocks
 * of the file system, as `du` counts them.
 */
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { workshopRoot } from '../src/system/files/workshop-root.js'

/**
 * @typedef {object} Entry one package of package-lock.json
 * @property {string} [version]
 * @property {string} [resolved] the folder that a link leads to
 * @property {boolean} [link]
 * @property {boolean} [dev] true for what only development needs
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies] of the root only
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 */
/** @typedef {{ bytes: number, packages: number }} Size */

/** @type {Record<string, Entry>} */
const entries = JSON.parse(readFileSync(path.join(workshopRoot, 'package-lock.json'), 'utf8')).packages
/** @type {Map<string, number | null>} bytes of each package's own files; null when it is not installed here */
const ownBytes = new Map(Object.keys(entries).map(key => [key, key.includes('node_modules/') ? bytesOf(key) : null]))

const named = process.argv.slice(2)
const everything = reachable('')
if (named.length > 0) printNamed(named)
else printDirect()

/** Prints one row per direct dependency, the most expensive first, and the total. */
function printDirect() {
  const { dependencies = {}, devDependencies = {} } = entryOf('')
  const rows = [...rowsFor(Object.keys(dependencies), ''), ...rowsFor(Object.keys(devDependencies), ' (development)')]
  printTable(rows)
  const { bytes, packages } = sizeOf(everything)
  console.log(`\nInstalled: ${megabytes(bytes)} MB in ${packages} packages.`)
}

/** @param {string[]} names */
function rowsFor(names, /** @type {string} */ note) {
  return names.map(name => rowFor(`\`${name}\`${note}`, [`node_modules/${name}`]))
}

/**
 * Prints one row per package name, with all its copies.
 * @param {string[]} names
 */
function printNamed(names) {
  printTable(
    names.map(name => {
      const copies = [...everything].filter(key => key.endsWith(`node_modules/${name}`))
      if (copies.length === 0) throw new Error(`${name} is not in package-lock.json`)
      return rowFor(copies.length > 1 ? `\`${name}\` (${copies.length} copies)` : `\`${name}\``, copies)
    })
  )
}

/**
 * @param {string} label
 * @param {string[]} copies keys of package-lock.json
 */
function rowFor(label, copies) {
  const kept = reachable('', new Set(copies))
  const lost = [...everything].filter(key => !kept.has(key))
  return { label, all: sizeOf(copies.flatMap(key => [...reachable(key)])), only: sizeOf(lost) }
}

/** @param {{ label: string, all: Size, only: Size }[]} rows */
function printTable(rows) {
  console.log(
    '| package | total MB | exclusive MB | total packages | exclusive packages |\n| --- | --: | --: | --: | --: |'
  )
  for (const { label, all, only } of rows.sort((a, b) => b.only.bytes - a.only.bytes))
    console.log(
      `| ${label} | ${megabytes(all.bytes)} | ${megabytes(only.bytes)} | ${all.packages} | ${only.packages} |`
    )
}

/**
 * Returns the keys of all packages that the package at `start` needs, itself included.
 * @param {string} start
 * @param {Set<string>} [without] keys to treat as absent
 */
function reachable(start, without = new Set()) {
  const found = new Set([start])
  for (const key of found) for (const required of requirementsOf(key)) if (!without.has(required)) found.add(required)
  return found
}

/** @param {string} key @returns {string[]} */
function requirementsOf(key) {
  const entry = entryOf(key)
  if (entry.link && entry.resolved) return [entry.resolved]
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = entry
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies })
  return names.flatMap(name => resolve(name, key) ?? [])
}

/**
 * Returns the key of the copy that Node would load, or null for an optional package that the lockfile lacks.
 * @param {string} name
 * @param {string} from
 */
function resolve(name, from) {
  for (let folder = from; ; folder = path.posix.dirname(folder)) {
    const key = path.posix.join(folder, 'node_modules', name)
    if (entries[key]) return key
    if (folder === '' || folder === '.') return null
  }
}

/** @param {string} key */
function entryOf(key) {
  const entry = entries[key]
  if (!entry) throw new Error(`package-lock.json has no entry ${key}`)
  return entry
}

/** @param {Iterable<string>} keys @returns {Size} */
function sizeOf(keys) {
  let bytes = 0
  let packages = 0
  for (const key of new Set(keys)) {
    const own = ownBytes.get(key)
    if (own == null) continue
    bytes += own
    packages++
  }
  return { bytes, packages }
}

/**
 * Returns the bytes of a folder without its nested packages, or null where it does not exist, such as a package for
 * another platform.
 * @param {string} folder
 */
function bytesOf(folder) {
  const absolute = path.join(workshopRoot, folder)
  if (!lstatSync(absolute, { throwIfNoEntry: false })?.isDirectory()) return null
  return bytesUnder(absolute)
}

/** @param {string} file @returns {number} */
function bytesUnder(file) {
  const stats = lstatSync(file)
  // Windows reports no blocks.
  const own = stats.blocks === undefined ? stats.size : stats.blocks * 512
  if (!stats.isDirectory()) return own
  const names = readdirSync(file).filter(name => name !== 'node_modules')
  return names.reduce((sum, name) => sum + bytesUnder(path.join(file, name)), own)
}

/** @param {number} bytes in units of 1024 × 1024, as `du -m` prints them */
function megabytes(bytes) {
  return (bytes / 1024 ** 2).toFixed(1)
}
