import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { allKinds, programOf, ZOO_FOLDER } from '../test/fixtures/servers/zoo/catalog.js'
import { binOf, install, root, run } from './package-setup.js'

/** Projects of a user, each in a folder of its own that has nothing else. */

const compiler = path.join(root, 'node_modules/typescript/bin/tsc')

/**
 * Copies an example.
 * @param {string} name
 * @param {string} folder
 */
export function copyExample(name, folder) {
  const project = path.join(folder, name)
  copyFolder(path.join(root, 'examples', name), project)
  return project
}

/**
 * Writes a configuration by `init` in the example, whose second server then sorts for every request.
 * @param {string} project
 * @returns {string} the project
 */
export function configure(project) {
  run(binOf(project), ['init'], project)
  const file = path.join(project, 'workshop.config.json')
  const config = JSON.parse(readFileSync(file, 'utf8'))
  if (!existsSync(path.join(project, config.$schema))) throw new Error('there is no schema of the configuration')
  config.servers[1] = { name: 'sorts', command: 'node server.js', env: { SORT: 'always' } }
  writeFileSync(file, JSON.stringify(config))
  return project
}

/**
 * Makes a repository of an example with two branches: main, and one that sorts for every request.
 * @param {string} folder
 */
export function makeRepository(folder) {
  const project = path.join(folder, 'repository')
  copyFolder(path.join(root, 'examples/node-http'), project)
  const git = (/** @type {string[]} */ ...args) =>
    run('git', ['-c', 'user.name=user', '-c', 'user.email=user@example.org', ...args], project)
  install(project, ['--package-lock-only'])
  git('init', '--quiet', '--initial-branch', 'main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'first')
  git('checkout', '--quiet', '-b', 'sort-always')
  const file = path.join(project, 'items.js')
  const before = readFileSync(file, 'utf8')
  const after = before.replace('sortsAlways ? sortByPrice(items) : sortedOnce', 'sortByPrice(items)')
  if (after === before) throw new Error('examples/node-http has another text')
  writeFileSync(file, after)
  git('commit', '--quiet', '--all', '--message', 'sort for every request')
  return project
}

/**
 * Copies the zoo, installs its packages, and compiles its TypeScript.
 * @param {string} folder
 * @param {string[]} names of the kinds that are needed
 */
export function copyZoo(folder, names) {
  const zoo = path.join(folder, 'zoo')
  copyFolder(path.join(root, ZOO_FOLDER), zoo)
  run('npm', ['ci', '--no-audit', '--no-fund'], zoo)
  run(process.execPath, [compiler, '-p', zoo], zoo)
  for (const { project } of allKinds.filter(({ name }) => names.includes(name))) {
    if (project === undefined) continue
    run('npm', ['ci', '--no-audit', '--no-fund'], path.join(zoo, project))
    run(process.execPath, [compiler, '-p', project], zoo)
  }
  return zoo
}

/**
 * Returns what compares both variants of a kind in a copy of the zoo.
 * @param {string} name
 */
export function kindOf(name) {
  const kind = allKinds.find(each => each.name === name)
  const [culprit] = kind?.culprits ?? []
  if (!kind || !culprit) throw new Error(`there is no kind ${name} with a cost`)
  const commands = ['baseline', 'candidate'].map(variant => `node ${programOf(kind)} ${variant}`)
  return { args: ['compare', ...commands, '--path', kind.path ?? '/'], culprit }
}

/** Copies a folder without what was installed or built in it. @param {string} from @param {string} to */
function copyFolder(from, to) {
  const made = /[\\/](node_modules|compiled|\.next|profiles)$/
  cpSync(from, to, { recursive: true, filter: source => !made.test(source.slice(from.length)) })
}
