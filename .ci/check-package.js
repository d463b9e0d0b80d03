import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Packs the package, installs it into an empty folder, and compares two servers there: what a stranger does. It fails where the
 * install is larger than is promised, or the function that differs is not named by its file.
 */
const MOST_MB = 40
const MOST_PACKAGES = 200
const isWindows = process.platform === 'win32'
const root = path.join(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'workshop-package-'))

try {
  const tarball = pack()
  const project = path.join(folder, 'project')
  mkdirSync(project)
  writeProject(project)
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund']
  npm([...install, tarball], project)
  checkSize(project)
  // A project with another major version than the workshop's own app has.
  npm([...install, 'express@4'], project)
  initProject(project)
  compareServers(project)
  useLibrary(project)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function pack() {
  execFileSync(process.execPath, ['scripts/build-package.js'], { cwd: root, stdio: 'inherit' })
  const printed = npm(['pack', '--json', '--pack-destination', folder], root)
  const [{ filename }] = JSON.parse(printed)
  return path.join(folder, filename)
}

/** @param {string} project */
function writeProject(project) {
  writeFileSync(path.join(project, 'package.json'), JSON.stringify({ name: 'stranger', private: true, type: 'module' }))
  writeFileSync(
    path.join(project, 'server.js'),
    `import { createServer } from 'node:http'
import { sumRoots } from './sum-roots.js'
createServer(function answer(_request, response) {
  response.setHeader('content-type', 'text/plain').end(String(sumRoots(process.env.SLOW ? 60_000 : 10) > 0))
}).listen(3999)
`
  )
  writeFileSync(
    path.join(project, 'sum-roots.js'),
    `export function sumRoots(count) {
  let sum = 0
  for (let index = 0; index < count; index++) sum += Math.sqrt(index)
  return sum
}
`
  )
}

/** @param {string} project */
function checkSize(project) {
  const modules = path.join(project, 'node_modules')
  const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0)
  const { packages } = JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8'))
  const count = Object.keys(packages).length - 1
  console.log(`the package installs ${(bytes / 1e6).toFixed(1)} MB in ${count} packages`)
  if (bytes > MOST_MB * 1e6 || count > MOST_PACKAGES)
    throw new Error(`more than ${MOST_MB} MB or ${MOST_PACKAGES} packages`)
}

/** Writes a configuration with init, and compares with another second server by it. @param {string} project */
function initProject(project) {
  workshop(project, ['init'])
  const file = path.join(project, 'workshop.config.json')
  const config = JSON.parse(readFileSync(file, 'utf8'))
  if (!existsSync(path.join(project, config.$schema))) throw new Error('there is no schema of the configuration')
  config.servers[1] = { name: 'SLOW', command: 'node server.js', env: { SLOW: '1' } }
  writeFileSync(file, JSON.stringify(config))
}

/** @param {string} project */
function compareServers(project) {
  const options = ['--short', '--load', 'autocannon', '--profiler', 'prof,cdp', '--json']
  const { verdicts, blames } = JSON.parse(workshop(project, ['compare', ...options]))
  const [{ verdict, lean }] = verdicts
  const { name, file } = blames[0].rows[0].owner
  console.log(`SLOW is ${lean ?? verdict}: ${name}, ${path.relative(project, file)}`)
  if ((lean ?? verdict) !== 'slower' || name !== 'sumRoots') throw new Error('the planted function was not named')
  const [run = ''] = readdirSync(path.join(project, 'profiles')).filter(folder => folder.includes('compare'))
  if (!existsSync(path.join(project, 'profiles', run, 'report.html'))) throw new Error('there is no report.html')
}

/** @param {string} project */
function useLibrary(project) {
  const text = `import { compare, WorkshopError } from 'profiling-workshop'
import schema from 'profiling-workshop/schemas/analysis.schema.json' with { type: 'json' }
if (schema.title === undefined) throw new Error('no schema')
const error = await compare({ servers: [] }).catch(each => each)
if (!(error instanceof WorkshopError) || error.code !== 'ERR_BAD_OPTION') throw error
`
  writeFileSync(path.join(project, 'use.js'), text)
  execFileSync(process.execPath, ['use.js'], { cwd: project, stdio: 'inherit' })
  const options = {
    strict: true,
    noEmit: true,
    allowJs: true,
    checkJs: true,
    module: 'nodenext',
    resolveJsonModule: true,
    target: 'es2023',
    types: []
  }
  const config = { compilerOptions: { ...options, skipLibCheck: true }, include: ['use.js'] }
  writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify(config))
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' })
}

/** @param {string} cwd @param {string[]} args */
function workshop(cwd, args) {
  const bin = path.join(cwd, 'node_modules/.bin', isWindows ? 'profiling-workshop.cmd' : 'profiling-workshop')
  const stdio = /** @type {const} */ (['ignore', 'pipe', 'inherit'])
  return execFileSync(bin, args, { cwd, encoding: 'utf8', maxBuffer: 1e9, shell: isWindows, stdio: [...stdio] })
}

/** @param {string[]} args @param {string} cwd */
function npm(args, cwd) {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', shell: isWindows, stdio: ['ignore', 'pipe', 'inherit'] })
}
