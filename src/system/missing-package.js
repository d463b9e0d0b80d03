import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { isInstalled, workshopRoot } from './workshop-root.js'

const manifestFile = path.join(workshopRoot, 'package.json')

/** @returns {{ dependencies: Record<string, string>, devDependencies: Record<string, string> }} */
function readManifest() {
  return JSON.parse(readFileSync(manifestFile, 'utf8'))
}

/**
 * Returns the packages that are not installed. It looks for folders only, in its own node_modules and in those above: loading the
 * packages would take a second.
 * @param {string[]} [names] those that this tool always needs when absent
 * @returns {string[]}
 */
export function missingPackages(names = Object.keys(readManifest().dependencies)) {
  const { resolve } = createRequire(manifestFile)
  return names.filter(function isMissing(name) {
    const folders = resolve.paths(name) ?? []
    return !folders.some(folder => existsSync(path.join(folder, name)))
  })
}

/**
 * Returns what a person types to install packages that are missing: beside this one, where it is found, and in the version that it
 * was tested with.
 * @param {string[]} names
 */
export function installCommand(names) {
  if (!isInstalled) return 'npm ci'
  const { devDependencies } = readManifest()
  return `npm install --save-dev profiling-workshop ${names.map(name => `${name}@${devDependencies[name]}`).join(' ')}`
}
