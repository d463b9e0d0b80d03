import { expect, test } from '@jest/globals'
import { locatedBlames } from '../../src/blame/blame.js'
import { heavyTables } from '../../src/blame/costs/heavy-tables.js'
import { evidenceOf } from '../../src/blame/evidence.js'
import { flameGraphs } from '../../src/flame/flame-graphs.js'
import { nodesOf, present } from '../helpers/call-trees.js'
import { makeLaunch } from '../helpers/make-trees.js'

/** @import { Frame, Profile } from '../../src/profile/types.js' */

const DEEP = 20_000

test.each([
  ['functions of the app that call each other', '/srv/app/server.js', 7],
  ['functions of Node.js', 'node:internal/deep', DEEP]
])('stacks 20,000 deep are analysed: %s', (_, file, functions) => {
  const made = [0, 1, 2].flatMap(round => ['off', 'on'].map(variant => deepLaunch(variant, round, file, functions)))
  const [trees, slices] = [made.map(({ tree }) => tree), made.map(({ slice }) => slice)]
  const load = present(slices[0]).load
  const evidence = evidenceOf({ trees, slices, isValid: () => true, load }, 'off', ['on'])
  const blames = locatedBlames('on', 'off', evidence)
  expect(blames).toMatchObject([{ candidate: 'on', rows: [] }])
  const { compared } = present(evidence.get('prof'))
  const { map } = present(compared.get('on'))
  // All but the samples above the first call of a function are below it.
  map.costsBelow.totals(map.owners).forEach(function isWhole(totals, index) {
    for (const micros of totals) expect(micros).toBeCloseTo(100 * (1 - index / DEEP), 6)
  })
  expect(heavyTables(trees, slices, load, ['off', 'on'])).toEqual([])
  const [graph] = flameGraphs(evidence, { profilers: ['prof'], variants: ['off', 'on'], blames, folder: '/srv/app' })
  expect(graph?.nodes.parent).toHaveLength(DEEP)
  expect(graph?.nodes.self[0]?.reduce((sum, micros) => sum + micros, 0)).toBeCloseTo(100)
})

/** @type {(variant: string, round: number, file: string, functions: number) => ReturnType<typeof makeLaunch>} */
function deepLaunch(variant, round, file, functions) {
  const launch = makeLaunch({ variant, round, stacks: {} })
  /** @type {Frame[]} */
  const frames = Array.from({ length: functions }, (_, index) => ({
    name: `f${index}`,
    file,
    line: index + 1,
    column: 1,
    kind: 'javascript'
  }))
  const nodes = Array.from({ length: DEEP }, (_, index) => ({
    frame: index % functions,
    parent: index - 1,
    self: 1,
    tier: null
  }))
  /** @type {Profile} */
  const profile = { unit: 'samples', label: '', frames, nodes: nodesOf(nodes), idle: 0, samples: null }
  const trees = [{ ...present(launch.tree.trees[0]), sampleCount: DEEP, profile }]
  return { ...launch, tree: { ...launch.tree, trees } }
}
