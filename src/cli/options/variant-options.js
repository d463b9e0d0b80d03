import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { askedCompanions, askedVariants, MOST_MEMORY_MB, MOST_PORT } from '../../compare/ask/asked-variants.js'
import { badOption } from '../../compare/ask/bad-option.js'
import { optionalCommand, parseCommand } from '../../compare/ask/parse-command.js'
import { maskedWords } from '../../errors/secrets.js'
import { revisionNames, variantNames } from '../../experiments/variant-names.js'
import { readPlainFile } from '../../system/files/read-plain-file.js'

/** @import { ParsedCommand } from '../../compare/ask/parse-command.js' */
/** @import { AskedVariants } from '../../compare/ask/with-variants.js' */
/** @import { Companion } from '../../experiments/types.js' */
/** @import { PackageVersion } from '../../measure/project/package-copies.js' */

/**
 * @typedef {{ name?: (string | undefined)[], cwd?: string[], ref?: string[], node?: string, package?: string, preload?: string[],
 *   prepare?: string | string[], clean?: string | string[], port?: (string | undefined)[], memory?: (string | undefined)[],
 *   companion?: (string | { command: ParsedCommand, cwd: string })[] }} VariantValues
 *
 * @typedef {{ words: string[], label: string[], env: Record<string, string> }} NamedCommand `label`: what its name comes from
 */

/** The name, which can have a scope, and what npm calls versions. */
const PACKAGE = /^((?:@[\w.-]+\/)?[\w.-]+)@([\w.^~<>=*+ ,-]+)$/

/** What the command line can compare. */
export const COMPARED_WORDS =
  "such as 'node server.js' 'LOG=1 node server.js', or 'node server.js' --ref main --ref HEAD, or a workshop.config.json, which the command init writes"

/** What the command line can profile. */
const PROFILED_WORDS =
  "one command, such as 'node server.js', or a configuration file with one server, which the command init writes"

/**
 * Returns the variants that commands and options ask for: several commands, or one command in several revisions, under several
 * versions of node, with several versions of a package, or without and with files that are loaded first; to profile it, one command in
 * one of each.
 * @param {VariantValues} values @param {ParsedCommand[]} commands @param {boolean} [isProfile]
 * @returns {AskedVariants & { companions: Companion[] }}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function readVariantOptions(values, commands, isProfile = false) {
  const { ref: revisions = [], preload: preloads = [] } = values
  const nodes = values.node?.split(',').map(each => each.trim()) ?? []
  const packages = packageVersions(values.package)
  const several = { '--ref': revisions, '--node': nodes, '--package': packages.map(specOf), '--preload': preloads }
  if (isProfile) requireOneServer(commands, several)
  else requireOneDifference(commands, several, values.cwd ?? [])
  const differences = { revisions, nodes, packages, preloads, folder: values.cwd?.[0] ?? '.' }
  const compared = comparedCommands(commands, differences).slice(isProfile ? -1 : 0)
  const found = revisions.length > 0 ? revisionNames(revisions) : variantNames(compared.map(({ label }) => label))
  const names = onePerVariant('--name', values.name, found)
  const folders = onceOrPerVariant('--cwd', values.cwd ?? ['.'], compared.length)
  const ports = onceOrPerVariant('--port', values.port, compared.length)
  const memories = onceOrPerVariant('--memory', values.memory, compared.length)
  const servers = compared.map((each, index) => ({
    ...each,
    name: names[index] ?? '',
    cwd: folders[index] ?? '',
    port: wholeNumber('--port', MOST_PORT, ports[index]),
    memoryMB: wholeNumber('--memory', MOST_MEMORY_MB, memories[index])
  }))
  const variants = askedVariants(servers)
  const [{ cwd = '' }] = variants
  const companions = askedCompanions(
    (values.companion ?? []).map(each => (typeof each === 'string' ? { command: parseCommand(each), cwd } : each))
  )
  const [prepare, clean] = [values.prepare, values.clean].map(optionalCommand)
  return { variants, revisions, nodes, packages, companions, prepare, clean }
}

/** @type {(option: string, most: number, text?: string) => number | undefined} */
function wholeNumber(option, most, text) {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw badOption(option, `"${text}" is not such a number`, `a whole number from 1 to ${most}`)
}

/**
 * Returns whether one command is asked for with nothing that differs: it is profiled.
 * @param {VariantValues} values @param {ParsedCommand[]} commands
 */
export function isOneServer({ ref, node, package: versions, preload }, commands) {
  return commands.length === 1 && [ref, node, versions, preload].every(given => given === undefined)
}

