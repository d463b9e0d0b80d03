import { randomInt } from 'node:crypto'
import path from 'node:path'
import { analyseRun, prepareRun } from '../analyse-run.js'
import { fitToMachine, makeDesign } from '../measure/design.js'
import { estimateRunMs } from '../measure/estimate-run.js'
import { fixedPlan } from '../measure/plan.js'
import { runExperiment } from '../measure/run-experiment.js'
import { formatDuration, formatExactPercent } from '../report/format.js'
import { wrapped } from '../report/terminal.js'
import { openingOf, verdictWords } from '../report/verdict-words.js'
import { readRun } from '../runs/read-run.js'
import { sum } from '../stats/means.js'
import { usableCores } from '../system/cores.js'
import { formatJson } from '../system/files.js'
import { blamedVariants, comparisonsOf } from '../verdict/comparisons.js'
import { watchForInterrupts } from './interrupts.js'
import { exitCodeOf, printReport } from './print-report.js'
import { startProgress } from './progress.js'
import { readRunOptions } from './run-options.js'
import { saveReport } from './save-report.js'
import { saveSources } from './save-sources.js'

/**
 * @import { Experiment } from '../experiments/types.js'
 * @import { Order } from '../measure/run-experiment.js'
 * @import { Block, Design } from '../measure/types.js'
 * @import { Analysis } from '../types.js'
 * @import { RunOptions } from './run-options.js'
 */

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
  if (!options.quiet) for (const line of aboutCommand(asked, options)) console.error(line)
  if (options.dryRun) return print(asked.map(({ experiment, design }) => describePlan(experiment, design)).join('\n'))

  const interrupts = watchForInterrupts()
  const analyses = []
  try {
    for (const { experiment, design } of asked) {
      const { analysis, problem } = await runOne(experiment, design, options, interrupts.signal)
      analyses.push(analysis)
      if (problem) throw problem
    }
  } finally {
    interrupts.stop()
    if (options.json) print(formatJson(options.experiments.length === 1 ? (analyses[0] ?? null) : analyses))
  }
  if (analyses.length > 1 && !options.json && !options.quiet) print(`\n${analyses.flatMap(answersOf).join('\n')}`)
  return Math.max(...analyses.map(exitCodeOf))
}

/**
 * Returns what a quick run leaves out of the command line, and how long several experiments take together.
 * @param {{ experiment: Experiment, design: Design }[]} asked
 * @param {RunOptions} options
 */
function aboutCommand(asked, { isQuick, named }) {
  const lines = []
  const measured = asked.flatMap(({ design }) => design.loads.map(load => load.generator))
  const loads = (named.generators ?? []).filter(name => !measured.some(generator => generator === name))
  const leftOut = [
    ...listed('profiler', named.profilers),
    ...listed('load', loads).map(words => `${words} (it measures under ${[...new Set(measured)].join(', ')})`)
  ]
  if (isQuick && leftOut.length > 0) lines.push(`--quick leaves out the ${leftOut.join(' and the ')}.`)
  if (asked.length > 1) {
    const totalMs = sum(asked.map(({ experiment, design }) => estimateRunMs(experiment, design)))
    lines.push(`${asked.length} experiments, one after the other: about ${formatDuration(totalMs)} in all.`)
  }
  return lines.map(line => wrapped(line, process.stderr.columns))
}

/** @param {string} what @param {string[]} names @returns {string[]} one text or none */
function listed(what, names) {
  return names.length === 0 ? [] : [`${what}${names.length > 1 ? 's' : ''} ${names.join(', ')}`]
}

/** @param {Analysis} analysis @returns {string[]} a line per verdict, for a command of several runs */
function answersOf({ experiment, verdicts }) {
  return verdicts.map(verdict => wrapped(`${experiment}: ${openingOf(verdict)}.`, process.stdout.columns))
}

/** @param {Experiment} experiment @param {Design} design @param {RunOptions} options @param {AbortSignal} signal */
async function runOne(experiment, design, options, signal) {
  const progress = startProgress(experiment, design, options)
  const reproduce = commandOf(experiment, options, design.seed)
  let folder = ''
  /** @type {Order['notify']} */
  function notify(event) {
    if (event.type === 'folder') folder = event.path
    if (event.type === 'verdict' && design.detailRounds > 0) progress.line(verdictSoFar(folder))
    else progress.show(event)
  }
  const order = { experiment, design, profilesFolder: path.resolve(options.out), reproduce, signal, notify }
  const { root, problem } = await runExperiment(order).finally(progress.stop)
  const run = readRun(root)
  const prepared = prepareRun(run)
  const analysis = await saveSources(root, run, analyseRun(run, prepared))
  const saved = await saveReport(root, run, analysis, prepared)
  printReport(analysis, saved, options)
  return { analysis, problem }
}

