import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { WorkshopError } from '../../errors/errors.js'
import { isObject } from '../../errors/type-guards.js'
import { readJson } from './read-json.js'

/** @typedef {{ scripts?: Record<string, string>, main?: string, bin?: string | Record<string, string>, dependencies?: Record<string, string>, devDependencies?: Record<string, string> }} Manifest */

/**
 * @typedef {object} StartCommand
 * @property {string} command
 * @property {string} from where it was found, such as package.json, scripts.start
 * @property {string} [prepare] what npm runs before it, or what builds the file that it runs
 */

const NEXT_SERVER = '.next/standalone/server.js'
const NAMES = ['server', 'app', 'index', 'main']
/** Compiled code first: its sources may be there too. */
const FOLDERS = ['', 'dist', 'build', 'src']
const EXTENSIONS = ['.js', '.mjs', '.cjs']
/** What runs TypeScript, by the package that a project has. */
const typescriptRunners = { tsx: 'node --import tsx', 'ts-node': 'node --require ts-node/register' }
/** A server that restarts with each change of a file is not what is measured. */
const WATCHES = /\bnodemon\b|--watch\b|\bwatch\b|\bdev\b/
/** What is usually built, and often not in git. */
const BUILT = /(^|[\s/])(dist|build|out|lib|\.next)\//
/** A command that node runs alone, with variables before it. */
const ONE_NODE = /^(\w+=\S+ )*node [^|&;<>]+$/

/** The frameworks that a person recognises a project by. */
const FRAMEWORKS = ['next', '@nestjs/core', 'fastify', 'express', 'koa', 'hono', '@hapi/hapi', 'restify']

/**
 * Returns package.json of a folder; an empty object where there is none.
 * @param {string} folder @returns {Manifest}
 * @throws {WorkshopError} ERR_CONFIG when it is no JSON, or no object
 */
export function readManifest(folder) {
  const file = path.join(folder, 'package.json')
  if (!existsSync(file)) return {}
  const { value } = readJson(file, 'package.json')
  if (isObject(value)) return /** @type {Manifest} */ (value)
  throw new WorkshopError('ERR_CONFIG', { problems: 'package.json:1: it must be an object' })
}

/**
 * Returns the framework among the dependencies of a project; null for none that is known.
 * @param {Manifest} manifest
 */
export function frameworkOf({ dependencies = {} }) {
  return FRAMEWORKS.find(name => dependencies[name] !== undefined) ?? null
}

/**
 * Returns the commands that may start the server of a project, the most likely one first.
 * @param {string} folder @param {Manifest} manifest @returns {StartCommand[]}
 */
export function startCommands(folder, manifest) {
  const { scripts = {}, main, bin } = manifest
  // It is false for what may not be read, where statSync throws.
  const isFile = (/** @type {string} */ name) =>
    existsSync(path.join(folder, name)) && statSync(path.join(folder, name)).isFile()
  const found = [
    ...(isFile(NEXT_SERVER) ? [{ command: `node ${NEXT_SERVER}`, from: NEXT_SERVER }] : []),
    ...commandOfScript(scripts.start),
    ...[main, ...(typeof bin === 'string' ? [bin] : Object.values(bin ?? {}))]
      .filter(name => name !== undefined && isFile(name))
      .map(name => ({ command: `node ${name}`, from: `package.json, ${name === main ? 'main' : 'bin'}` })),
    ...usualFiles(EXTENSIONS)
      .filter(isFile)
      .map(name => ({ command: `node ${name}`, from: name })),
    ...typescriptCommands(manifest, isFile)
  ]
  const different = found.filter(({ command }, index) => index === found.findIndex(other => other.command === command))
  return different.map(each => withPrepare(each, scripts))
}

/** @type {(start: StartCommand, scripts: Record<string, string>) => StartCommand} */
function withPrepare(start, { start: ownStart, prestart, build }) {
  // npm runs prestart itself.
  if (prestart !== undefined && start.command === ownStart) return { ...start, prepare: 'npm run prestart' }
  return build !== undefined && BUILT.test(start.command) ? { ...start, prepare: 'npm run build' } : start
}

/** Returns node's own command where it is one: not all profilers reach a server behind npm. @param {string} [script] @returns {StartCommand[]} */
function commandOfScript(script) {
  if (script === undefined || WATCHES.test(script)) return []
  return [{ command: ONE_NODE.test(script) ? script : 'npm start', from: 'package.json, scripts.start' }]
}

/** @type {(manifest: Manifest, isFile: (name: string) => boolean) => StartCommand[]} */
function typescriptCommands({ dependencies, devDependencies }, isFile) {
  const packages = { ...dependencies, ...devDependencies }
  const runner = Object.entries(typescriptRunners).find(([name]) => packages[name] !== undefined)?.[1]
  if (runner === undefined) return []
  return usualFiles(['.ts', '.mts'])
    .filter(isFile)
    .map(name => ({ command: `${runner} ${name}`, from: name }))
}

/** @param {string[]} extensions */
function usualFiles(extensions) {
  return FOLDERS.flatMap(folder => NAMES.flatMap(name => extensions.map(each => path.posix.join(folder, name + each))))
}
