import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { workshopRoot } from './workshop-root.js'

/**
 * Returns the name of a package that this tool needs and that is not installed, or undefined. It looks for folders only, in its
 * own node_modules and in those above: loading the packages would take a second.
 * @returns {string | undefined}
 */
export function missingPackage() {
  const file = path.join(workshopRoot, 'package.json')
  const { dependencies } = JSON.parse(readFileSync(file, 'utf8'))
  const { resolve } = createRequire(file)
  return Object.keys(dependencies).find(function isMissing(name) {
    const folders = resolve.paths(name) ?? []
    return !folders.some(folder => existsSync(path.join(folder, name)))
  })
}
