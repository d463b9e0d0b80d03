import { expect, test } from '@jest/globals'
import { infoLog } from '../../src/experiments/info-log.js'
import { makeDesign } from '../../src/measure/design.js'
import { estimateCollectMs, estimateRoundMs } from '../../src/measure/estimate-duration.js'
import { fixedPlan } from '../../src/measure/plan.js'
import { sum } from '../../src/stats/means.js'

/** @import { ProfilerName } from '../../src/profile/types.js' */

const variants = infoLog.variants.map(({ name }) => name)

/** @type {(options: { quick: boolean, profilers: ProfilerName[], only?: 'verdict' }) => number} */
function secondsOf(options) {
  const loads = options.quick ? infoLog.loads.slice(0, 1) : infoLog.loads
  const design = makeDesign({ ...options, loads, seed: 1 })
  return sum(fixedPlan(design, variants).map(round => estimateRoundMs(round, design) + estimateCollectMs(round))) / 1e3
}

test.each([
  ['bench:prof', { quick: false, profilers: /** @type {ProfilerName[]} */ (['prof', 'cdp']) }, [287, 342, 350]],
  ['--only verdict', { quick: false, profilers: [], only: /** @type {const} */ ('verdict') }, [103, 115, 122]]
])('the estimate of %s is within a tenth of runs on a machine of two cores', (_, options, measured) => {
  expect(secondsOf(options)).toBeGreaterThan(0.9 * Math.min(...measured))
  expect(secondsOf(options)).toBeLessThan(1.1 * Math.max(...measured))
})

test('a quick run ends within 45 s, with five seconds for its report', () => {
  expect(secondsOf({ quick: true, profilers: [] })).toBeLessThan(40)
})
