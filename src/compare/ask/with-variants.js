import { WorkshopError } from '../../errors/errors.js'
import { commandText } from '../../errors/secrets.js'
import { lastLines } from '../../errors/words.js'
import { withCheckouts } from '../../measure/project/checkouts.js'
import { findEnvironmentSecrets } from '../../measure/project/environment-secrets.js'
import { withPackageCopies } from '../../measure/project/package-copies.js'
import { findNodeBinary, isNode } from '../../system/node-binaries.js'
import { installNode, nodePackage, packageOfNode } from '../../system/node-package.js'
import { INSTALL_LIMIT_MS, runProgram } from '../../system/processes.js'
import { badOption } from './bad-option.js'

/** @import { ErrorDetails } from '../../errors/types.js' */
/** @import { Experiment, Variant } from '../../experiments/types.js' */
/** @import { Checkout } from '../../measure/project/checkouts.js' */
/** @import { PackageVersion } from '../../measure/project/package-copies.js' */
/** @import { NodePackage } from '../../system/node-package.js' */
/** @import { ParsedCommand } from './parse-command.js' */

const VERSION = /^v?\d+(\.\d+){0,2}$/
/** A command that hangs must not keep the report back. */
const CLEAN_LIMIT_MS = 60_000

/**
 * @typedef {Experiment['variants']} Variants
 *
 * @typedef {object} AskedVariants
 * @property {Variants} variants the baseline first
 * @property {string[]} revisions the git revision of which each variant gets a copy; none: the folders as they are
 * @property {string[]} nodes the version or binary that runs each variant; none: the one that runs this
 * @property {PackageVersion[]} packages the version of a package that each variant has in a copy of its folder; none: what is installed
 * @property {ParsedCommand | null} [prepare] runs in the folder of each variant before the servers start
 * @property {ParsedCommand | null} [clean] runs there after everything, also after a failure
 *
 * @typedef {{ type: 'node', version: string, spec: string, folder: string } | { type: 'node-package' } & NodePackage} NodeEvent a version of
 *   Node.js is being installed, or was
 * @typedef {{ signal: AbortSignal, notify: (event: NodeEvent) => void }} NodeSession
 * @typedef {{ type: 'prepare' | 'clean', folder: string }} CommandEvent
 * @typedef {{ type: 'clean-failed', problem: WorkshopError }} CleanEvent
 * @typedef {CommandEvent | CleanEvent | { type: 'checkout', revision: string } | { type: 'uncommitted' } | NodeEvent} CheckoutEvent `checkout`: the
 *   packages of a revision are being installed; `uncommitted`: changes in the working tree are left out
 */

/**
 * Calls a function with the variants while all of them can be started, and with the folder of their project.
 * @template T
 * @param {AskedVariants} asked @param {{ out: string, signal: AbortSignal, notify: (event: CheckoutEvent) => void }} session `out`: the folder
 *   of runs
 * @param {(variants: Variants, folder: string) => Promise<T>} use
 * @throws {WorkshopError} ERR_BAD_OPTION, ERR_NO_NODE, ERR_NODE_INSTALL, ERR_NODE_INTEGRITY, ERR_NODE_NOT_RUNNING, ERR_PREPARE, and those
 *   of `withCheckouts` and `withPackageCopies`
 */
export async function withVariants({ variants, revisions, nodes, packages, prepare, clean }, session, use) {
  const { signal, notify } = session
  const [{ cwd: folder = '' }] = variants
  findEnvironmentSecrets(variants)
  if (nodes.length > 0) return useReady(await underNodes(variants, nodes, { signal, notify }), folder)
  if (packages.length > 0) {
    const order = { ...session, packages, folder, notify: installing }
    return withPackageCopies(order, copies =>
      useReady(/** @type {Variants} */ (variants.map((variant, index) => ({ ...variant, ...copies[index] }))), folder)
    )
  }
  if (revisions.length === 0) return useReady(variants, folder)
  /** @type {Parameters<typeof withCheckouts>[0]} */
  const order = { revisions, folder, signal, notify: ({ revision }) => installing({ spec: revision }) }
  return withCheckouts(order, function useCopies(checkouts, repository) {
    if (repository.hasUncommitted && !revisions.includes('.')) notify({ type: 'uncommitted' })
    const copies = variants.map((variant, index) => ({ ...variant, ...placeOf(checkouts[index]) }))
    return useReady(/** @type {Variants} */ (copies), repository.top)
  })

  /** @param {{ spec: string }} step */
  function installing({ spec }) {
    notify({ type: 'checkout', revision: spec })
  }

  /** @type {(ready: Variants, project: string) => Promise<T>} */
  async function useReady(ready, project) {
    const folders = new Set(ready.map(({ cwd = '' }) => cwd))
    findEnvironmentSecrets(ready)
    try {
      if (prepare) for (const each of folders) await prepareIn(each, prepare)
      return await use(ready, project)
    } finally {
      if (clean) for (const each of folders) await cleanIn(each, clean)
    }
  }

  /** @param {string} cwd @param {ParsedCommand} command */
  async function prepareIn(cwd, command) {
    notify({ type: 'prepare', folder: cwd })
    await runPrepare(command, cwd, signal)
  }

  /** Never fails: the error of the run is the one to report. @param {string} cwd @param {ParsedCommand} command */
  async function cleanIn(cwd, command) {
    notify({ type: 'clean', folder: cwd })
    const limit = AbortSignal.timeout(CLEAN_LIMIT_MS)
    const failure = await runToEnd(command, cwd, limit).catch(() => lateIn(cwd, command))
    if (failure) notify({ type: 'clean-failed', problem: new WorkshopError('ERR_CLEAN', failure) })
  }
}

