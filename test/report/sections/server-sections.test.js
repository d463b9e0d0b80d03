import { expect, test } from '@jest/globals'
import { analyse } from '../../../src/analyse.js'
import { comparedServers } from '../../../src/experiments/compared-servers.js'
import { companionSections } from '../../../src/report/sections/resource-sections.js'
import { responseLines, serverSections } from '../../../src/report/sections/server-sections.js'
import { nodeVersionsInWords } from '../../../src/report/words/words.js'
import { serverFacts } from '../../../src/verdict/decide/compare-run.js'
import { makeLaunch, makeManifest, makeMeasured, makeSlice } from '../../helpers/make-run.js'

/** @import { Variant } from '../../../src/experiments/types.js' */
/** @import { Answers, LaunchRecord, SliceRecord } from '../../../src/runs/types.js' */

/**
 * Returns a run of two servers of a user.
 * @param {object} [facts]
 * @param {Partial<Variant>} [facts.variant] of the second server
 * @param {Partial<Answers>} [facts.answers] of the second server
 * @param {LaunchRecord[]} [facts.launches]
 * @param {SliceRecord[]} [facts.slices]
 */
function runWith({ variant, answers, launches = [], slices = [] } = {}) {
  const server = { command: ['node', 'server.js'], env: {}, contentEncoding: null }
  const experiment = comparedServers({
    variants: [
      { name: 'old', ...server },
      { name: 'new', ...server, ...variant }
    ],
    requests: [{ name: 'GET /', weight: 1, path: '/', headers: {} }],
    folder: '/srv/app'
  })
  const answer = { statusCode: 200, contentType: '', contentEncoding: 'identity', bytes: 1, location: null }
  const asked = { wantedPort: 3000, nodeVersion: 'v20.20.2', answers: [answer] }
  const both = [
    { variant: 'old', ...asked },
    { variant: 'new', ...asked, ...answers }
  ]
  return makeMeasured({ manifest: makeManifest({ experiment, answers: both }), launches, slices })
}

/** @param {Parameters<typeof runWith>[0]} [facts] */
function variantsOf(facts) {
  const [section] = serverSections(analyse(runWith(facts)).analysis)
  return section
}

test('the version of Node.js of each variant', () => {
  const facts = { answers: { nodeVersion: 'v24.1.0' } }
  expect(variantsOf(facts)?.table?.rows.map(([, , node]) => node)).toEqual(['v20.20.2', 'v24.1.0'])
  expect(responseLines(analyse(runWith(facts)).analysis)).toContain('Node.js: v20.20.2 of old, v24.1.0 of new.')
  expect(nodeVersionsInWords(runWith(facts).manifest)).toBe('v20.20.2 and v24.1.0')
})

test('one version of Node.js is no news, and a run that was saved without has that of the workshop', () => {
  expect(responseLines(analyse(runWith()).analysis).join()).not.toContain('Node.js')
  const before = runWith({ answers: { nodeVersion: undefined } })
  expect(variantsOf({ answers: { nodeVersion: undefined } })?.table?.rows[1]?.[2]).toBe('unknown')
  expect(nodeVersionsInWords({ ...before.manifest, answers: undefined })).toBe('v20.0.0')
})

test('the package of the registry that a version of Node.js is from', () => {
  const node = { version: '24.21.0', bytes: 118e6, integrity: 'sha512-abc' }
  expect(variantsOf({ variant: { node } })?.notes).toEqual([
    "new: Node.js 24.21.0 of npm's registry, 118 MB, integrity sha512-abc."
  ])
})

test('which port was loaded of several', () => {
  expect(variantsOf()?.notes).toEqual([])
  expect(variantsOf({ answers: { otherPorts: [9090, 0] } })?.notes).toEqual([
    'new: port 3000 was loaded; also open: 9090, any. --port names another one.'
  ])
})

test('launches that were watched are those with a peak, and the peak is the highest of them', () => {
  const peaks = [50e6, 84e6, null, undefined]
  const launches = peaks.map((peakBytes, round) => makeLaunch({ variant: 'new', round, peakBytes }))
  const { manifest } = runWith({ variant: { memoryMB: 512 } })
  const [, facts] = serverFacts(manifest, launches)
  expect(facts?.memory).toEqual({ limitMB: 512, peakBytes: 84e6, launches: 3 })
})

test('the memory of a variant with a limit', () => {
  const launches = [50e6, 84e6].map((peakBytes, round) => makeLaunch({ variant: 'new', round, peakBytes }))
  const limited = { variant: { memoryMB: 512 }, launches }
  expect(variantsOf()?.table?.header).not.toContain('highest memory')
  expect(variantsOf(limited)?.table?.rows.map(row => row.at(-1))).toEqual(['no limit', '84.0 MB, limit 512 MB'])
  const unwatched = { ...limited, launches: [makeLaunch({ variant: 'new', peakBytes: null })] }
  expect(variantsOf(unwatched)?.table?.rows[1]?.at(-1)).toBe('not watched on this system, limit 512 MB')
  expect(variantsOf({ ...limited, launches: [] })?.table?.rows[1]?.at(-1)).toBe('limit 512 MB')
})

test('a companion that was not used has no cost', () => {
  const slices = [makeSlice({ variant: 'old', companions: [{ name: 'redis-server', cpuMicros: 0 }] })]
  const [section] = companionSections(analyse(runWith({ slices })).analysis)
  expect(section?.table?.rows).toEqual([['redis-server', '-', '-', '-']])
  expect(section?.notes).toContain(
    '-: half of the launches or more used less CPU than the system counts, which is in steps of 10 ms.'
  )
})

test('what requests cost a companion, and a warning where it may be the limit', () => {
  const slices = [0, 1, 2].flatMap(round =>
    ['old', 'new'].map(variant =>
      makeSlice({
        variant,
        round,
        launch: `${round}-${variant}`,
        companions: [{ name: 'node upstream.js', cpuMicros: variant === 'old' ? 100_000 : 900_000 }]
      })
    )
  )
  const [section] = companionSections(analyse(runWith({ slices })).analysis)
  expect(section?.table?.rows).toEqual([
    [
      'node upstream.js',
      expect.stringContaining('100 µs'),
      expect.stringContaining('900 µs'),
      expect.stringContaining('+800%')
    ]
  ])
  expect(section?.lines).toEqual([
    expect.stringMatching(/^node upstream.js used 90.0% of a core under new: it may limit/)
  ])
  expect(section?.notes?.join()).not.toContain('less CPU than')
  expect(companionSections(analyse(runWith()).analysis)).toEqual([])
})
