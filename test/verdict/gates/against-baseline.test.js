import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { analyse } from '../../../src/analyse.js'
import { exitCodeOf } from '../../../src/cli/print/print-report.js'
import { differencesText } from '../../../src/errors/words.js'
import { againstLines, gateInWords } from '../../../src/report/words/gate-words.js'
import { variance } from '../../../src/stats/means.js'
import { unpairedChange } from '../../../src/stats/unpaired-change.js'
import { BETWEEN_RUNS, baselineOf, differencesOf, environmentOf } from '../../../src/verdict/gates/against-baseline.js'
import { checkSlices } from '../../../src/verdict/slices/slice-validity.js'
import { makeIdleRun } from '../../helpers/make-idle-run.js'
import { makeManifest, makeMeasured, makeSlice } from '../../helpers/make-run.js'

/** @import { Budget, Environment } from '../../../src/verdict/types.js' */

const variants = ['log=off', 'log=sync']

/** @param {number} factor of all costs, which differ by 1% more or less from launch to launch */
function slicesOf(factor) {
  return [0, 1, 2, 3, 4, 5].flatMap(round =>
    variants.map(variant => {
      const cost = 100 * factor * Math.exp(round % 2 === 0 ? 0.01 : -0.01)
      return makeSlice({ variant, round, launch: `${round}-${variant}`, cpuMicros: cost * 1000 })
    })
  )
}

/** @param {number} factor */
function baselineWith(factor) {
  const manifest = makeManifest()
  return baselineOf('main', manifest, checkSlices(slicesOf(factor), manifest.experiment), 'a run')
}

const before = [100, 110, 90, 105]
const now = [120, 118, 125]
// Logarithms: means 4.614855 and 4.795497, variances 0.00739672 and 0.00087834; t(0.975, 2) = 4.302653
const within = 4.302653 * Math.sqrt(0.00739672 / 4 + 0.00087834 / 3)

test('launches of two runs have a Welch interval, computed by hand', () => {
  const same = { comparisons: 1, betweenRuns: { sd: 0, runs: 40 } }
  const change = unpairedChange(before, now, same)
  expect(change?.relative).toBeCloseTo(0.197986, 5)
  expect(change?.launches).toBe(3)
  expect(halfWidth(change)).toBeCloseTo(within, 6)
  expect(unpairedChange([1], now, same)).toBe(null)
  expect(unpairedChange([5e-324, 9e15], now, same)).toBe(null)
})

test('what two runs differ by is in the interval twice, computed by hand, and more launches leave it there', () => {
  const betweenRuns = { sd: 0.05, runs: 40 }
  const change = unpairedChange(before, now, { comparisons: 1, betweenRuns })
  // t(0.975, 39) = 2.022691; the error of the difference of two runs is 0.05 sqrt(2) = 0.0707107
  expect(halfWidth(change)).toBeCloseTo(Math.hypot(within, 2.022691 * 0.0707107), 6)
  const many = Array.from({ length: 1000 }, (_, index) => 100 * Math.exp(index % 2 === 0 ? 0.01 : -0.01))
  const precise = unpairedChange(many, many, { comparisons: 1, betweenRuns })
  expect(halfWidth(precise)).toBeCloseTo(0.143026, 4)
})

/** @param {ReturnType<typeof unpairedChange>} change as a difference of logarithms */
function halfWidth(change) {
  return Math.log1p(change?.high ?? 0) - Math.log1p(change?.relative ?? 0)
}

test.each([
  [1.3, 'slower', 'fired'],
  [0.7, 'faster', 'passed'],
  [1.03, 'cannot tell', 'cannot tell']
])('costs of %d times those of the baseline: %s', (factor, verdict, outcome) => {
  const manifest = makeManifest({ against: baselineWith(1) })
  manifest.design.budgets = [{ name: 'slower', kind: 'relative', amount: 0.02 }]
  const { against, gates = [] } = analyse(makeMeasured({ manifest, slices: slicesOf(factor) })).analysis
  expect(against?.differences).toEqual([])
  expect(against?.rows.map(row => [row.variant, row.verdict])).toEqual(variants.map(variant => [variant, verdict]))
  const [row] = against?.rows ?? []
  expect(row?.relative).toBeCloseTo(factor - 1, 6)
  expect(row?.launches).toEqual({ before: 6, now: 6 })
  expect(gates.map(gate => [gate.candidate, gate.baseline, gate.against, gate.outcome])).toEqual([
    ['log=sync', 'log=off', null, expect.any(String)],
    ['log=sync', 'log=sync', 'main', outcome]
  ])
  expect(gates.map(gateInWords)[1]).toContain(' of log=sync compared with log=sync of the baseline main, ')
})

