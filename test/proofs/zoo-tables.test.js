import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { binomialInterval } from '../../scripts/proofs/lib/binomial.js'
import { readRows } from '../../scripts/proofs/lib/play-runs.js'
import { scoreRun } from '../../scripts/proofs/lib/score-run.js'
import { keyOf, orderOf, planRuns } from '../../scripts/proofs/lib/zoo-plan.js'
import { zooTables } from '../../scripts/proofs/lib/zoo-tables.js'
import { kinds } from '../fixtures/servers/zoo/catalog.js'

/** @import { Findings, NamedRow, ZooRow } from '../../scripts/proofs/lib/zoo-row.js' */

/** @type {(name: string) => import('../fixtures/servers/zoo/catalog.js').Kind} */
function kindOf(name) {
  const kind = kinds.find(each => each.name === name)
  if (!kind) throw new Error(`no kind ${name}`)
  return kind
}

/** @type {(name: string, file: string, value: number, changes?: Partial<NamedRow>) => NamedRow} */
function named(name, file, value, changes = {}) {
  const cost = { value, low: value - 10, high: value + 10 }
  return { name, file, group: 'app', threads: null, cost, evidence: 'confirmed', isHeadline: true, ...changes }
}

/** @type {Findings} */
const slower = {
  verdict: 'slower',
  metric: 'cpuMainThread',
  change: { value: 0.5, low: 0.4, high: 0.6 },
  sizeMicros: { value: 50, low: 40, high: 60 },
  baselineMicros: 100,
  truthMicros: { value: 50, low: 49, high: 51, launches: 8 },
  blame: [],
  isLeakFound: null
}
const same = {
  ...slower,
  verdict: /** @type {const} */ ('no difference'),
  change: { value: 0, low: -0.01, high: 0.01 }
}

/** @type {(kind: string, findings: Findings | null, changes?: Partial<ZooRow>) => ZooRow} */
function rowOf(kind, findings, changes = {}) {
  const run = { kind, question: /** @type {const} */ ('cost'), repetition: 0, isVerdictOnly: false }
  const known = { node: 'v20.20.2', seed: 1, at: '2026-01-01', folder: 'run', wallMs: 60_000, problem: null }
  return { ...run, ...known, findings, ...changes }
}

/** @type {(kind: string, findings: Findings | null, changes?: Partial<ZooRow>) => ReturnType<typeof scoreRun>} */
function score(kind, findings, changes) {
  return scoreRun(rowOf(kind, findings, changes), kindOf(kind))
}

const checkRights = named('checkRights', 'kinds/express4-middleware.cjs', 55)

test('a cost that is found: sign, culprit, size and coverage', () => {
  expect(score('express4-middleware', { ...slower, blame: [checkRights] })).toMatchObject({
    isSignRight: true,
    isCulpritFirst: true,
    costOverTruth: 1.1,
    isCostClose: true,
    isTruthCovered: true,
    isNobodyElseNamed: true,
    isSame: null
  })
})

test('a function without a cost that is named first takes the place of the culprit', () => {
  const other = named('json', 'node_modules/express/lib/response.js', 80)
  const scored = score('express4-middleware', { ...slower, blame: [other, checkRights] })
  expect(scored).toMatchObject({ isCulpritFirst: false, isNobodyElseNamed: false, costOverTruth: 1.1 })
  const below = { ...other, isHeadline: false }
  expect(score('express4-middleware', { ...slower, blame: [below, checkRights] })).toMatchObject({
    isCulpritFirst: true,
    isNobodyElseNamed: true
  })
})

test('a function of the same name in another file is not the culprit', () => {
  const blame = [{ ...checkRights, file: 'kinds/other.cjs' }]
  expect(score('express4-middleware', { ...slower, blame })).toMatchObject({
    isCulpritFirst: false,
    costOverTruth: null,
    isCostClose: false,
    isTruthCovered: false
  })
})

