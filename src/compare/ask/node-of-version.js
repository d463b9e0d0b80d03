import { WorkshopError } from '../../errors/errors.js'
import { findNodeBinary } from '../../system/node-binaries.js'
import { installNode, nodePackage } from '../../system/node-package.js'

/**
 * @typedef {{ type: 'node', version: string, spec: string, folder: string }} NodeEvent a version of Node.js is being installed
 * @typedef {{ signal: AbortSignal, notify: (event: NodeEvent) => void }} NodeSession
 */

const VERSION = /^v?\d+(\.\d+){0,2}$/

/**
 * Returns the node binary of a version. One that is not on this machine is installed from npm's registry into a cache folder.
 * @param {string} wanted a version such as 24 or 24.1, or the path of a binary
 * @param {NodeSession} session
 * @returns {Promise<string>}
 * @throws {WorkshopError} ERR_NO_NODE, ERR_NODE_INSTALL, ERR_NODE_NOT_RUNNING
 */
export async function nodeOfVersion(wanted, { signal, notify }) {
  const found = await findNodeBinary(wanted, signal)
  if (found) return found.file
  if (!VERSION.test(wanted)) throw new WorkshopError('ERR_NO_NODE', { wanted, spec: null })
  const { spec, folder } = nodePackage(wanted)
  notify({ type: 'node', version: wanted, spec, folder })
  const failure = await installNode(wanted, signal)
  if (failure?.code === 'failed') throw new WorkshopError('ERR_NODE_INSTALL', { wanted, spec, reason: failure.reason })
  if (failure?.code === 'not-running')
    throw new WorkshopError('ERR_NODE_NOT_RUNNING', { wanted, spec, reason: failure.reason })
  const installed = failure ? null : await findNodeBinary(wanted, signal)
  if (!installed) throw new WorkshopError('ERR_NO_NODE', { wanted, spec })
  return installed.file
}
