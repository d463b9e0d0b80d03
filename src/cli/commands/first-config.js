import { askedVariants } from '../../compare/ask/asked-variants.js'
import { revisionsToCompare } from '../../compare/config/revisions-to-compare.js'
import { askedRequest } from '../../compare/requests/asked-request.js'
import { WorkshopError } from '../../errors/errors.js'
import { tryPaths } from '../../measure/launch/ask-servers.js'

/**
 * @import { ParsedCommand } from '../../compare/ask/parse-command.js'
 * @import { TriedServer } from '../../measure/launch/ask-servers.js'
 */

/**
 * @typedef {object} Started a server that responds to the path with 2xx
 * @property {string} command
 * @property {ParsedCommand} parsed
 * @property {string} [prepare] ran before it
 * @property {string} path
 */

/** What the second server has more: a mode that most frameworks know, or else a variable to replace. */
const MODE = { NODE_ENV: 'production' }
const EXAMPLE = { EXAMPLE: 'on' }

/**
 * Returns a configuration that compares two revisions of a project where they differ, or else the server with and without a
 * variable.
 * @param {Started} started in the working directory
 * @param {AbortSignal} signal
 * @returns {Promise<{ names: string[], config: object }>} `names`: what is compared
 */
export async function firstConfig({ command, parsed, prepare, path }, signal) {
  const common = { request: { path }, ...(prepare !== undefined && { prepare }) }
  // What is built need not be in git: npm's script that builds it does.
  const refs = await revisionsToCompare('.', prepare === undefined ? parsed.words : prepare.split(' '))
  if (refs) return { names: [refs[0], 'the working tree'], config: { servers: [{ command }], refs, ...common } }
  const env = (await startsInMode(parsed, path, signal)) ? MODE : EXAMPLE
  const names = ['baseline', Object.entries(env).flat().join('=')]
  const [baseline, candidate] = names
  const servers = [
    { name: baseline, command },
    { name: candidate, command, env }
  ]
  return { names, config: { servers, ...common } }
}

/** @type {(command: ParsedCommand, path: string, signal: AbortSignal) => Promise<boolean>} */
async function startsInMode({ words, env }, path, signal) {
  if (env.NODE_ENV !== undefined) return false
  try {
    const { found } = await tryServer({ words, env: { ...env, ...MODE } }, [path], signal)
    return found !== null
  } catch (error) {
    if (error instanceof WorkshopError && error.code.startsWith('ERR_SERVER')) return false
    throw error
  }
}

/**
 * Starts a server in the working directory, and requests one path after the other until it responds with 2xx.
 * @param {ParsedCommand} command
 * @param {string[]} paths
 * @param {AbortSignal} signal
 * @returns {Promise<TriedServer>}
 * @throws {WorkshopError} those of `tryPaths`, and ERR_BAD_OPTION for what is no path
 */
export function tryServer({ words, env }, paths, signal) {
  const [variant] = askedVariants([{ name: 'baseline', words, env, cwd: '.' }])
  const requests = paths.map(path => askedRequest({ path }))
  return tryPaths(variant, requests, signal)
}
