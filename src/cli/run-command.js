import { randomInt } from 'node:crypto'
import { wrapped } from '../report/terminal.js'
import { openingOf } from '../report/verdict-words.js'
import { usableCores } from '../system/cores.js'
import { formatJson } from '../system/files.js'
import { describePlan } from './describe-plan.js'
import { designOf } from './design-of.js'
import { watchForInterrupts } from './interrupts.js'
import { measureAndReport } from './measure-and-report.js'
import { measureWords } from './measure-options.js'
import { exitCodeOf } from './print-report.js'
import { readRunOptions } from './run-options.js'

/** @import { Analysis } from '../types.js' */

/**
 * `workshop run`: measures one experiment after the other, each in its own run folder, and reports each.
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
export async function runCommand(args) {
  const options = readRunOptions(args)
  const seed = options.seed ?? randomInt(1e6)
  const cores = await usableCores()
  const asked = options.experiments.map(experiment => ({
    experiment,
    design: designOf(experiment, options, seed, cores)
  }))
  if (options.dryRun) return print(asked.map(({ experiment, design }) => describePlan(experiment, design)).join('\n'))

  const { signal, stop } = watchForInterrupts()
  const analyses = []
  try {
    for (const { experiment, design } of asked) {
      const reproduce = ['node scripts/workshop.js run', experiment.name, ...measureWords(options, design.seed)].join(
        ' '
      )
      const { analysis, problem } = await measureAndReport({ experiment, design, reproduce, signal }, options)
      analyses.push(analysis)
      if (problem) throw problem
    }
  } finally {
    stop()
    if (options.json) print(formatJson(options.experiments.length === 1 ? (analyses[0] ?? null) : analyses))
  }
  if (analyses.length > 1 && !options.json && !options.quiet) print(`\n${analyses.flatMap(answersOf).join('\n')}`)
  return Math.max(...analyses.map(exitCodeOf))
}

/** @param {Analysis} analysis @returns {string[]} a line per verdict, for a command of several runs */
function answersOf({ experiment, verdicts }) {
  return verdicts.map(verdict => wrapped(`${experiment}: ${openingOf(verdict)}.`, process.stdout.columns))
}

/** @param {string} text */
function print(text) {
  process.stdout.write(`${text.trimEnd()}\n`)
  return 0
}
