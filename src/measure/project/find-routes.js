import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** @import { Dirent } from 'node:fs' */

const SOURCE = /\.[cm]?[jt]sx?$/
const NO_SOURCE = /\.(test|spec|config|d)\.[cm]?[jt]sx?$/
/** Folders without routes of the server, or with copies of its sources. */
const SKIPPED = 'node_modules test tests __tests__ spec coverage public static examples docs scripts profiles'.split(
  ' '
)
const MOST_FILES = 300
const MOST_FOLDERS = 1000
const MOST_BYTES = 200_000
const MOST_ROUTES = 20

/** How sources name a route of GET: a method of an app or a router, an option of Fastify, a comparison in a handler of node:http. */
const ROUTES = [
  /\.(?:get|all)(?:<[^()]*>)?\(\s*(['"`])(\/[^'"`]*)\1/g,
  /\b(?:url|path)\s*:\s*(['"`])(\/[^'"`]*)\1/g,
  /\b(?:url|pathname|path)\s*===?\s*(['"`])(\/[^'"`]*)\1/g,
  /\bcase\s+(['"`])(\/[^'"`]*)\1\s*:/g
]
const NEST_CONTROLLER = /@Controller\(\s*(?:(['"`])([^'"`]*)\1)?\s*\)/
const NEST_GET = /@Get\(\s*(?:(['"`])([^'"`]*)\1)?\s*\)/g
/** A router below a path, as in app.use('/api', router). */
const PREFIX = /\.(?:use|route|register)\(\s*(['"`])(\/[^'"`]+)\1/g
/** A path with parameters cannot be requested as it is. */
const IS_PLAIN = /^\/[\w./~-]*$/

/**
 * Returns the routes of GET that the sources of a project name, without those that have parameters. It reads text and does not
 * run it: a route can be missing, or belong to a client. What may not be read is skipped.
 * @param {string} folder
 * @returns {string[]} the most likely one first
 */
export function findRoutes(folder) {
  const texts = sourceFiles(folder).flatMap(file => readable(() => [readFileSync(file, 'utf8')]))
  const routes = texts.flatMap(routesIn)
  const prefixes = texts.flatMap(text => secondGroups(text, PREFIX))
  const below = prefixes.flatMap(prefix => routes.map(route => path.posix.join(prefix, route)))
  const plain = [...routes, ...below].map(route => route.replace(/(.)\/$/, '$1')).filter(route => IS_PLAIN.test(route))
  return [...new Set(plain)].slice(0, MOST_ROUTES)
}

/** @param {string} text @returns {string[]} */
function routesIn(text) {
  const [, , controller] = NEST_CONTROLLER.exec(text) ?? []
  const ofNest = NEST_CONTROLLER.test(text)
    ? secondGroups(text, NEST_GET).map(route => path.posix.join('/', controller ?? '', route))
    : []
  return [...ROUTES.flatMap(pattern => secondGroups(text, pattern)), ...ofNest]
}

/** @param {string} text @param {RegExp} pattern @returns {string[]} */
function secondGroups(text, pattern) {
  return [...text.matchAll(pattern)].map(([, , found = '']) => found)
}

/** Returns the files with sources, those of the top folder first. @param {string} top */
function sourceFiles(top) {
  /** @type {string[]} */
  const files = []
  const folders = [top]
  for (const folder of folders) {
    const entries = readable(() => readdirSync(folder, { withFileTypes: true }))
    const pathOf = (/** @type {Dirent} */ { name }) => path.join(folder, name)
    files.push(...entries.filter(isSourceName).map(pathOf).filter(isShort))
    folders.push(
      ...entries
        .filter(isFollowed)
        .map(pathOf)
        .slice(0, MOST_FOLDERS - folders.length)
    )
    if (files.length >= MOST_FILES) break
  }
  return files.slice(0, MOST_FILES)
}

/** @param {Dirent} entry */
function isFollowed(entry) {
  return entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.includes(entry.name)
}

/** @param {Dirent} entry */
function isSourceName(entry) {
  return entry.isFile() && SOURCE.test(entry.name) && !NO_SOURCE.test(entry.name)
}

/** @param {string} file */
function isShort(file) {
  return readable(() => [statSync(file)]).some(({ size }) => size <= MOST_BYTES)
}

/**
 * Returns what can be read; nothing of a file or folder that is closed to the user, or gone.
 * @template Item
 * @param {() => Item[]} read @returns {Item[]}
 */
function readable(read) {
  try {
    return read()
  } catch {
    return []
  }
}
