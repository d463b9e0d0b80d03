import { estimateRunMs } from '../../measure/rounds/estimate-run.js'
import { fixedPlan } from '../../measure/rounds/plan.js'
import { formatDuration, formatExactPercent } from '../../report/words/format.js'
import { sum } from '../../stats/means.js'

/** @import { MeasureOptions } from '../../compare/ask/measure-options.js' */
/** @import { Experiment } from '../../experiments/types.js' */
/** @import { Block, Design } from '../../measure/types.js' */

/**
 * Returns the plan of a run, for --dry-run: every launch and slice in order, and how long it takes.
 * @param {Experiment} experiment @param {Design} design @returns {string}
 */
export function describePlan(experiment, design) {
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
      ({ launches, load, durationMs, requests, request }) =>
        `${launches.join(' and ')} ${load.generator}${request === undefined ? '' : `, ${request} alone,`} ${requests ? `${requests} requests` : durationMs ? `${durationMs / 1e3} s` : 'batch'}`
    )
    const warmUp = design.coldRequests === null ? '; warm-up' : ''
    return [`  up: ${up}${warmUp}`, ...loads.map(text => `    ${text}`)]
  }
}

/**
 * Returns what a run without profilers leaves out of the command line, and how long several experiments take together.
 * @param {{ experiment: Experiment, design: Design }[]} asked @param {Pick<MeasureOptions, 'preset' | 'named'>} options
 * @returns {string[]}
 */
export function aboutCommand(asked, { preset: { brief }, named }) {
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
  return lines
}

/** @param {string} what @param {string[]} names @returns {string[]} one text or none */
function listed(what, names) {
  return names.length === 0 ? [] : [`${what}${names.length > 1 ? 's' : ''} ${names.join(', ')}`]
}