/**
 * Runs the command that prepares a folder for its server.
 * @param {ParsedCommand} command @param {string} cwd @param {AbortSignal} signal
 * @throws {WorkshopError} ERR_PREPARE
 */
export async function runPrepare(command, cwd, signal) {
  const failure = await runToEnd(command, cwd, signal)
  if (failure) throw new WorkshopError('ERR_PREPARE', failure)
}

/**
 * Runs a command to its end.
 * @param {ParsedCommand} command @param {string} cwd @param {AbortSignal} signal
 * @returns {Promise<ErrorDetails['ERR_CLEAN'] | null>} why it failed; rejects with the signal's reason only
 */
async function runToEnd({ words, env }, cwd, signal) {
  const [program = '', ...args] = words
  const bounds = { cwd, env: { ...process.env, ...env }, signal, limitMs: INSTALL_LIMIT_MS }
  const { stdout, stderr, ...exit } = await runProgram(program, args, bounds)
  if (exit.code === 0) return null
  const tail = lastLines(`${stdout}\n${stderr}`)
  return { path: cwd, command: commandText({ command: words, env }), exit, tail }
}

/** @param {string} path @param {ParsedCommand} command @returns {ErrorDetails['ERR_CLEAN']} */
function lateIn(path, { words, env }) {
  const exit = { code: null, signal: null, problem: `no end within ${CLEAN_LIMIT_MS} ms` }
  return { path, command: commandText({ command: words, env }), exit, tail: null }
}

/** @param {Checkout} [checkout] @returns {Partial<Variant>} */
function placeOf(checkout) {
  return checkout ? { cwd: checkout.cwd, root: checkout.root, commit: checkout.commit } : {}
}

/** @type {(variants: Variants, nodes: string[], session: NodeSession) => Promise<Variants>} */
async function underNodes(variants, nodes, session) {
  const found = []
  for (const [index, variant] of variants.entries()) {
    const [program = '', ...args] = variant.command
    if (!isNode(program)) throw badOption('--node', `${program} is not node`, "a command such as 'node server.js'")
    const file = await nodeOfVersion(nodes[index] ?? '', session)
    const node = packageOfNode(file)
    if (node) session.notify({ type: 'node-package', ...node })
    found.push({ ...variant, command: [file, ...args], ...(node && { node }) })
  }
  return /** @type {Variants} */ (found)
}

/**
 * Returns the node binary of a version. One that is not on this machine is installed from npm's registry into a cache folder.
 * @param {string} wanted a version such as 24 or 24.1, or the path of a binary
 * @param {NodeSession} session @returns {Promise<string>}
 * @throws {WorkshopError} ERR_NO_NODE, ERR_NODE_INSTALL, ERR_NODE_INTEGRITY, ERR_NODE_NOT_RUNNING
 */
export async function nodeOfVersion(wanted, { signal, notify }) {
  const found = await findNodeBinary(wanted, signal)
  if (found) return found.file
  if (!VERSION.test(wanted)) throw new WorkshopError('ERR_NO_NODE', { wanted, spec: null })
  const { spec, folder, integrity = null } = nodePackage(wanted)
  notify({ type: 'node', version: wanted, spec, folder })
  const failure = await installNode(wanted, signal)
  if (failure?.code === 'failed') throw new WorkshopError('ERR_NODE_INSTALL', { wanted, spec, reason: failure.reason })
  if (failure?.code === 'not-running')
    throw new WorkshopError('ERR_NODE_NOT_RUNNING', { wanted, spec, reason: failure.reason })
  if (failure?.code === 'other-content')
    throw new WorkshopError('ERR_NODE_INTEGRITY', { wanted, spec, integrity, found: failure.reason })
  const installed = failure ? null : await findNodeBinary(wanted, signal)
  if (!installed) throw new WorkshopError('ERR_NO_NODE', { wanted, spec })
  return installed.file
}