test('servers that wait are compared by the latency of the paced load, computed by hand', () => {
  const { manifest, slices } = makeIdleRun()
  const before = baselineOf('main', manifest, checkSlices(slices, manifest.experiment), 'a run')
  const design = {
    ...manifest.design,
    budgets: [/** @type {Budget} */ ({ name: 'slower', kind: 'relative', amount: 0.02 })]
  }
  const { against, gates = [] } = analyse(makeIdleRun({ design, against: before }, 1.5)).analysis
  // As above, t(0.9875, 5) = 3.163381 and t(0.9875, 39) = 2.331264: six launches of either time, 1% above and below their mean.
  const half = Math.hypot(3.163381 * Math.sqrt((2 * 0.00012) / 6), 2.331264 * 0.0707107)
  expect(against?.rows.map(row => [row.variant, row.metric, row.verdict])).toEqual(
    variants.map(variant => [variant, 'latencyP50', 'slower'])
  )
  for (const { relative, low } of against?.rows ?? []) {
    expect(relative).toBeCloseTo(0.5, 2)
    expect(Math.log1p(relative) - Math.log1p(low)).toBeCloseTo(half, 3)
  }
  expect(gates.map(gate => [gate.against, gate.metric, gate.outcome])).toEqual([
    [null, 'latencyP50', 'fired'],
    ['main', 'latencyP50', 'fired']
  ])
})

test('the interval of a comparison is that of its launches and of what 40 runs of the same code differ by', () => {
  const manifest = makeManifest({ against: baselineWith(1) })
  const { against } = analyse(makeMeasured({ manifest, slices: slicesOf(1) })).analysis
  // Six launches by 0.01 above and below their mean: t(0.9875, 5) = 3.163381; t(0.9875, 39) = 2.331264
  const launches = 3.163381 * Math.sqrt((2 * 0.00012) / 6)
  expect(Math.log1p(against?.rows[0]?.high ?? 0)).toBeCloseTo(Math.hypot(launches, 2.331264 * 0.0707107), 6)
})

