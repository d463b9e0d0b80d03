import { WorkshopError } from '../errors.js'
import { withCheckouts } from '../measure/checkouts.js'
import { isNode } from '../profilers/is-node.js'
import { findNodeBinary } from '../system/node-binaries.js'
import { badOption } from './bad-option.js'

/**
 * @import { Experiment, Variant } from '../experiments/types.js'
 * @import { Checkout } from '../measure/checkouts.js'
 * @import { AskedVariants } from './variant-options.js'
 */

/** @typedef {Experiment['variants']} Variants */

/**
 * Calls a function with the variants while all of them can be started, and with the folder of their project.
 * @template T
 * @param {AskedVariants} asked
 * @param {AbortSignal} signal
 * @param {(variants: Variants, folder: string) => Promise<T>} use
 * @throws {WorkshopError} ERR_BAD_OPTION, ERR_NO_NODE, and those of `withCheckouts`
 */
export async function withVariants({ variants, revisions, nodes }, signal, use) {
  const [{ cwd: folder = '' }] = variants
  if (nodes.length > 0) return use(await underNodes(variants, nodes, signal), folder)
  if (revisions.length === 0) return use(variants, folder)
  return withCheckouts({ revisions, folder, signal, notify: showStep }, function useCopies(checkouts, repository) {
    if (repository.hasUncommitted && !revisions.includes('.'))
      console.error('Uncommitted changes are left out: --ref . is the working tree.')
    const copies = variants.map((variant, index) => ({ ...variant, ...placeOf(checkouts[index]) }))
    return use(/** @type {Variants} */ (copies), repository.top)
  })
}

/** @param {{ revision: string }} step */
function showStep({ revision }) {
  console.error(`${revision}: installing its packages`)
}

/** @param {Checkout} [checkout] @returns {Partial<Variant>} */
function placeOf(checkout) {
  return checkout ? { cwd: checkout.cwd, root: checkout.root, commit: checkout.commit } : {}
}

/** @type {(variants: Variants, nodes: string[], signal: AbortSignal) => Promise<Variants>} */
async function underNodes(variants, nodes, signal) {
  const found = await Promise.all(variants.map(underNode))
  return /** @type {Variants} */ (found)

  /** @param {Variant} variant @param {number} index */
  async function underNode(variant, index) {
    const { command, env } = variant
    const [program = '', ...args] = command
    if (!isNode(program)) throw badOption('--node', `${program} is not node`, "a command such as 'node server.js'")
    const wanted = nodes[index] ?? ''
    const binary = await findNodeBinary(wanted, signal)
    if (!binary) throw new WorkshopError('ERR_NO_NODE', { wanted })
    return { ...variant, command: [binary.file, ...args], env }
  }
}