/** @param {ParsedCommand[]} commands @param {Record<string, string[]>} several values by option */
function requireOneServer(commands, several) {
  if (commands.length !== 1)
    throw badOption('profile', `it measures one server, and there are ${commands.length}`, PROFILED_WORDS)
  const [option] = Object.entries(several).find(([, values]) => values.length > 1) ?? []
  if (option) throw badOption(option, 'a profile has one variant', 'one value, or several for the command compare')
}

/** @param {ParsedCommand[]} commands @param {Record<string, string[]>} several values by option @param {string[]} folders */
function requireOneDifference(commands, several, folders) {
  const [first, second] = Object.entries(several).filter(([, values]) => values.length > 0)
  if (!first && commands.length < 2)
    throw badOption('compare', 'it needs two commands, or one command and what differs', COMPARED_WORDS)
  if (!first) return
  const [option, values] = first
  if (second) throw badOption(option, `it cannot be used with ${second[0]}`, 'one difference at a time')
  if (commands.length !== 1) throw badOption(option, 'it compares variants of one command', COMPARED_WORDS)
  if (folders.length > 1) throw badOption(option, 'it cannot be used with several --cwd', 'one difference at a time')
  if (values.includes('')) throw badOption(option, 'one of its values is empty', 'values that are not')
  if (new Set(values).size < values.length) throw badOption(option, 'two of its values are equal', 'different values')
  if (option !== '--preload' && values.length < 2)
    throw badOption(option, 'there is nothing to compare with', 'two values or more, or the command profile')
}

/**
 * Returns the versions of a package that an option asks for, such as express@4.21.2,5.1.0.
 * @param {string} [text] @returns {PackageVersion[]} none without it
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
function packageVersions(text) {
  if (text === undefined) return []
  const [, name = '', versions = ''] = PACKAGE.exec(text) ?? []
  if (name === '') throw badOption('--package', `"${text}" is no package with versions`, 'such as express@4.21.2,5.1.0')
  return versions.split(',').map(version => ({ name, version: version.trim() }))
}

/** @param {PackageVersion} wanted */
function specOf({ name, version }) {
  return `${name}@${version}`
}

/** @type {(commands: ParsedCommand[], differences: { revisions: string[], nodes: string[], packages: PackageVersion[], preloads: string[], folder: string }) => NamedCommand[]} */
function comparedCommands(commands, { revisions, nodes, packages, preloads, folder }) {
  const [only = { words: [], env: {} }] = commands
  if (revisions.length > 0) return revisions.map(() => ({ ...only, label: [] }))
  if (nodes.length > 0) return nodes.map(node => ({ ...only, label: [/^v?\d/.test(node) ? `node ${node}` : node] }))
  if (packages.length > 0) return packages.map(wanted => ({ ...only, label: [specOf(wanted)] }))
  if (preloads.length > 0) return [{ ...only, label: [] }, ...preloads.map(file => withPreload(only, file, folder))]
  // Of `PASSWORD=x` only the name.
  return commands.map(({ words, env }) => {
    const label = [...Object.entries(env).map(pair => pair.join('=')), ...words]
    return { words, env, label: maskedWords(label).map(word => word.replace(/=\$[A-Z_][A-Z0-9_]*$/, '')) }
  })
}

/** @param {ParsedCommand} command @param {string} file @param {string} folder @returns {NamedCommand} */
function withPreload({ words, env }, file, folder) {
  const options = [env.NODE_OPTIONS ?? process.env.NODE_OPTIONS ?? '', preloadOption(file, folder)].join(' ').trim()
  return { words, env: { ...env, NODE_OPTIONS: options }, label: [file] }
}

/** @type {<T>(option: string, given: (string | undefined)[] | undefined, usual: T[]) => (string | T)[]} one per variant */
function onePerVariant(option, given, usual) {
  if (!given) return usual
  if (given.length === usual.length) return usual.map((value, index) => given[index] ?? value)
  throw badOption(option, `${given.length} values for ${usual.length} variants`, 'one per variant, in their order')
}

/** @type {(option: string, given: (string | undefined)[] | undefined, count: number) => (string | undefined)[]} one per variant, or none */
function onceOrPerVariant(option, given = [], count) {
  const [first] = given
  const usual = Array.from({ length: count }, () => (given.length === 1 ? first : undefined))
  return given.length <= 1 ? usual : onePerVariant(option, given, usual)
}

/**
 * Returns the option of node that loads a file, or a module of a package, before the program: `--import` for an ES module,
 * `--require` for all else, because other preloads may replace what loads CommonJS.
 * @param {string} file a path, or the name of a package's module
 * @param {string} folder in which the program starts, and to which a path is relative
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
function preloadOption(file, folder) {
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
