import { estimateRunMs } from '../../measure/rounds/estimate-run.js'
import { fixedPlan } from '../../measure/rounds/plan.js'
import { formatDuration, formatExactPercent } from '../../report/words/format.js'

/**
 * @import { Experiment } from '../../experiments/types.js'
 * @import { Block, Design } from '../../measure/types.js'
 */

/**
 * Returns the plan of a run, for --dry-run: every launch and slice in order, and how long it takes.
 * @param {Experiment} experiment
 * @param {Design} design
 * @returns {string}
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
