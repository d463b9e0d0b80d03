import { analyse } from '../../analyse.js'
import { requestLines } from '../../report/words/request-words.js'
import { verdictWords } from '../../report/words/verdict-words.js'
import { RunFolder } from '../../runs/run-folder.js'
import { packagesInWords } from './lab-progress.js'
import { printError } from './print.js'
import { startProgress } from './progress.js'

/** @import { Experiment } from '../../experiments/types.js' */
/** @import { CompanionEvent } from '../../measure/launch/companions.js' */
/** @import { PackagesEvent } from '../../compare/save/measure-experiment.js' */
/** @import { CheckoutEvent } from '../../compare/ask/with-variants.js' */
/** @import { PortsEvent } from '../../compare/ask/compare-servers.js' */
/** @import { Order } from '../../measure/rounds/run-experiment.js' */
/** @import { Design } from '../../measure/types.js' */

/** @typedef {CheckoutEvent | CompanionEvent | PackagesEvent | PortsEvent} AroundEvent what happens before and after a run */

/** @typedef {Parameters<Order['notify']>[0] | AroundEvent} RunEvent */

/**
 * Measures with the progress on stderr, and prints the verdicts there when the run begins to measure their size. What comes before
 * and after the run, such as an install, is printed in lines of its own.
 * @template T
 * @param {{ experiment: Experiment, design: Design, quiet: boolean }} shown
 * @param {(notify: (event: RunEvent) => void) => Promise<T>} measure @returns {Promise<T>}
 */
export function withProgress({ experiment, design, quiet }, measure) {
  /** @type {ReturnType<typeof startProgress> | undefined} */
  let progress
  let folder = ''
  return measure(notify).finally(() => progress?.stop())

  /** @param {RunEvent} event */
  function notify(event) {
    if (isAroundRun(event)) return printAround(event)
    progress ??= startProgress(experiment, design, { quiet })
    if (event.type === 'folder') folder = event.path
    if (event.type === 'verdict' && design.detailRounds > 0) progress.line(verdictSoFar(folder))
    else progress.show(event)
  }

  /** @param {AroundEvent} event */
  function printAround(event) {
    if (event.type === 'packages' && event.installed > 0) return
    const text = aroundRunInWords(event, experiment)
    if (!quiet && progress) progress.line(text)
    else if (!quiet || warnings.has(event.type)) printError(text)
  }
}

/** @type {Set<RunEvent['type']>} */
const warnings = new Set(['clean-failed', 'companion-killed', 'ports'])
/** @type {Set<RunEvent['type']>} */
const aroundRun = new Set([...warnings, 'checkout', 'companion', 'packages', 'prepare', 'node', 'uncommitted', 'clean'])

/** @param {RunEvent} event @returns {event is AroundEvent} */
function isAroundRun(event) {
  return aroundRun.has(event.type)
}

/** @param {AroundEvent} event @param {Pick<Experiment, 'name'>} experiment */
function aroundRunInWords(event, { name }) {
  switch (event.type) {
    case 'packages':
      return `${name}: ${packagesInWords(event)}`
    case 'checkout':
      return `${event.revision}: installing its packages`
    case 'node':
      return `Node.js ${event.version} is not on this machine: installing ${event.spec} into ${event.folder}`
    case 'companion':
      return event.isReady ? `Started ${event.name}` : `${event.name} listens on no TCP port yet; the run goes on.`
    case 'companion-killed':
      return `${event.name} did not end within ${event.limitMs / 1000} s and was killed: its data may be incomplete.`
    case 'ports':
      return portsInWords(event)
    case 'prepare':
      return `Preparing ${event.folder}`
    case 'clean':
      return `Cleaning ${event.folder}`
    case 'clean-failed':
      return event.problem.message
    default:
      return 'Uncommitted changes and new files are left out: --ref . is the working tree.'
  }
}

/** @param {Extract<AroundEvent, { type: 'ports' }>} event ports as the server's code has them; 0 for any */
function portsInWords({ variant, loaded, others }) {
  const open = others.map(port => port || 'any').join(', ')
  const isFixed = others.some(port => port > 0)
  const next = isFixed
    ? '--port chooses another one.'
    : 'Give the other one a fixed port to load that: --port chooses it.'
  return `${variant}: port ${loaded || 'any'} is loaded, which it opened first; also open: ${open}. ${next}`
}

/** Returns the verdicts of a run that still measures their size. @param {string} root the run folder */
function verdictSoFar(root) {
  try {
    const analysis = analyse(new RunFolder(root).read()).analysis
    return analysis.verdicts
      .flatMap(verdict => [verdictWords(verdict, { isComplete: false })[0], ...requestLines(analysis, verdict)])
      .join('\n')
  } catch (error) {
    return `The verdict could not be read yet: ${messageOfError(error)}`
  }
}

/** @param {unknown} error */
function messageOfError(error) {
  return error instanceof Error ? error.message : String(error)
}
