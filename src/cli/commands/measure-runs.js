import { labs } from '../../labs/index.js'
import { estimateRunMs, fixedPlan } from '../../measure/rounds/plan.js'
import { wrapped } from '../../report/print/terminal.js'
import { formatCounted, formatDuration, formatExactPercent } from '../../report/words/format.js'
import { sum } from '../../stats/means.js'
import { print, printJson } from '../print/print.js'
import { exitCodeOf, exitCodeWith, printFired, printReport, worstExitCode } from '../print/print-report.js'
import { tooShortInWords, withProgress } from '../print/progress.js'
import { untilInterrupted } from './interrupts.js'

/** @import { MeasureOptions } from '../../compare/ask/measure-options.js' */
/** @import { Measured } from '../../compare/save/measure-and-save.js' */
/** @import { Experiment } from '../../experiments/types.js' */
/** @import { Block, Design } from '../../measure/types.js' */
/** @import { RunEvent } from '../print/progress.js' */
/** @import { Analysis } from '../../types.js' */

/**
 * @typedef {object} AskedRun
 * @property {Experiment} experiment
 * @property {Design} design
 * @property {(session: Session) => Promise<Measured>} measure
 *
 * @typedef {Pick<MeasureOptions, 'out' | 'baselines'> & { labs: typeof labs, signal: AbortSignal, notify: (event: RunEvent) => void }} Session
 */

/**
 * Measures runs one after the other, each in its own run folder, and reports each; with --dry-run it prints their plans.
 * @param {AskedRun[]} asked @param {MeasureOptions} options
 * @param {object} shown
 * @param {string[]} [shown.about] printed before the first one
 * @param {() => Promise<unknown>} [shown.checkPlan] refuses to print a plan that could not be measured
 * @param {(analyses: Analysis[]) => Analysis | Analysis[] | null | undefined} shown.json returns what --json prints, also where a run
 *   fails; undefined for nothing
 * @returns {Promise<number>} exit code
 */
export async function measureRuns(asked, options, { about = [], checkPlan, json }) {
  const { quiet, out, baselines } = options
  for (const line of quiet ? [] : [...aboutRuns(asked, options), ...about])
    console.error(wrapped(line, process.stderr.columns))
  if (options.dryRun) {
    await checkPlan?.()
    return print(asked.map(planText).join('\n'))
  }
  /** @type {Analysis[]} */
  const analyses = []
  /** @type {number[]} */
  const codes = []
  try {
    await untilInterrupted(async function measureAll(signal) {
      for (const { measure, ...run } of asked) {
        const { analysis, saved, problem } = await withProgress({ ...run, quiet }, notify =>
          measure({ out, baselines, labs, signal, notify })
        )
        printReport(analysis, saved, options)
        analyses.push(analysis)
        codes.push(exitCodeWith(exitCodeOf(analysis, options), saved))
        if (problem) throw problem
      }
    })
  } finally {
    const printed = json(analyses)
    if (options.json && printed !== undefined) printJson(printed)
    analyses.forEach(printFired)
  }
  return worstExitCode(codes)
}

/**
 * Returns what a run without profilers leaves out of the command line, how long several experiments take together, and where the time
 * is too short for a verdict.
 * @param {AskedRun[]} asked @param {Pick<MeasureOptions, 'preset' | 'named'>} options
 */
function aboutRuns(asked, { preset: { brief }, named }) {
  const lines = []
  const measured = asked.flatMap(({ design }) => design.loads.map(load => load.generator))
  const loads = (named.generators ?? []).filter(name => !measured.some(generator => generator === name))
  const leftOut = [
    ...listed('profiler', named.profilers),
    ...listed('load', loads).map(words => `${words} (it measures under ${[...new Set(measured)].join(', ')})`)
  ]
  if (brief && leftOut.length > 0) lines.push(`${brief} leaves out the ${leftOut.join(' and the ')}.`)
  if (asked.length > 1) {
    const totalMs = sum(asked.map(({ experiment, design }) => estimateRunMs(experiment, design)))
    lines.push(`${asked.length} experiments, one after the other: about ${formatDuration(totalMs)} in all.`)
  }
  return [...lines, ...asked.flatMap(timeInWords)]
}

/** Returns which time holds enough rounds, where that of a run does not. @param {AskedRun} asked @returns {string[]} one text or none */
function timeInWords({ experiment, design }) {
  const tooShort = tooShortInWords(experiment, design)
  return tooShort ? [`${experiment.name}: ${tooShort}`] : []
}

/** @param {string} what @param {string[]} names @returns {string[]} one text or none */
function listed(what, names) {
  return names.length === 0 ? [] : [`${what}${names.length > 1 ? 's' : ''} ${names.join(', ')}`]
}

/** Returns the plan of a run: every launch and slice in order, and how long it takes. @param {AskedRun} asked */
function planText({ experiment, design }) {
  const { untilHalfWidth, maxMs, seed, coldRequests, endsWhenClear } = design
  const names = experiment.variants.map(({ name }) => name)
  const rounds = fixedPlan(design, names)
  const fewer = endsWhenClear ? ', fewer where every verdict is clear early' : ''
  const goal =
    untilHalfWidth === null
      ? fewer
      : ` or more, until the 95% interval is at most ±${formatExactPercent(untilHalfWidth)}`
  const limit = maxMs === null ? '' : `, no round beyond ${formatDuration(maxMs)}`
  const time = `about ${formatDuration(estimateRunMs(experiment, design))}${goal}${limit}`
  const lines = rounds.flatMap(round => [`round ${round.index + 1}`, ...round.blocks.flatMap(blockLines)])
  return [`${experiment.name}, seed ${seed}: ${formatCounted(rounds.length, 'round')}, ${time}`, ...lines].join('\n')

  /** @param {Block} block */
  function blockLines({ launches, slices }) {
    const up = launches.map(launch => launch.id).join(' and ')
    const loads = slices.map(
      ({ launches, load, durationMs, requests, request }) =>
        `${launches.join(' and ')} ${load.generator}${request === undefined ? '' : `, ${request} alone,`} ${requests ? `${requests} requests` : durationMs ? `${durationMs / 1e3} s` : 'batch'}`
    )
    const warmUp = coldRequests === null ? '; warm-up' : ''
    return [`  up: ${up}${warmUp}`, ...loads.map(text => `    ${text}`)]
  }
}
