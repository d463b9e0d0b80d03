import { randomInt } from 'node:crypto'
import { quote } from 'shell-quote'
import { compareServers } from '../../compare/ask/compare-servers.js'
import { designOf } from '../../compare/ask/design-of.js'
import { packagesOf, requirePackages } from '../../compare/ask/require-packages.js'
import { shownCommand, shownValue } from '../../errors/secrets.js'
import { comparedServers } from '../../experiments/compared-servers.js'
import { labs } from '../../labs/index.js'
import { checkRevisions } from '../../measure/project/checkouts.js'
import { wrapped } from '../../report/print/terminal.js'
import { equalCommandsInWords } from '../../report/sections/server-sections.js'
import { leftOutInWords } from '../../report/words/request-words.js'
import { usableCores } from '../../system/cores.js'
import { typedCommand } from '../../system/files/workshop-root.js'
import { readCompareConfig, readCompareOptions } from '../options/compare-options.js'
import { aboutCommand, describePlan } from '../print/describe-plan.js'
import { print, printError } from '../print/print.js'
import { exitCodeOf, exitCodeWith, printEnd, printReport } from '../print/print-report.js'
import { withProgress } from '../print/with-progress.js'
import { watchForInterrupts } from './interrupts.js'

const NOT_SAVED = '(not saved)'

/**
 * `workshop compare`: measures two or more servers of a user, and reports their difference.
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
export async function compareCommand(args) {
  const config = await readCompareConfig(args)
  const options = readCompareOptions(args, config)
  const { variants, companions, requests, leftOut, origin, health, out, baselines } = options
  const seed = options.seed ?? randomInt(1e6)
  const experiment = comparedServers({ variants, requests, folder: '' })
  const design = designOf(experiment, options, seed, await usableCores())
  requirePackages(packagesOf(design))
  if (config && !options.quiet) printError(`Configuration: ${config.name}`)
  const isOneCommand = options.revisions.length > 0 || options.nodes.length > 0
  const about = [
    ...aboutCommand([{ experiment, design }], options),
    ...(isOneCommand ? [] : equalCommandsInWords(variants)),
    ...leftOutInWords(leftOut, origin)
  ]
  if (!options.quiet) for (const line of about) console.error(wrapped(line, process.stderr.columns))
  if (options.dryRun) {
    const [{ cwd = '.' }] = variants
    if (options.revisions.length > 0) await checkRevisions(options.revisions, cwd)
    return print(describePlan(experiment, design))
  }

  const { signal, stop } = watchForInterrupts()
  const reproduce = commandOf(args, seed)
  try {
    const measured = await withProgress({ experiment, design, quiet: options.quiet }, notify =>
      compareServers({
        asked: options,
        companions,
        requests,
        health,
        design,
        out,
        baselines,
        labs,
        reproduce,
        signal,
        notify
      })
    )
    printReport(measured.analysis, measured.saved, options)
    printEnd([measured.analysis], options)
    if (measured.problem) throw measured.problem
    return exitCodeWith(exitCodeOf(measured.analysis), measured.saved)
  } finally {
    stop()
  }
}

/**
 * Returns the command that repeats a comparison, as a report has it: without secret values and bodies.
 * @param {string[]} args @param {number} seed
 */
export function commandOf(args, seed) {
  const hasSeed = args.some(word => /^--seed(=|$)/.test(word))
  const shown = args.map((word, index) => (args[index - 1] === '--body' ? NOT_SAVED : withoutSecret(word)))
  const words = quote([...shown, ...(hasSeed ? [] : ['--seed', String(seed)])])
  return `${typedCommand} compare ${words}`
}

/** @param {string} word an argument, such as `a: b`, `--header=a: b` or `TOKEN=x node a.js` */
function withoutSecret(word) {
  const [, option = '', text = ''] = /^(--[a-z-]+=)?(.*)$/s.exec(word) ?? []
  if (option === '--body=') return `${option}${NOT_SAVED}`
  const [, name, value = ''] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*)$/s.exec(text) ?? []
  return `${option}${name === undefined ? shownCommand(text) : `${name}: ${shownValue(name, value)}`}`
}