test('what only the culprit calls is part of its cost', () => {
  const file = 'kinds/express5-handler.js'
  const blame = [named('sortRows', file, 40), named('byRank', file, 20)]
  // 60 of 50 µs; the interval of the larger row, 30 to 50 µs, has to hold 50 less the other row's 20.
  expect(score('express5-handler', { ...slower, blame })).toMatchObject({
    costOverTruth: 1.2,
    isCostClose: false,
    isTruthCovered: true,
    isNobodyElseNamed: true
  })
})

test('a run that failed or cannot tell is a miss', () => {
  const miss = { isSignRight: false, isCulpritFirst: false, isCostClose: false, isTruthCovered: false }
  expect(score('express4-middleware', null)).toMatchObject({ ...miss, isNobodyElseNamed: false })
  expect(score('express4-middleware', { ...slower, verdict: 'cannot tell', blame: [checkRights] })).toMatchObject(miss)
  expect(score('express4-middleware', null, { question: 'again' })).toMatchObject({ isSame: false, isSignRight: null })
})

test('costs that are not wholly known, or too small, have no size', () => {
  const none = { costOverTruth: null, isCostClose: null, isTruthCovered: null }
  expect(score('koa-garbage', { ...slower, blame: [] })).toMatchObject(none)
  const small = { ...slower, truthMicros: { value: 19, low: 18, high: 20, launches: 8 } }
  expect(score('express4-middleware', { ...small, blame: [checkRights] })).toMatchObject(none)
})

test('kinds without more CPU have answers of their own', () => {
  expect(score('fastify-renamed', same).isSignRight).toBe(true)
  expect(score('express5-waits', slower).isSignRight).toBe(false)
  expect(score('express5-waits', { ...slower, metric: 'latencyP50' }).isSignRight).toBe(true)
  expect(score('http-leak', same).isSignRight).toBe(false)
  expect(score('http-leak', { ...same, isLeakFound: true }).isSignRight).toBe(true)
})

test('of two exchanged functions both need a row', () => {
  const file = 'kinds/express4-swapped.ts'
  const [removed, added] = [named('countPaths', file, -60), named('mixBits', file, 60)]
  expect(score('express4-swapped', { ...same, blame: [removed, added] }).isCulpritFirst).toBe(true)
  expect(score('express4-swapped', { ...same, blame: [added] }).isCulpritFirst).toBe(false)
})

test('a run without profilers has no part in what needs them', () => {
  expect(score('express4-middleware', slower, { isVerdictOnly: true })).toMatchObject({
    isSignRight: true,
    isCulpritFirst: null,
    isCostClose: null,
    isNobodyElseNamed: null
  })
})

test.each([
  // The closed forms for all and none; the others from the tables of Clopper and Pearson (1934) and of textbooks.
  [10, 10, 0.025 ** (1 / 10), 1],
  [0, 10, 0, 1 - 0.025 ** (1 / 10)],
  [2, 20, 0.0123, 0.317],
  [5, 10, 0.1871, 0.8129],
  [9, 10, 0.555, 0.9975]
])('%i of %i have the exact 95%% interval %d to %d', (hits, runs, low, high) => {
  const interval = binomialInterval(hits, runs)
  expect(interval.low).toBeCloseTo(low, 4)
  expect(interval.high).toBeCloseTo(high, 4)
})

test('the tables count what was scored, by kind and by half', () => {
  const again = { question: /** @type {const} */ ('again'), isVerdictOnly: true, wallMs: 30_000 }
  const far = { ...same, change: { value: 0.03, low: 0.02, high: 0.04 } }
  const rows = [
    rowOf('express4-middleware', { ...slower, blame: [checkRights] }),
    rowOf('express4-middleware', null, { repetition: 1, wallMs: 120_000 }),
    rowOf('express4-middleware', same, again),
    rowOf('express4-middleware', far, { ...again, repetition: 1 }),
    rowOf('info', same, again)
  ]
  const lines = zooTables(rows, kinds)
  expect(lines).toContain(
    '| express4-middleware | tuning | 2 | 1/2 | 1/2 | 1.10 (1.10 to 1.10) | 1/2 | 1/2 | 2 | 2/2 | - | 90 s and 30 s |'
  )
  expect(lines).toContain('| info | - | 0 | - | - | - | - | - | 1 | 1/1 | - | - and 30 s |')
  expect(lines).toContain(
    '| sign right | 1/2 (1% to 99%), too few to show 95% | - | 1/2 (1% to 99%), too few to show 95% | 100% |'
  )
  // One pair failed, and the intervals of the other do not meet.
  expect(lines).toContain(
    '| two runs of one question overlap | 0/2 (0% to 84%), too few to show 90% | - | 0/2 (0% to 84%), too few to show 90% | 90% |'
  )
})

