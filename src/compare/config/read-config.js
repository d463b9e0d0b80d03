import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { WorkshopError } from '../../errors/errors.js'
import { withDeadline } from '../../system/deadline.js'
import { runProgram } from '../../system/processes.js'
import { checkConfig } from './check-config.js'
import { readJson, readText } from './read-json.js'

/** @import { KeyPath } from './keys.js' */

/** A configuration may start what it asks. */
const IMPORT_LIMIT_MS = 60_000

/**
 * @typedef {object} ReadConfig
 * @property {string} name of the file, relative to the working directory
 * @property {Record<string, any>} config as its schema has it
 * @property {string} folder of the file, to which its paths are relative
 * @property {(keys: KeyPath) => string} placeOf returns the file and, of JSON, the line of a key
 */

/**
 * Reads a configuration file and checks it by its schema.
 * @param {string} file absolute
 * @returns {Promise<ReadConfig>}
 * @throws {WorkshopError} ERR_CONFIG
 */
export async function readConfig(file) {
  const name = path.relative('', file)
  const { value: config, lineOf } = file.endsWith('.json') ? readJsonConfig(file, name) : await importConfig(file, name)
  const problems = checkConfig(config).sort((a, b) => (lineOf(a.path) ?? 0) - (lineOf(b.path) ?? 0))
  if (problems.length > 0) {
    const lines = problems.map(each => `${placeOf(each.path)}: ${each.problem}`)
    throw new WorkshopError('ERR_CONFIG', { problems: lines.join('\n') })
  }
  return { name, config, folder: path.dirname(file), placeOf }

  /** @param {KeyPath} keys */
  function placeOf(keys) {
    return atLine(name, lineOf(keys))
  }
}

/** @typedef {{ value: any, lineOf: (keys: KeyPath) => number | null }} Parsed */

/** Of equal keys JSON.parse takes the last one, without a word. @param {string} file @param {string} name @returns {Parsed} */
function readJsonConfig(file, name) {
  const { value, lines } = readJson(file, name)
  const duplicates = lines.ofDuplicates()
  if (duplicates.length === 0) return { value, lineOf: lines.ofKey }
  const problems = duplicates.map(({ key, line }) => `${name}:${line}: the key "${key}" is there twice`)
  throw new WorkshopError('ERR_CONFIG', { problems: problems.join('\n') })
}

/** @param {string} file @param {string} name @returns {Promise<Parsed>} */
async function importConfig(file, name) {
  // To import a pipe or a device never ends.
  readText(file, name)
  const late = () => new Error(`it does not end within ${IMPORT_LIMIT_MS / 1000} s`)
  try {
    const value = await withDeadline(untilFailure(importValue), { limitMs: IMPORT_LIMIT_MS, late })
    return { value, lineOf: () => null }
  } catch (error) {
    throw unreadable(name, await failedLine(file, Object(error)), String(Object(error).message ?? error), error)
  }

  async function importValue() {
    const { default: exported } = await import(pathToFileURL(file).href)
    const value = typeof exported === 'function' ? await exported() : exported
    // Properties can throw, and what is no JSON cannot be shown.
    JSON.stringify(value)
    return value
  }
}

/**
 * Returns what an asynchronous function of a configuration returns; rejects also with an error that nothing in it awaits.
 * @template T @param {() => Promise<T>} work @returns {Promise<T>}
 */
function untilFailure(work) {
  /** @type {Promise<never>} */
  const failed = new Promise((_, reject) => process.setUncaughtExceptionCaptureCallback(reject))
  return Promise.race([work(), failed]).finally(() => process.setUncaughtExceptionCaptureCallback(null))
}

/**
 * Returns the line of a module that failed: where it threw, or what node cannot parse, which only a process of its own prints.
 * @param {string} file @param {{ stack?: string }} error
 */
async function failedLine(file, error) {
  const text = error instanceof SyntaxError ? await syntaxErrorOf(file) : (error.stack ?? '')
  const line = Number.parseInt(text.split(`${path.basename(file)}:`)[1] ?? '', 10)
  return Number.isNaN(line) ? null : line
}

/** @param {string} file */
async function syntaxErrorOf(file) {
  const { stderr } = await runProgram(process.execPath, ['--check', file], { keepsAll: true })
  return stderr
}

/** @type {(name: string, line: number | null, message: string, cause: unknown) => WorkshopError} */
function unreadable(name, line, message, cause) {
  return new WorkshopError('ERR_CONFIG', { problems: `${atLine(name, line)}: ${message.replace(/\s+/g, ' ')}` }, cause)
}

/** @param {string} name @param {number | null} line */
function atLine(name, line) {
  return line === null ? name : `${name}:${line}`
}
