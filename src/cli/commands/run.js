import { randomInt } from 'node:crypto'
import { badOption } from '../../compare/ask/bad-option.js'
import { designOf } from '../../compare/ask/design-of.js'
import { measureWords, readMeasureOptions } from '../../compare/ask/measure-options.js'
import { APP_PACKAGES, packagesOf, requirePackages } from '../../compare/ask/require-packages.js'
import { measureExperiment } from '../../compare/save/measure-experiment.js'
import { WorkshopError } from '../../errors/errors.js'
import { labs } from '../../labs/index.js'
import { wrapped } from '../../report/print/terminal.js'
import { openingOf } from '../../report/words/verdict-words.js'
import { usableCores } from '../../system/cores.js'
import { typedCommand } from '../../system/files/workshop-root.js'
import { experiments } from '../options/experiments.js'
import { command, parseCommandLine } from '../options/read-arguments.js'
import { aboutCommand, describePlan } from '../print/describe-plan.js'
import { print } from '../print/print.js'
import { exitCodeOf, exitCodeWith, printEnd, printReport, worstExitCode } from '../print/print-report.js'
import { withProgress } from '../print/with-progress.js'
import { watchForInterrupts } from './interrupts.js'

/** @import { Analysis } from '../../types.js' */
/** @import { Given } from '../options/read-arguments.js' */

/** `workshop run`: measures one experiment after the other, each in its own run folder, and reports each. */
export const runCommand = command({ name: 'run', options: runOptions, run: measureAll })

/** @param {ReturnType<typeof runOptions>} options */
async function measureAll(options) {
  const { out, quiet, baselines } = options
  const seed = options.seed ?? randomInt(1e6)
  const cores = await usableCores()
  const asked = options.experiments.map(experiment => ({
    experiment,
    design: designOf(experiment, options, seed, cores)
  }))
  requirePackages([...APP_PACKAGES, ...asked.flatMap(({ design }) => packagesOf(design))])
  if (!quiet) for (const line of aboutCommand(asked, options)) console.error(wrapped(line, process.stderr.columns))
  if (options.dryRun) return print(asked.map(({ experiment, design }) => describePlan(experiment, design)).join('\n'))

  const { signal, stop } = watchForInterrupts()
  const analyses = []
  /** @type {number[]} */
  const codes = []
  try {
    for (const { experiment, design } of asked) {
      const reproduce = [typedCommand, 'run', experiment.name, ...measureWords(options, design.seed)].join(' ')
      const { analysis, saved, problem } = await withProgress({ experiment, design, quiet }, notify =>
        measureExperiment({ experiment, design, reproduce, out, baselines, labs, signal, notify })
      )
      printReport(analysis, saved, options)
      analyses.push(analysis)
      codes.push(exitCodeWith(exitCodeOf(analysis), saved))
      if (problem) throw problem
    }
  } finally {
    stop()
    printEnd(analyses, { json: options.json, isList: options.experiments.length !== 1 })
  }
  if (analyses.length > 1 && !options.json && !options.quiet) print(`\n${analyses.flatMap(answersOf).join('\n')}`)
  return worstExitCode(codes)
}

/** @param {Analysis} analysis @returns {string[]} a line per verdict, for a command of several runs */
function answersOf({ experiment, verdicts }) {
  return verdicts.map(verdict => wrapped(`${experiment}: ${openingOf(verdict)}.`, process.stdout.columns))
}

/**
 * Returns the options of `workshop run`.
 * @param {string[]} args
 * @throws {WorkshopError} ERR_BAD_OPTION, ERR_UNKNOWN_EXPERIMENT
 */
export function readRunOptions(args) {
  return runOptions(parseCommandLine('run', args))
}

/** @param {Given} given */
function runOptions({ values, words }) {
  return { ...readMeasureOptions(values), experiments: readExperiments(words) }
}

/** @param {string[]} names */
function readExperiments(names) {
  const allowed = [...experiments.keys()].join(', ')
  if (names.length === 0) throw badOption('run', 'name an experiment', allowed)
  return names.map(function find(name) {
    const experiment = experiments.get(name)
    if (!experiment) throw new WorkshopError('ERR_UNKNOWN_EXPERIMENT', { name, allowed })
    return experiment
  })
}
