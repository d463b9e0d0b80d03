import { expect, test } from '@jest/globals'
import { experiments } from '../../src/experiments/index.js'
import { infoLog } from '../../src/experiments/info-log.js'
import { makeDesign } from '../../src/measure/design.js'
import { estimateCollectMs, estimateRoundMs } from '../../src/measure/estimate-duration.js'
import { fixedPlan } from '../../src/measure/plan.js'
import { sum } from '../../src/stats/means.js'
import { blamedVariants, comparisonsOf } from '../../src/verdict/comparisons.js'

/**
 * @import { Experiment } from '../../src/experiments/types.js'
 * @import { ProfilerName } from '../../src/profile/types.js'
 */

/** @type {(experiment: Experiment, options: { quick: boolean, profilers: ProfilerName[], only?: 'verdict' }) => number} */
function secondsOf(experiment, options) {
  const loads = options.quick ? experiment.loads.slice(0, 1) : experiment.loads
  const profiledVariants = experiment.toggles && blamedVariants(comparisonsOf(experiment))
  const design = makeDesign({ ...options, loads, seed: 1, profiledVariants })
  const rounds = fixedPlan(
    design,
    experiment.variants.map(({ name }) => name)
  )
  return sum(rounds.map(round => estimateRoundMs(round, design) + estimateCollectMs(round))) / 1e3
}

test.each([
  ['bench:prof', { quick: false, profilers: /** @type {ProfilerName[]} */ (['prof', 'cdp']) }, [287, 342, 350]],
  ['--only verdict', { quick: false, profilers: [], only: /** @type {const} */ ('verdict') }, [103, 115, 122]]
])('the estimate of %s is within a tenth of runs on a machine of two cores', (_, options, measured) => {
  const seconds = secondsOf(infoLog, options)
  expect(seconds).toBeGreaterThan(0.9 * Math.min(...measured))
  expect(seconds).toBeLessThan(1.1 * Math.max(...measured))
})

test.each([...experiments.values()])(
  'a quick run of $name ends within 45 s, with five seconds for its report',
  experiment => {
    expect(secondsOf(experiment, { quick: true, profilers: [] })).toBeLessThan(40)
  }
)
