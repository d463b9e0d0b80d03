import { randomInt } from 'node:crypto'
import { quote } from 'shell-quote'
import { comparedServers } from '../experiments/compared-servers.js'
import { compareServers } from '../library/compare-servers.js'
import { designOf } from '../library/design-of.js'
import { usableCores } from '../system/cores.js'
import { formatJson } from '../system/files.js'
import { typedCommand } from '../system/workshop-root.js'
import { aboutCommand } from './about-command.js'
import { readCompareOptions } from './compare-options.js'
import { describePlan } from './describe-plan.js'
import { watchForInterrupts } from './interrupts.js'
import { exitCodeOf, printReport } from './print-report.js'
import { packagesOf, requirePackages } from './require-packages.js'
import { withProgress } from './with-progress.js'

/** @import { CheckoutEvent } from '../library/with-variants.js' */

/**
 * `workshop compare`: measures two or more servers of a user, and reports their difference.
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
export async function compareCommand(args) {
  const options = readCompareOptions(args)
  const { variants, request, out } = options
  const seed = options.seed ?? randomInt(1e6)
  const experiment = comparedServers({ variants, request, folder: '' })
  const design = designOf(experiment, options, seed, await usableCores())
  requirePackages(packagesOf(design))
  if (!options.quiet) for (const line of aboutCommand([{ experiment, design }], options)) console.error(line)
  if (options.dryRun) return print(describePlan(experiment, design))

  const { signal, stop } = watchForInterrupts()
  const reproduce = commandOf(args, seed)
  try {
    const measured = await withProgress({ experiment, design, quiet: options.quiet }, show =>
      compareServers({ asked: options, request, design, out, reproduce, signal, notify: event => notify(event, show) })
    )
    printReport(measured.analysis, measured.saved, options)
    if (options.json) print(formatJson(measured.analysis))
    if (measured.problem) throw measured.problem
    return exitCodeOf(measured.analysis)
  } finally {
    stop()
  }
}

/**
 * Prints what happens before the first round, and shows the rest as progress.
 * @template Event
 * @param {Event | CheckoutEvent} event
 * @param {(event: Event) => void} show
 */
function notify(event, show) {
  const { type, revision, folder } = /** @type {{ type: string, revision?: string, folder?: string }} */ (event)
  if (type === 'checkout') console.error(`${revision}: installing its packages`)
  else if (type === 'prepare') console.error(`Preparing ${folder}`)
  else if (type === 'uncommitted') console.error('Uncommitted changes are left out: --ref . is the working tree.')
  else show(/** @type {Event} */ (event))
}

/** @param {string[]} args @param {number} seed */
function commandOf(args, seed) {
  const hasSeed = args.some(word => /^--seed(=|$)/.test(word))
  return `${typedCommand} compare ${quote(args)}${hasSeed ? '' : ` --seed ${seed}`}`
}

/** @param {string} text */
function print(text) {
  process.stdout.write(`${text.trimEnd()}\n`)
  return 0
}
