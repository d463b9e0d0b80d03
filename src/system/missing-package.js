import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { isInstalled, workshopRoot } from './files/workshop-root.js'

const manifestFile = path.join(workshopRoot, 'package.json')

/** The folder where a person installed this package: above the first node_modules, as pnpm has one within another. */
const [installRoot = ''] = workshopRoot.split(`${path.sep}node_modules${path.sep}`)

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
  return names.filter(name => folderOf(name) === null)
}

/**
 * Returns the packages that a project has in another major version than the one that this tool was tested with: to install that one
 * would replace the project's own.
 * @param {string[]} names
 * @returns {string[]} such as express@4.22.1
 */
export function otherMajors(names) {
  if (!isInstalled) return []
  const ofProject = readDependencies(installRoot)
  const tested = testedVersions()
  return names.flatMap(function differing(name) {
    const version = installedVersion(name) ?? ofProject[name]
    return version !== undefined && isOtherMajor(version, tested[name]) ? [`${name}@${version}`] : []
  })
}

/**
 * Returns the packages in the versions that this tool was tested with, as npm takes them. Those that come with it are left out.
 * @param {string[]} names
 */
export function testedPackages(names) {
  const tested = readManifest().devDependencies
  return names
    .filter(name => tested[name] !== undefined)
    .map(name => `${name}@${tested[name]}`)
    .join(' ')
}

/**
 * Returns what a person types to install packages that are missing, where this one finds them. The manifest of the project stays as
 * it is.
 * @param {string[]} names
 */
export function installCommand(names) {
  if (!isInstalled) return 'npm ci'
  const versions = testedVersions()
  const place = existsSync(path.join(installRoot, 'package.json')) ? ['--no-save', ...prefix()] : ['--global']
  return ['npm install', ...place, ...names.map(name => `${name}@${versions[name]}`)].join(' ')
}

/** From another folder, such as that of a package in a workspace, npm would install elsewhere. */
function prefix() {
  if (installRoot === process.cwd()) return []
  return ['--prefix', installRoot.includes(' ') ? `"${installRoot}"` : installRoot]
}

function testedVersions() {
  const { dependencies, devDependencies } = readManifest()
  return { ...dependencies, ...devDependencies }
}

/** @param {string} name @returns {string | null} */
function folderOf(name) {
  const folders = createRequire(manifestFile).resolve.paths(name) ?? []
  return folders.map(folder => path.join(folder, name)).find(folder => existsSync(folder)) ?? null
}

/**
 * Returns the version of a package; undefined where it is not installed. Read as a file: not every package exports its package.json.
 * @param {string} name @returns {string | undefined}
 */
export function installedVersion(name) {
  const file = path.join(folderOf(name) ?? '', 'package.json')
  return path.isAbsolute(file) && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined
}

/** @param {string} folder @returns {Record<string, string>} */
function readDependencies(folder) {
  const file = path.join(folder, 'package.json')
  const { dependencies, devDependencies } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  return { ...devDependencies, ...dependencies }
}

/** @param {string} version @param {string} [tested] */
function isOtherMajor(version, tested = '') {
  const [major, wanted] = [version, tested].map(text => /^[~^]?(\d+)/.exec(text)?.[1])
  return major !== undefined && wanted !== undefined && major !== wanted
}