test('what runs of the same code differ by is the standard deviation of the 40 runs of /info', () => {
  const means = readFileSync(path.join(import.meta.dirname, '../../../docs/zoo-rows-earlier.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
    .filter(({ kind }) => kind === 'info')
    .map(({ findings }) => Math.log(findings.baselineMicros))
  expect(means).toHaveLength(BETWEEN_RUNS.runs)
  expect(Math.sqrt(variance(means))).toBeCloseTo(BETWEEN_RUNS.sd, 3)
})

test('an environment that differs is named, with both values', () => {
  const manifest = makeManifest()
  const other = environmentOf({
    ...manifest,
    machine: { ...manifest.machine, cores: 4 },
    versions: { node: 'v24.0.0' },
    design: { ...manifest.design, quick: true }
  })
  const differences = differencesOf(environmentOf(manifest), other)
  expect(differences).toEqual([
    { what: 'cores', before: 2, now: 4 },
    { what: 'nodeVersions', before: ['v20.0.0'], now: ['v24.0.0'] },
    { what: 'isShort', before: false, now: true }
  ])
  expect(differencesText(differences)).toBe(
    '\n  cores 2 then, 4 now\n  Node.js v20.0.0 then, v24.0.0 now\n  short run no then, yes now'
  )
})

test('another login, and other packages beside the compared versions, are named; older baselines have neither', () => {
  const manifest = makeManifest()
  const [first, second] = manifest.experiment.variants
  const before = environmentOf(manifest)
  const login = [{ path: '/login', method: 'POST', headers: {}, capture: { token: 'json $.token' } }]
  const changedPackages = [{ package: 'express > debug', before: '2.6.9', after: null }]
  /** @type {[typeof first, ...typeof first[]]} */
  const variants = [first, { ...(second ?? first), changedPackages }]
  const now = environmentOf({ ...manifest, experiment: { ...manifest.experiment, login, variants } })
  expect(differencesText(differencesOf(before, now))).toBe(
    '\n  login none then, POST /login now\n  packages that differ none then, express > debug 2.6.9 to none now'
  )
  expect(differencesText(differencesOf(now, before))).toContain('login POST /login then, none now')
  expect(differencesOf(now, now)).toEqual([])
  const many = ['a', 'b', 'c', 'd', 'e'].map(name => ({ package: name, before: '1', after: '2' }))
  const more = { ...before, packages: [...many, ...changedPackages] }
  expect(differencesText(differencesOf({ ...before, packages: many }, more))).toBe(
    '\n  packages that differ none then, express > debug 2.6.9 to none now'
  )
})

test('an environment is values, each of which has words where it differs', () => {
  const environment = environmentOf(makeManifest())
  expect(environment).toEqual({
    cpuModel: 'a CPU',
    cores: 2,
    memoryGiB: 8,
    platform: 'linux',
    release: expect.any(String),
    governor: null,
    pinnableCores: 2,
    nodeVersions: ['v20.0.0'],
    variants,
    memoryLimitsMB: [null, null],
    companions: [],
    requests: [
      {
        method: 'GET',
        path: expect.any(String),
        headers: { accept: 'text/html', 'accept-encoding': 'gzip' },
        bodyBytes: 0,
        weight: 1
      }
    ],
    load: { generator: 'autocannon', connections: 100 },
    sliceMs: expect.any(Number),
    separateSlices: expect.any(Number),
    warmUpMs: expect.any(Number),
    coldRequests: null,
    isShort: false
  })
  /** @type {Required<Environment>} */
  const other = {
    cpuModel: 'another',
    cores: 4,
    memoryGiB: 16,
    platform: 'darwin',
    release: '9.9',
    governor: 'powersave',
    pinnableCores: 0,
    nodeVersions: ['v22.0.0', 'v24.0.0'],
    variants: ['a', 'b'],
    memoryLimitsMB: [null, 256],
    companions: ['node upstream.js'],
    requests: [
      { method: 'GET', path: '/a', headers: { accept: 'text/html' }, bodyBytes: 0, weight: 2 },
      { method: 'POST', path: '/b', headers: {}, bodyBytes: 1024, weight: 1 }
    ],
    login: [{ method: 'POST', path: '/login', headers: {}, bodyBytes: 20, weight: 1 }],
    packages: [{ package: 'a', before: '1', after: '2' }],
    load: { generator: 'paced', connections: null },
    sliceMs: 300,
    separateSlices: 9,
    warmUpMs: 1500,
    coldRequests: 20,
    isShort: true
  }
  const lines = differencesText(differencesOf(environment, other)).trim().split('\n')
  expect(lines).toHaveLength(Object.keys(other).length)
  expect(lines.map(line => line.trim())).toEqual(
    expect.arrayContaining([
      'memory 8 GiB then, 16 GiB now',
      'variants log=off, log=sync then, a, b now',
      expect.stringMatching(
        /^requests GET \S+ \(accept: text\/html, accept-encoding: gzip\) then, GET \/a \(accept: text\/html, weight 2\), POST \/b \(1024 bytes\) now$/
      ),
      'memory limits none, none then, none, 256 MB now',
      'companions none then, node upstream.js now',
      'load autocannon, 100 connections then, paced now',
      expect.stringMatching(/^slice length \d+ ms then, 300 ms now$/),
      'cold requests none then, 20 now'
    ])
  )
})

test('a comparison of two times says so, and what differs', () => {
  const baseline = baselineWith(1)
  const against = { ...baseline, environment: { ...baseline.environment, cores: 4 } }
  const analysis = analyse(makeMeasured({ manifest: makeManifest({ against }), slices: slicesOf(1.3) })).analysis
  expect(againstLines(analysis)).toEqual([
    expect.stringMatching(
      /^log=off is slower than itself in the baseline main of 2026-01-01 00:00 UTC: .* \+30\.0% \(.*\), 97\.5% CI, 6 and 6 launches\.$/
    ),
    expect.stringMatching(/^log=sync is slower than itself/),
    'The two runs differ in cores 4 then, 2 now: a change can come from there.',
    expect.stringMatching(/^Runs of two times: launches are not paired.*; another machine or day adds about 5% \(/)
  ])
  expect(againstLines({})).toEqual([])
})

test.each([
  ['this run', onceSync(), slicesOf(1)],
  ['the baseline', slicesOf(1), onceSync()]
])('a candidate with one launch in %s has a gate that was not measured, and exit code 3', (_which, now, before) => {
  const manifest = makeManifest()
  const against = baselineOf('main', manifest, checkSlices(before, manifest.experiment), 'a run')
  const budgets = [{ name: /** @type {const} */ ('slower'), kind: /** @type {const} */ ('relative'), amount: 0.02 }]
  const run = { manifest: { ...manifest, design: { ...manifest.design, budgets }, against }, slices: now }
  const analysis = analyse(makeMeasured(run)).analysis
  expect(analysis.against?.rows.map(({ variant }) => variant)).toEqual(['log=off'])
  const gate = analysis.gates?.find(each => each.against === 'main')
  expect(gate).toMatchObject({
    candidate: 'log=sync',
    outcome: 'cannot tell',
    reason: { code: 'not-measured' },
    measured: null
  })
  expect(gate && gateInWords(gate)).toMatch(
    / compared with log=sync of the baseline main, at most \+2%: it was not measured: it needs two launches, both in this run and in that baseline\.$/
  )
  expect(exitCodeOf(analysis)).toBe(3)
})

/** Returns slices of which the candidate has one launch only. */
function onceSync() {
  return slicesOf(1).filter(({ variant, round }) => variant === 'log=off' || round === 0)
}

test.each([
  ['this run', slicesOf(1).slice(0, 2), slicesOf(1)],
  ['the baseline', slicesOf(1), slicesOf(1).slice(0, 2)]
])('where %s has one launch per variant, neither of the two is blamed', (_which, now, before) => {
  const manifest = makeManifest()
  const against = baselineOf('main', manifest, checkSlices(before, manifest.experiment), 'a run')
  const [line, times] = againstLines(
    analyse(makeMeasured({ manifest: { ...manifest, against }, slices: now })).analysis
  )
  expect(line).toBe('No variant has two launches both in this run and in the baseline main.')
  expect(times).toContain('most of such an interval is what two runs of the same code differ by')
})
