import { expect, test } from '@jest/globals'
import { evidenceOf } from '../../src/blame/evidence.js'
import { functionCosts } from '../../src/blame/function-costs.js'
import { profiledOf } from '../helpers/flame-of.js'
import { makeLaunch } from '../helpers/make-trees.js'

/** @import { ProfilerName } from '../../src/profile/types.js' */
/** @import { Stacks } from '../helpers/make-trees.js' */

/** Of 1,000 samples, so that each is 0.1 µs of the 100 µs of the main thread. @type {Stacks} */
const stacks = {
  'node:http:onRequest': 100,
  'node:http:onRequest > app:answer': 200,
  'node:http:onRequest > app:answer > node:fs:writeSync > native:write': 300,
  'node:http:onRequest > app:answer > compression/end': 50,
  'node:http:onRequest > app:answer > compression/end > compression/inner > node:zlib:write': 197,
  'node:http:onRequest > app:answer > app:tiny': 3,
  gc: 150
}

test('the cost of a function has the code of Node.js below it, and all rows add up', () => {
  const [costs] = costsOf({ prof: stacks, cdp: stacks })
  expect(costs).toMatchObject({ variant: 'a', unit: 'micros', profiler: 'prof', secondProfiler: 'cdp', launches: 4 })
  const rows = costs?.rows.map(({ owner, group, threads, cost, evidence }) => [
    owner?.name ?? threads ?? group,
    Number(cost.value.toFixed(6)),
    evidence
  ])
  expect(rows).toEqual([
    ['answer', 50, 'confirmed'],
    ['end', 24.7, 'confirmed'],
    ['gc', 15, 'one-profiler'],
    ['core', 10, 'one-profiler'],
    ['pool', 10, 'measured-directly'],
    ['helpers', 5, 'measured-directly'],
    ['app', 0.3, 'one-profiler']
  ])
  expect(costs?.rows.find(({ owner }) => owner?.name === 'end')?.caller).toMatchObject({ name: 'answer' })
  expect(costs?.rows.find(({ group, owner }) => group === 'app' && !owner)).toMatchObject({ functions: 1 })
  expect(costs?.total).toMatchObject({ value: 115, low: 115, high: 115 })
})

test('packages add up to the same total', () => {
  const [costs] = costsOf({ prof: stacks })
  expect(costs?.secondProfiler).toBeNull()
  const groups = costs?.groups.map(({ group, packageName, threads, cost }) => [
    packageName ?? threads ?? group,
    Number(cost.value.toFixed(6))
  ])
  expect(groups).toEqual([
    ['app', 50.3],
    ['compression', 24.7],
    ['gc', 15],
    ['core', 10],
    ['pool', 10],
    ['helpers', 5]
  ])
})

test.each([
  ['nearly as much', 0.6, 'confirmed'],
  ['less than half', 0.4, 'one-profiler']
])('a second profiler that shows %s', (_, share, evidence) => {
  const here = 'node:http:onRequest > app:answer > compression/end'
  const other = { ...stacks, [here]: 0, [`${here} > compression/inner > node:zlib:write`]: Math.round(247 * share) }
  const [costs] = costsOf({ prof: stacks, cdp: other })
  expect(costs?.rows.find(({ owner }) => owner?.name === 'end')).toMatchObject({ evidence })
})

test('launches that differ give an interval, and a single one none', () => {
  const [four] = costsOf({ prof: stacks }, [90, 110, 90, 110])
  const [{ cost } = { cost: null }] = four?.rows ?? []
  expect(cost?.value).toBeCloseTo(50)
  expect(cost?.low).toBeLessThan(49)
  expect(cost?.high).toBeGreaterThan(51)
  const [one] = costsOf({ prof: stacks }, [100])
  expect(one?.rows[0]?.cost).toEqual({ value: expect.closeTo(50), low: null, high: null })
})

test('nothing is confirmed where call trees are missing', () => {
  const [costs] = costsOf({ prof: stacks, cdp: stacks }, undefined, true)
  expect(costs?.secondProfiler).toBeNull()
})

/**
 * @param {Record<string, Stacks>} measured by profiler @param {number[]} [mainMicros] per request, by launch
 * @param {boolean} [isIncomplete]
 */
function costsOf(measured, mainMicros = [100, 100, 100, 100], isIncomplete = false) {
  const launches = Object.entries(measured).flatMap(([profiler, own]) =>
    mainMicros.map((micros, round) =>
      makeLaunch({
        variant: 'a',
        round,
        stacks: own,
        profiler: /** @type {ProfilerName} */ (profiler),
        mainMicros: micros
      })
    )
  )
  const evidence = evidenceOf(profiledOf(launches), 'a', [])
  return functionCosts('a', evidence, isIncomplete)
}
