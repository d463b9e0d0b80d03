import { realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { commandText } from '../../errors/secrets.js'
import { profReachesAny } from '../../profilers/names.js'
import { isNode } from '../../system/node-binaries.js'
import { numbered } from '../requests/asked-requests.js'
import { badOption } from './bad-option.js'

/** @import { Companion, Experiment, Variant } from '../../experiments/types.js' */
/** @import { ParsedCommand } from './parse-command.js' */

/** Profilers where none are named. */
const PROFILERS = { usual: ['prof', 'cdp'], withoutProf: ['cdp'] }
/** These need a command that is node itself. */
const NEEDS_NODE = profReachesAny ? /^(0x|clinic)/ : /^(prof|0x|clinic)/
/** The largest port. */
export const MOST_PORT = 65_535
/** The largest limit of memory of a server. */
export const MOST_MEMORY_MB = 1_000_000
const NAME = /^[\w.=,@+ -]{1,40}$/

/** @typedef {{ name: string, words: string[], env: Record<string, string>, cwd: string, port?: number, memoryMB?: number }} AskedServer */

/**
 * Returns the variants of servers, each in the real path of its folder, as V8 reports it. Servers in several folders have a copy of
 * the project each.
 * @param {AskedServer[]} servers @returns {Experiment['variants']}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function askedVariants(servers) {
  checkNames(servers.map(({ name }) => name))
  for (const { port, memoryMB } of servers) {
    checkWhole('--port', port, MOST_PORT)
    checkWhole('--memory', memoryMB, MOST_MEMORY_MB)
  }
  const folders = servers.map(({ cwd }) => folderOf(cwd))
  const areCopies = new Set(folders).size > 1
  /** @type {Variant[]} */
  const variants = servers.map(({ name, words, env, port, memoryMB }, index) => ({
    name,
    command: words,
    env,
    cwd: folders[index],
    ...(areCopies && { root: folders[index] }),
    ...(port !== undefined && { port }),
    ...(memoryMB !== undefined && { memoryMB }),
    contentEncoding: null
  }))
  return /** @type {Experiment['variants']} */ (variants)
}

/** @param {string[]} names */
function checkNames(names) {
  const wrong = names.find(name => !NAME.test(name) || name.trim() === '' || /^\.+$/.test(name))
  if (wrong !== undefined)
    throw badOption('--name', `"${wrong}" is no name`, 'at most 40 letters, digits, spaces and any of . = , @ + - _')
  if (new Set(names).size < names.length) throw badOption('--name', 'two names are equal', 'different names')
}

/** @param {string} option @param {number | undefined} value @param {number} most */
function checkWhole(option, value, most) {
  if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= most)) return
  throw badOption(option, `${value} is not such a number`, `a whole number from 1 to ${most}`)
}

/** @param {string} cwd */
function folderOf(cwd) {
  const folder = path.resolve(cwd)
  if (!folder.includes('\0') && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(folder)
  throw badOption('--cwd', `there is no folder ${folder}`, 'the folder in which the command starts')
}

/**
 * Returns the profilers of blame that can see the servers; of a single one also where its requests wait.
 * @param {Variant[]} variants
 */
export function usualProfilers(variants) {
  const ofCpu = profReachesAny || areNode(variants) ? PROFILERS.usual : PROFILERS.withoutProf
  return variants.length === 1 ? [...ofCpu, 'waits'] : ofCpu
}

/**
 * @param {Variant[]} variants @param {string[]} profilers
 * @throws {WorkshopError} ERR_BAD_OPTION for a profiler that needs another command
 */
export function checkProfilers(variants, profilers) {
  const wrong = areNode(variants) ? undefined : profilers.find(name => NEEDS_NODE.test(name))
  if (wrong !== undefined)
    throw badOption(
      '--profiler',
      `${wrong} needs commands that begin with node`,
      'prof, cdp, heap, waits, perf, devtools, none'
    )
}

/** @param {Variant[]} variants */
function areNode(variants) {
  return variants.every(({ command: [program = ''] }) => isNode(program))
}

/**
 * Returns the processes that run beside the servers.
 * @param {{ command: ParsedCommand, cwd: string }[]} companions @returns {Companion[]}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function askedCompanions(companions) {
  const asked = companions.map(({ command: { words, env }, cwd }) => ({ command: words, env, cwd: folderOf(cwd) }))
  if (new Set(asked.map(({ command, env }) => JSON.stringify([command, env]))).size < asked.length)
    throw badOption('--companion', 'two of its values are equal', 'different commands')
  // Commands can differ in a secret value only.
  const names = numbered(asked.map(commandText))
  return asked.map((companion, index) => ({ name: names[index] ?? '', ...companion }))
}
