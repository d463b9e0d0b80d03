import { WorkshopError } from '../errors.js'
import { withCheckouts } from '../measure/checkouts.js'
import { isNode } from '../profilers/is-node.js'
import { findNodeBinary } from '../system/node-binaries.js'

/**
 * @import { Experiment, Variant } from '../experiments/types.js'
 * @import { Checkout } from '../measure/checkouts.js'
 */

/** @typedef {Experiment['variants']} Variants */

/**
 * @typedef {object} AskedVariants
 * @property {Variants} variants the baseline first
 * @property {string[]} revisions the git revision of which each variant gets a copy; none: the folders as they are
 * @property {string[]} nodes the version or binary that runs each variant; none: the one that runs this
 *
 * @typedef {{ type: 'checkout', revision: string } | { type: 'uncommitted' }} CheckoutEvent `checkout`: the packages of a revision
 *   are being installed; `uncommitted`: changes in the working tree are left out
 */

/**
 * Calls a function with the variants while all of them can be started, and with the folder of their project.
 * @template T
 * @param {AskedVariants} asked
 * @param {{ signal: AbortSignal, notify: (event: CheckoutEvent) => void }} session
 * @param {(variants: Variants, folder: string) => Promise<T>} use
 * @throws {WorkshopError} ERR_BAD_OPTION, ERR_NO_NODE, and those of `withCheckouts`
 */
export async function withVariants({ variants, revisions, nodes }, { signal, notify }, use) {
  const [{ cwd: folder = '' }] = variants
  if (nodes.length > 0) return use(await underNodes(variants, nodes, signal), folder)
  if (revisions.length === 0) return use(variants, folder)
  return withCheckouts({ revisions, folder, signal, notify: showStep }, function useCopies(checkouts, repository) {
    if (repository.hasUncommitted && !revisions.includes('.')) notify({ type: 'uncommitted' })
    const copies = variants.map((variant, index) => ({ ...variant, ...placeOf(checkouts[index]) }))
    return use(/** @type {Variants} */ (copies), repository.top)
  })

  /** @param {{ revision: string }} step */
  function showStep({ revision }) {
    notify({ type: 'checkout', revision })
  }
}

/** @param {Checkout} [checkout] @returns {Partial<Variant>} */
function placeOf(checkout) {
  return checkout ? { cwd: checkout.cwd, root: checkout.root, commit: checkout.commit } : {}
}

/** @type {(variants: Variants, nodes: string[], signal: AbortSignal) => Promise<Variants>} */
async function underNodes(variants, nodes, signal) {
  const found = await Promise.all(variants.map(underNode))
  return /** @type {Variants} */ (found)

  /** @param {Variant} variant @param {number} index @returns {Promise<Variant>} */
  async function underNode(variant, index) {
    const [program = '', ...args] = variant.command
    if (!isNode(program)) {
      const problem = `${program} is not node`
      throw new WorkshopError('ERR_BAD_OPTION', {
        option: '--node',
        problem,
        allowed: "a command such as 'node server.js'"
      })
    }
    const wanted = nodes[index] ?? ''
    const binary = await findNodeBinary(wanted, signal)
    if (!binary) throw new WorkshopError('ERR_NO_NODE', { wanted })
    return { ...variant, command: [binary.file, ...args] }
  }
}
