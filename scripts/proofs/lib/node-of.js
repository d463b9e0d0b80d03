import { findNodeBinary } from '../../../src/system/node-binaries.js'
import { installNode } from '../../../src/system/node-package.js'
import { badOption } from './play-runs.js'

/**
 * Returns a version of Node.js, which is installed into the cache of the workshop where it is not on this machine.
 * @type {(wanted: string, signal: AbortSignal) => Promise<{ version: string, file: string }>}
 */
export async function nodeOf(wanted, signal) {
  const known = await findNodeBinary(wanted, signal)
  if (known) return known
  console.error(`installs Node.js ${wanted}`)
  const problem = await installNode(wanted, signal)
  const installed = problem ? null : await findNodeBinary(wanted, signal)
  if (!installed) throw badOption('--node', `there is no Node.js ${wanted} here`, 'a version or the path of a binary')
  return installed
}

/**
 * Returns the versions of some runs, by major.
 * @param {{ major: string }[]} planned @param {AbortSignal} signal
 * @param {string} [node] the version of all of them: those of other majors are left out
 * @returns {Promise<Map<string, { version: string, file: string }>>}
 */
export async function nodesOf(planned, signal, node) {
  const found = new Map()
  for (const major of new Set(planned.map(run => run.major))) {
    const binary = await nodeOf(node ?? major, signal)
    if (binary.version.startsWith(`v${major}.`)) found.set(major, binary)
  }
  return found
}
