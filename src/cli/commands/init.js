import { existsSync } from 'node:fs'
import path from 'node:path'
import { askedVariants } from '../../compare/ask/asked-variants.js'
import { parseCommand } from '../../compare/ask/parse-command.js'
import { runPrepare } from '../../compare/ask/with-variants.js'
import { CONFIG_NAMES } from '../../compare/config/find-config.js'
import { revisionsToCompare } from '../../compare/config/revisions-to-compare.js'
import { frameworkOf, readManifest, startCommands } from '../../compare/config/start-commands.js'
import { askedRequest } from '../../compare/requests/asked-requests.js'
import { WorkshopError } from '../../errors/errors.js'
import { tryPaths } from '../../measure/launch/ask-servers.js'
import { noUserRoute } from '../../measure/project/choose-route.js'
import { findRoutes } from '../../measure/project/find-routes.js'
import { formatBytes } from '../../report/words/format.js'
import { writeJson } from '../../system/files/files.js'
import { typedCommand } from '../../system/files/workshop-root.js'
import { command } from '../options/read-arguments.js'
import { print } from '../print/print.js'
import { untilInterrupted } from './interrupts.js'

/** @import { ParsedCommand } from '../../compare/ask/parse-command.js' */
/** @import { StartCommand } from '../../compare/config/start-commands.js' */
/** @import { Answer } from '../../runs/types.js' */
/** @import { ChosenRoute } from '../../measure/project/choose-route.js' */
/** @import { TriedServer } from '../../measure/launch/ask-servers.js' */

/**
 * @typedef {object} AskedPaths
 * @property {string[]} paths
 * @property {string[]} [lastPaths] requested only where none of `paths` responds with 2xx
 * @property {string[]} [leftOut] named by the sources, and none that a user asks for; absent where the user names the path
 */

/** What the second server has more: a mode that most frameworks know, or else a variable to replace. */
const MODE = { NODE_ENV: 'production' }
const EXAMPLE = { EXAMPLE: 'on' }

const FILE = 'workshop.config.json'
const SCHEMA = './node_modules/profiling-workshop/schemas/workshop.config.schema.json'
const FIRST_PATH = '/'
const LAST_PATHS = ['/api', '/health']

/**
 * `workshop init`: finds how a server starts and a route of it, and writes a configuration file that `compare` runs with.
 * Throws ERR_CONFIG_EXISTS, ERR_NO_START, ERR_NO_ROUTE, and the error of the server that was most likely.
 */
export const initCommand = command({ name: 'init', run: writeConfig })

/** @param {Record<string, any> & { words: string[] }} options */
async function writeConfig({ path: asked, words: [start] }) {
  const existing = CONFIG_NAMES.find(name => existsSync(name))
  if (existing !== undefined) throw new WorkshopError('ERR_CONFIG_EXISTS', { file: existing })
  return untilInterrupted(async function findAndWrite(signal) {
    const commands = start === undefined ? foundCommands() : [{ command: start, from: 'the command line' }]
    const started = await startFirst(commands, asked === undefined ? pathsToTry() : { paths: [asked] }, signal)
    const { names, config } = await firstConfig(started, signal)
    await writeJson(FILE, { ...(existsSync(SCHEMA) && { $schema: SCHEMA }), ...config })
    print(`${FILE} is written: it compares ${names.join(' and ')}.`)
    return print(`Next: ${typedCommand} compare, or ${typedCommand} compare --quick for a short trial`)
  })
}

function foundCommands() {
  const manifest = readManifest('.')
  const framework = frameworkOf(manifest)
  if (framework !== null) print(`Framework: ${framework}`)
  const commands = startCommands('.', manifest)
  if (commands.length > 0) return commands
  throw new WorkshopError('ERR_NO_START', { folder: path.resolve('.') })
}