/**
 * Returns the verdicts of a run that still measures their size.
 * @param {string} root the run folder
 */
function verdictSoFar(root) {
  try {
    const { verdicts } = analyseRun(readRun(root))
    return verdicts.map(verdict => verdictWords(verdict, { isComplete: false })[0]).join('\n')
  } catch (error) {
    return `The verdict could not be read yet: ${messageOfError(error)}`
  }
}

/** @param {unknown} error */
function messageOfError(error) {
  return error instanceof Error ? error.message : String(error)
}

/** @type {(experiment: Experiment, options: RunOptions, seed: number, cores: number[]) => Design} */
function designOf(experiment, { generators, isQuick, isShort, ...chosen }, seed, cores) {
  const usual = isQuick ? experiment.loads.slice(0, 1) : experiment.loads
  const names = generators ?? usual.map(load => load.generator)
  const loads = names.flatMap(name => experiment.loads.filter(load => load.generator === name))
  const warmupLoad = experiment.loads.find(({ mode }) => mode === 'closed')
  const profiledVariants = experiment.toggles && blamedVariants(comparisonsOf(experiment))
  return fitToMachine(
    makeDesign({ ...chosen, quick: isQuick || isShort, loads, warmupLoad, seed, profiledVariants }),
    cores
  )
}

/** @type {(experiment: Experiment, options: RunOptions, seed: number) => string} */
function commandOf(
  { name },
  { profilers, generators, rounds, sliceMs, untilHalfWidth, maxMs, only, isCold, isQuick, isShort },
  seed
) {
  const words = ['node scripts/workshop.js run', name, '--seed', seed]
  if (profilers.length > 0) words.push('--profiler', profilers.join(','))
  if (generators) words.push('--load', generators.join(','))
  if (rounds !== undefined) words.push('--rounds', rounds)
  if (sliceMs !== undefined) words.push('--duration', sliceMs / 1e3)
  if (untilHalfWidth !== undefined) words.push('--until', formatExactPercent(untilHalfWidth))
  if (maxMs !== undefined) words.push('--max-time', maxMs / 1e3)
  if (only !== undefined) words.push('--only', only)
  if (isCold) words.push('--cold')
  if (isQuick) words.push('--quick')
  if (isShort) words.push('--short')
  return words.join(' ')
}

/**
 * Returns the plan of a run, for --dry-run: every launch and slice in order, and how long it takes.
 * @param {Experiment} experiment
 * @param {Design} design
 * @returns {string}
 */
function describePlan(experiment, design) {
  const names = experiment.variants.map(({ name }) => name)
  const rounds = fixedPlan(design, names)
  const totalMs = estimateRunMs(experiment, design)
  const lines = rounds.flatMap(round => [`round ${round.index + 1}`, ...round.blocks.flatMap(blockLines)])
  const { untilHalfWidth, maxMs } = design
  const goal =
    untilHalfWidth === null ? '' : ` or more, until the 95% interval is at most ±${formatExactPercent(untilHalfWidth)}`
  const limit = maxMs === null ? '' : `, at most ${formatDuration(maxMs)}`
  const head = `${experiment.name}, seed ${design.seed}: ${rounds.length} rounds, about ${formatDuration(totalMs)}${goal}${limit}`
  return [head, ...lines].join('\n')

  /** @param {Block} block */
  function blockLines({ launches, slices }) {
    const up = launches.map(launch => launch.id).join(' and ')
    const loads = slices.map(
      ({ launches, load, durationMs, requests }) =>
        `${launches.join(' and ')} ${load.generator} ${requests ? `${requests} requests` : durationMs ? `${durationMs / 1e3} s` : 'batch'}`
    )
    const warmUp = design.coldRequests === null ? '; warm-up' : ''
    return [`  up: ${up}${warmUp}`, ...loads.map(text => `    ${text}`)]
  }
}

/** @param {string} text */
function print(text) {
  process.stdout.write(`${text.trimEnd()}\n`)
  return 0
}
