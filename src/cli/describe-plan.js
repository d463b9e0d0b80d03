import { estimateCollectMs, estimateRoundMs } from '../measure/estimate-duration.js'
import { fixedPlan } from '../measure/plan.js'
import { formatDuration, formatExactPercent } from '../report/format.js'

/**
 * @import { Experiment } from '../experiments/types.js'
 * @import { Block, Design } from '../measure/types.js'
 */

/**
 * The plan of a run, for --dry-run: every launch and slice in its order, and the time it will take.
 * @param {Experiment} experiment
 * @param {Design} design
 * @returns {string}
 */
export function describePlan(experiment, design) {
  const rounds = fixedPlan(
    design,
    experiment.variants.map(variant => variant.name)
  )
  const totalMs = rounds.reduce((sum, round) => sum + estimateRoundMs(round, design) + estimateCollectMs(round), 0)
  const lines = rounds.flatMap(round => [`round ${round.index + 1}`, ...round.blocks.flatMap(blockLines)])
  const { untilHalfWidth, maxMs } = design
  const goal = untilHalfWidth === null ? '' : ` and as many more until ±${formatExactPercent(untilHalfWidth)}`
  const limit = maxMs === null ? '' : `, none begun that would not end within ${formatDuration(maxMs)}`
  const head = `${experiment.name}, seed ${design.seed}: ${rounds.length} rounds, about ${formatDuration(totalMs)}${goal}${limit}`
  return [head, ...lines].join('\n')

  /** @param {Block} block */
  function blockLines({ launches, slices }) {
    const up = launches.map(launch => launch.id).join(' and ')
    const played = slices.map(
      ({ launches, load, durationMs }) =>
        `${launches.join(' beside ')} ${load.generator} ${durationMs ? `${durationMs / 1e3} s` : 'batch'}`
    )
    return [`  up: ${up}; warm-up ${design.warmupMs / 1e3} s each`, ...played.map(text => `    ${text}`)]
  }
}