/** @returns {AskedPaths} */
function pathsToTry() {
  const routes = [...new Set([FIRST_PATH, ...findRoutes('.')])]
  const leftOut = routes.filter(path => noUserRoute(path) !== null)
  const lastPaths = new Set([...LAST_PATHS, ...leftOut.filter(path => noUserRoute(path) !== 'side effect')])
  return { paths: routes.filter(path => noUserRoute(path) === null), lastPaths: [...lastPaths], leftOut }
}

/**
 * Starts one command after the other until one of them listens, and chooses one of its routes.
 * @param {StartCommand[]} commands @param {AskedPaths} asked @param {AbortSignal} signal
 */
async function startFirst(commands, asked, signal) {
  const errors = []
  for (const { command, from, prepare } of commands) {
    if (prepare !== undefined) {
      print(`Preparing: ${prepare}`)
      await runPrepare(parseCommand(prepare), path.resolve('.'), signal)
    }
    print(`Starting: ${command} (from ${from})`)
    try {
      const parsed = parseCommand(command)
      const server = await tryServer(parsed, asked, signal)
      showTried(server, asked)
      if (server.chosen) return { command, parsed, prepare, path: server.chosen.path }
      throw new WorkshopError('ERR_NO_ROUTE', { command, paths: server.tried.map(each => each.path).join(', ') })
    } catch (error) {
      if (!(error instanceof WorkshopError) || !/^ERR_SERVER|ERR_BAD_OPTION/.test(error.code)) throw error
      errors.push(error)
    }
  }
  throw errors[0]
}

/** @param {TriedServer} server @param {AskedPaths} asked */
function showTried({ tried, wantedPort, chosen }, { leftOut }) {
  if (wantedPort > 0) print(`  listens on port ${wantedPort}`)
  for (const { path: route, answer } of tried) print(`  GET ${route}: ${answerInWords(answer)}`)
  if (chosen === null || leftOut === undefined) return
  print(`Route: ${chosen.path}, ${whyChosen(chosen)}`)
  if (chosen.others.length > 0) print(`Others, by --path: ${chosen.others.join(', ')}`)
  const notTried = leftOut.filter(route => tried.every(each => each.path !== route))
  if (notTried.length > 0)
    print(`Not requested: ${notTried.map(route => `${route} (${noUserRoute(route)})`).join(', ')}`)
}

/** @param {Answer | null} answer */
function answerInWords(answer) {
  return answer ? `${`${answer.statusCode} ${answer.contentType}`.trim()}, ${formatBytes(answer.bytes)}` : 'no response'
}

/** @param {ChosenRoute} chosen */
function whyChosen({ kind, others }) {
  if (kind !== null) return `a ${kind}: no other route responds with 2xx. --path names one with more work`
  if (others.length === 0) return 'the only one that responds with 2xx and that a user would ask for'
  return `the largest response of ${others.length + 1} routes that a user would ask for`
}

/**
 * Returns a configuration that compares two revisions of a project where they differ, or else the server with and without a
 * variable.
 * @param {Awaited<ReturnType<typeof startFirst>>} started in the working directory
 * @param {AbortSignal} signal
 * @returns {Promise<{ names: string[], config: object }>} `names`: what is compared
 */
async function firstConfig({ command, parsed, prepare, path }, signal) {
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
    const { chosen } = await tryServer({ words, env: { ...env, ...MODE } }, { paths: [path] }, signal)
    return chosen !== null
  } catch (error) {
    if (error instanceof WorkshopError && error.code.startsWith('ERR_SERVER')) return false
    throw error
  }
}

/**
 * Starts a server in the working directory, and requests the paths.
 * @param {ParsedCommand} command @param {AskedPaths} asked @param {AbortSignal} signal @returns {Promise<TriedServer>}
 * @throws {WorkshopError} those of `tryPaths`, and ERR_BAD_OPTION for what is no path
 */
function tryServer({ words, env }, { paths, lastPaths = [] }, signal) {
  const [variant] = askedVariants([{ name: 'baseline', words, env, cwd: '.' }])
  const requests = paths.map(path => askedRequest({ path }))
  return tryPaths(variant, { requests, last: lastPaths.map(path => askedRequest({ path })) }, signal)
}
