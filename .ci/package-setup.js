import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** What a user does first: the package as a file, and projects in empty folders that install it. */

const MOST_MB = 32
const MOST_PACKAGES = 200
/** Of what README.md states: other platforms and versions of npm differ. */
const MOST_DIFFERENCE = 0.1
const isWindows = process.platform === 'win32'
export const root = path.join(import.meta.dirname, '..')

/**
 * Packs the package into a folder.
 * @param {string} folder
 * @returns {string} the tarball
 */
export function pack(folder) {
  run(process.execPath, ['scripts/build-package.js'], root)
  const [{ filename }] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], root))
  return path.join(folder, filename)
}

/**
 * Installs packages into a project, beside those that it has.
 * @param {string} project
 * @param {string[]} packages
 */
export function install(project, packages) {
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], project)
}

/** Returns the command of an installed package. @param {string} project */
export function binOf(project) {
  return path.join(project, 'node_modules/.bin', isWindows ? 'profiling-workshop.cmd' : 'profiling-workshop')
}

/**
 * Fails where a package lacks a file that it needs, has one that it should not have, or another licence.
 * @param {string} tarball
 */
export function checkContents(tarball) {
  const files = run('tar', ['-tzf', tarball], root)
    .trim()
    .split('\n')
    .map(name => name.replace(/^package\//, ''))
  const needed = ['LICENSE', 'README.md', 'dist/report.json', 'dist/index.json', 'dist/types/src/compare/index.d.ts']
  const missing = [...needed, 'scripts/workshop.js', 'src/labs/package-lock.json'].filter(name => !files.includes(name))
  if (missing.length > 0) throw new Error(`the package lacks ${missing.join(', ')}`)
  const own = /^(LICENSE|README\.md|package\.json|(dist|load|schemas|src)\/.*|scripts\/(check-installed|workshop)\.js)$/
  const others = files.filter(name => !own.test(name) || /(^|\/)node_modules\//.test(name))
  if (others.length > 0) throw new Error(`the package has ${others.slice(0, 3).join(', ')}`)
  const read = (/** @type {string} */ name) => run('tar', ['-xOzf', tarball, `package/${name}`], root)
  const { license } = JSON.parse(read('package.json'))
  if (license !== 'MIT' || read('LICENSE') !== readFileSync(path.join(root, 'LICENSE'), 'utf8'))
    throw new Error('the package has another licence')
  console.log(`the package has ${files.length} files, and the licence ${license}`)
}

/**
 * Fails where a project has more than the package promises.
 * @param {string} project
 */
export function checkSize(project) {
  const modules = path.join(project, 'node_modules')
  const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0)
  const { packages } = JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8'))
  const count = Object.keys(packages).length - 1
  console.log(`the package installs ${(bytes / 1e6).toFixed(1)} MB in ${count} packages`)
  const [, stated] = /\((\d+) MB in \d+ packages\)/.exec(readFileSync(path.join(root, 'README.md'), 'utf8')) ?? []
  if (Math.abs(Number(stated) * 1e6 - bytes) > MOST_DIFFERENCE * bytes) throw new Error(`README.md states ${stated} MB`)
  if (bytes > MOST_MB * 1e6 || count > MOST_PACKAGES)
    throw new Error(`more than ${MOST_MB} MB or ${MOST_PACKAGES} packages`)
}

/**
 * Runs a program to its end. What it writes to stderr is shown.
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 * @returns {string} its stdout
 */
export function run(program, args, cwd) {
  const stdio = /** @type {import('node:child_process').StdioOptions} */ (['ignore', 'pipe', 'inherit'])
  return execFileSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1e9, shell: isWindows, stdio })
}
