import { existsSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { WorkshopError } from '../../errors/errors.js'
import { readPlainFile } from '../../system/files/read-plain-file.js'
import { makeTemporary, removeLeftFolders } from '../../system/temporary.js'
import { runInstall } from './checkouts.js'

/** @import { PackageChange } from '../../experiments/types.js' */

const LOCKFILE = 'package-lock.json'
const ADVICE = 'Name a package that the server needs, with two versions that npm has: --package express@4,5'
/** What a copy gets of its own, or does not need. */
const SKIPPED = new Set(['node_modules', '.git'])
const INSTALL = ['npm', 'install', '--save-exact', '--no-audit', '--no-fund', '--prefer-offline']

/**
 * @typedef {{ name: string, version: string }} PackageVersion
 * @typedef {{ cwd: string, root: string, changedPackages: PackageChange[] }} PackageCopy `changedPackages`: compared with the first copy
 */

/**
 * Copies a project once per version of one of its packages, into temporary folders that are removed after use. Each copy is installed
 * from the lockfile of the project, in which npm changes that package and what it needs.
 * @template T
 * @param {object} asked @param {PackageVersion[]} asked.packages of one name
 * @param {string} asked.folder of the project
 * @param {string} asked.out the folder of runs, which is not copied
 * @param {AbortSignal} asked.signal
 * @param {(step: { spec: string }) => void} asked.notify before a copy is installed
 * @param {(copies: PackageCopy[]) => Promise<T>} use
 * @returns {Promise<T>}
 * @throws {WorkshopError} ERR_PACKAGE, ERR_INSTALL
 */
export async function withPackageCopies({ packages, folder, out, signal, notify }, use) {
  const [{ name = '' } = {}] = packages
  const skipped = path.resolve(out)
  const filter = (/** @type {string} */ source) =>
    source === folder || (source !== skipped && !SKIPPED.has(path.basename(source)))
  checkPackage(folder, name)
  await removeLeftFolders()
  /** @type {string[]} */
  const roots = []
  try {
    for (const { version } of packages) {
      const root = makeTemporary()
      roots.push(root)
      await cp(folder, root, { recursive: true, filter })
      const spec = `${name}@${version}`
      notify({ spec })
      await runInstall([...INSTALL, spec], { folder: root, revision: spec, signal })
    }
    const trees = roots.map(readTree)
    refuseEqualVersions(packages, trees)
    return await use(
      roots.map((root, index) => ({ cwd: root, root, changedPackages: changesOf(trees[0], trees[index], name) }))
    )
  } finally {
    for (const root of roots) await rm(root, { recursive: true, force: true, maxRetries: 3 })
  }
}

/**
 * @param {string} folder of the project @param {string} name of a package
 * @throws {WorkshopError} ERR_PACKAGE where its versions cannot be installed there
 */
export function checkPackage(folder, name) {
  const problem = (/** @type {string} */ text) =>
    new WorkshopError('ERR_PACKAGE', { name, path: folder, problem: text })
  const manifest = path.join(folder, 'package.json')
  if (!existsSync(path.join(folder, LOCKFILE)))
    throw problem(`there is no ${LOCKFILE}, from which a copy could be installed: npm install writes it`)
  const { dependencies = {}, devDependencies = {} } = readManifest()
  const own = Object.keys({ ...dependencies, ...devDependencies })
  if (!own.includes(name))
    throw problem(`package.json does not name it. It has ${own.join(', ') || 'no packages'}. ${ADVICE}`)

  function readManifest() {
    try {
      return Object(JSON.parse(readPlainFile(manifest)))
    } catch (error) {
      throw problem(`package.json cannot be read (${/** @type {Error} */ (error).message.replace(/\s+/g, ' ')})`)
    }
  }
}

/**
 * Returns the version of each place of a tree of packages, as its lockfile has it.
 * @param {string} root @returns {Map<string, string>}
 */
function readTree(root) {
  const { packages = {} } = Object(JSON.parse(readPlainFile(path.join(root, LOCKFILE))))
  return new Map(
    Object.entries(packages).flatMap(([place, { version }]) => (place && version ? [[place, version]] : []))
  )
}

/** @param {PackageVersion[]} packages @param {Map<string, string>[]} trees */
function refuseEqualVersions(packages, trees) {
  const found = packages.map(({ name }, index) => trees[index]?.get(`node_modules/${name}`))
  const index = found.findIndex((version, at) => found.indexOf(version) < at)
  if (index < 0) return
  const [{ name = '' } = {}] = packages
  const [one, other] = [found.indexOf(found[index]), index].map(at => packages[at]?.version)
  throw new WorkshopError('ERR_PACKAGE', {
    name,
    path: null,
    problem: `${one} and ${other} are the same version, ${found[index]}. ${ADVICE}`
  })
}

/** @type {(first: Map<string, string> | undefined, other: Map<string, string> | undefined, name: string) => PackageChange[]} */
function changesOf(first = new Map(), other = new Map(), name) {
  return [...new Set([...first.keys(), ...other.keys()])]
    .filter(place => place !== `node_modules/${name}` && first.get(place) !== other.get(place))
    .map(place => ({
      package: place.replace(/^node_modules\//, '').replaceAll('/node_modules/', ' > '),
      before: first.get(place) ?? null,
      after: other.get(place) ?? null
    }))
}
