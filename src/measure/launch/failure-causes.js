import { existsSync } from 'node:fs'
import path from 'node:path'
import { closestName } from '../../errors/closest-name.js'
import { WorkshopError } from '../../errors/errors.js'
import { readTail } from '../../system/files/files.js'
import { listenerOn } from '../../system/ports.js'

/** @import { Exit, ServerCause } from '../../errors/types.js' */
/** @import { Variant } from '../../experiments/types.js' */

/** A stack of V8 and a list of its last garbage collections come after the line with the error. */
const STDERR_BYTES = 64 * 1024
const HEAP = /heap out of memory|ERR_WORKER_OUT_OF_MEMORY|Allocation failed - JavaScript/
const TAKEN_PORT = /EADDRINUSE\b.*?:(\d+)\s*$/m
/** What the output of a server shows: its first group is what the cause is about. @type {[code: Extract<ServerCause, { what: string }>['code'], RegExp][]} */
const OTHERS = [
  ['taken-socket', /EADDRINUSE\b.*? ([/.]\S+)\s*$/m],
  ['no-connection', /\bECONNREFUSED (\S+:\d+)/],
  ['unknown-host', /\bgetaddrinfo (?:ENOTFOUND|EAI_AGAIN) ([\w.-]+)/],
  ['no-file', /Cannot find module '((?:\/|[A-Z]:)[^']+)'/],
  ['no-package', /Cannot find (?:module|package) '((?:@[\w.-]+\/)?\w[\w.-]*)[^']*'/]
]
const STARTERS = ['node', 'npm', 'npx', 'pnpm', 'yarn', 'tsx', 'ts-node', 'deno', 'bun']

/**
 * Returns why a server ended or does not respond, where its error output or its signal shows it.
 * @param {string} stderr file
 * @param {Pick<Exit, 'signal'>} [exit]
 * @returns {ServerCause | null}
 */
export function causeOf(stderr, exit) {
  const text = readTail(stderr, STDERR_BYTES)
  if (HEAP.test(text)) return { code: 'heap' }
  const [, port] = TAKEN_PORT.exec(text) ?? []
  if (port !== undefined) return { code: 'taken-port', port: Number(port), owner: listenerOn(Number(port)) }
  for (const [code, pattern] of OTHERS) {
    const [, what] = pattern.exec(text) ?? []
    if (what !== undefined) return { code, what }
  }
  return exit?.signal === 'SIGKILL' ? { code: 'killed' } : null
}

/** Returns the error of a command that could not be started, with the one that is probably meant. @param {Variant} variant @param {string} problem */
export function noProgramError({ name, command, cwd = '.' }, problem) {
  const [program = '', ...args] = command
  const start = startOf(program, cwd)
  const instead = start === undefined ? undefined : [start, ...args].join(' ')
  return new WorkshopError('ERR_NO_PROGRAM', { variant: name, problem, instead })
}

/** Returns what is typed to start a file of a project, or a program of its packages. @param {string} program @param {string} cwd */
function startOf(program, cwd) {
  const isFile = existsSync(path.resolve(cwd, program))
  if (isFile && /\.[cm]?[jt]s$/.test(program)) return `node ${program}`
  if (isFile && program.endsWith('.sh')) return `sh ${program}`
  if (existsSync(path.resolve(cwd, 'node_modules/.bin', program))) return `npx ${program}`
  return STARTERS.includes(program) ? undefined : closestName(program, STARTERS)
}
