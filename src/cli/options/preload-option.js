import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { badOption } from '../../compare/ask/bad-option.js'
import { readPlainFile } from '../../system/files/read-plain-file.js'

/**
 * Returns the option of node that loads a file, or a module of a package, before the program: `--import` for an ES module,
 * `--require` for all else, because other preloads may replace what loads CommonJS.
 * @param {string} file a path, or the name of a package's module
 * @param {string} folder in which the program starts, and to which a path is relative
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function preloadOption(file, folder) {
  const absolute = path.resolve(folder, file)
  const isPackage = !/^[./\\]|^[A-Za-z]:/.test(file) && !existsSync(absolute)
  if (isPackage) return `--require ${JSON.stringify(file)}`
  if (!statSync(absolute, { throwIfNoEntry: false })?.isFile())
    throw badOption('--preload', `there is no file ${absolute}`, 'a file, or a module of an installed package')
  return isModule(absolute) ? `--import ${pathToFileURL(absolute)}` : `--require ${JSON.stringify(absolute)}`
}

/** @param {string} file */
function isModule(file) {
  const extension = path.extname(file)
  if (['.mjs', '.mts'].includes(extension)) return true
  return ['.js', '.ts'].includes(extension) && nearestType(path.dirname(file)) === 'module'
}

/** @param {string} folder @returns {string | undefined} */
function nearestType(folder) {
  const manifest = path.join(folder, 'package.json')
  if (existsSync(manifest)) return typeIn(manifest)
  const parent = path.dirname(folder)
  return parent === folder ? undefined : nearestType(parent)
}

/** @param {string} manifest a package.json @returns {string | undefined} */
function typeIn(manifest) {
  try {
    return JSON.parse(readPlainFile(manifest))?.type
  } catch (error) {
    const problem = `${manifest} cannot be read: ${/** @type {Error} */ (error).message}`
    throw badOption('--preload', problem, 'files of packages whose package.json is JSON', error)
  }
}
