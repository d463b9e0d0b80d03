import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { isInstalled, workshopRoot } from './workshop-root.js'

const manifestFile = path.join(workshopRoot, 'package.json')

/**
 * Returns the first package that is not installed, or undefined. It looks for folders only, in its own node_modules and in
 * those above: loading the packages would take a second.
 * @param {string[]} [names] those that this tool always needs when absent
 * @returns {string | undefined}
 */
export function missingPackage(names = Object.keys(JSON.parse(readFileSync(manifestFile, 'utf8')).dependencies)) {
  const { resolve } = createRequire(manifestFile)
  return names.find(function isMissing(name) {
    const folders = resolve.paths(name) ?? []
    return !folders.some(folder => existsSync(path.join(folder, name)))
  })
}

/**
 * Returns what a person types to install a package that is missing.
 * @param {string} name
 */
export function installCommand(name) {
  return isInstalled ? `npm install --save-dev ${name}` : 'npm ci'
}