test('the plan has every run once, and all kinds before any kind again', () => {
  const runs = planRuns(['koa-log', 'info'])
  const keys = runs.map(run => keyOf({ ...run, node: 'v20.1.0' }))
  expect(new Set(keys).size).toBe(runs.length)
  expect(runs.filter(({ kind }) => kind === 'info')).toHaveLength(40)
  const own = runs.filter(({ kind }) => kind === 'koa-log')
  expect(own.filter(({ question }) => question === 'cost')).toHaveLength(2)
  expect(own.filter(({ question }) => question === 'again')).toHaveLength(4)
  expect(
    new Set(
      planRuns(['koa-log', 'koa-json'])
        .slice(0, 4)
        .map(({ kind }) => kind)
    ).size
  ).toBe(2)
  const one = planned('koa-log', 'cost')
  expect(keyOf({ ...one, node: 'v24.0.0' })).not.toBe(keyOf({ ...one, node: 'v20.1.0' }))
  expect(keyOf({ ...one, node: 'v20.2.0' })).toBe(keyOf({ ...one, node: 'v20.1.0' }))
})

test('runs of the baseline with itself have no profilers unless all runs have', () => {
  const profiled = (/** @type {'verdict' | 'all'} */ only) =>
    planRuns(['koa-log'], only).filter(({ isVerdictOnly }) => !isVerdictOnly).length
  expect([profiled('verdict'), profiled('all')]).toEqual([0, 6])
  expect(planRuns(['koa-log']).every(run => run.isVerdictOnly === (run.question === 'again'))).toBe(true)
})

test('an order compares the baseline with itself under another name, or with the candidate', () => {
  const kind = kindOf('hono-route-name')
  const { experiment } = orderOf(planned(kind.name, 'again'), kinds)
  expect(experiment.variants.map(({ name }) => name)).toEqual(['baseline', 'again'])
  expect(experiment.variants.map(({ command }) => command)).toEqual([kind.baseline, kind.baseline])
  expect(orderOf(planned(kind.name, 'cost'), kinds).experiment.variants[1]?.command).toEqual(kind.candidate)
  expect(experiment.request.path).toBe('/users')
  expect(orderOf(planned('info', 'again'), kinds).experiment.variants.map(({ name }) => name)).toEqual([
    'log=off',
    'again'
  ])
})

/** @type {(kind: string, question: string) => import('../../scripts/proofs/lib/zoo-plan.js').PlannedRun} */
function planned(kind, question) {
  const run = planRuns([kind]).find(each => each.question === question)
  if (!run) throw new Error(`no run of ${kind}`)
  return run
}

test.each(['zoo-rows.jsonl', 'zoo-rows-earlier.jsonl'])(
  'docs/zoo.md has the shares of the published rows: node scripts/proofs/zoo-table.js docs/%s',
  name => {
    const docs = path.join(import.meta.dirname, '../../docs')
    const tables = zooTables(readRows(path.join(docs, name)), kinds)
    const shares = tables
      .slice(tables.findIndex(line => line.startsWith('| share')))
      .filter(line => line.startsWith('|'))
    expect(shares.length).toBeGreaterThan(8)
    expect(readFileSync(path.join(docs, 'zoo.md'), 'utf8')).toContain(shares.join('\n'))
  }
)
