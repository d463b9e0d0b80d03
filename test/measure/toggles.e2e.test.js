import { expect, jest, test } from '@jest/globals'
import { RunFolder } from '../../src/runs/run-folder.js'
import { present } from '../helpers/call-trees.js'
import { analysisOf, fewConnections, fixtureExperiment, runFixture } from '../helpers/fixture-experiment.js'
import { removeTemporaryFolders } from '../helpers/temporary-folder.js'

/** @import { Experiment } from '../../src/experiments/types.js' */

jest.setTimeout(60_000)
removeTemporaryFolders()

const server = 'answers.js'
/** Microseconds that each combination burns per request: one toggle adds 400, the other 800. */
const burns = { off: 200, one: 600, other: 1000, both: 1400 }

/** @returns {Experiment} */
function toggledExperiment() {
  const { variants, ...experiment } = fixtureExperiment({ server }, { server })
  return {
    ...experiment,
    variants: [variantOf('off'), variantOf('one'), variantOf('other'), variantOf('both')],
    toggles: [
      {
        primaryMetric: 'cpuPerRequest',
        pairs: [
          ['off', 'one'],
          ['other', 'both']
        ]
      },
      {
        primaryMetric: 'cpuPerRequest',
        pairs: [
          ['off', 'other'],
          ['one', 'both']
        ]
      }
    ],
    resources: [{ name: 'page', path: '/', headers: {} }]
  }

  /** @param {keyof typeof burns} name */
  function variantOf(name) {
    return { ...variants[0], name, env: { BURN_MICROS: String(burns[name]) } }
  }
}

test('one run of four servers measures both toggles, and profiles all but their combination', async () => {
  const profiled = ['off', 'one', 'other']
  const {
    folder: { root },
    problem
  } = await runFixture(toggledExperiment(), {
    rounds: 2,
    detailRounds: 1,
    profilers: [{ name: 'cdp', playsLoads: true, isAlone: false }],
    profiledVariants: profiled
  })
  expect(problem).toBeNull()
  const { launches, manifest } = new RunFolder(root).read()
  const seen = launches.filter(({ profiler }) => profiler === 'cdp').map(({ variant }) => variant)
  expect(seen.sort()).toEqual(profiled)
  expect(manifest.resources?.map(({ variant }) => variant).sort()).toEqual(Object.keys(burns).sort())

  const { verdicts, sizes, interactions, blames, resources, profiledLoads } = analysisOf(root)
  expect(verdicts.map(({ candidate, baseline }) => [candidate, baseline])).toEqual([
    ['one', 'off'],
    ['other', 'off']
  ])
  const [one, other] = [present(sizes[0]?.all), present(sizes[1]?.all)]
  // A request costs no less than the server burns. On a busy machine everything costs more, by about the same factor.
  expect(one.baselineMicros).toBeGreaterThan((burns.off + burns.other) / 2)
  expect(other.baselineMicros).toBeGreaterThan((burns.off + burns.one) / 2)
  expect(one.difference.micros).toBeGreaterThan(0)
  expect(one.difference.micros).toBeLessThan(10 * (burns.one - burns.off))
  const ratio = other.difference.micros / one.difference.micros
  expect(ratio).toBeGreaterThan(1.4)
  expect(ratio).toBeLessThan(2.8)
  expect(interactions.map(({ candidate, rounds }) => [candidate, rounds])).toEqual([['one', 2]])
  expect(blames.map(({ candidate }) => candidate)).toEqual(['one', 'other'])
  expect(resources?.rows.map(({ name, savedShare }) => [name, savedShare])).toEqual([['page', 0]])
  expect(profiledLoads.map(({ profiler, load }) => [profiler, load.generator])).toEqual([
    ['cdp', fewConnections.generator]
  ])
})
