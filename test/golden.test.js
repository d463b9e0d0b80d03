import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { analyseRun } from '../src/analyse-run.js'
import { readRun } from '../src/runs/read-run.js'

/**
 * The figures of recorded runs as they were before the restructuring, by key. More run folders with an analysis.json of
 * schema 4 can be named in GOLDEN_RUNS, separated by colons.
 */
const runs = [
  { root: 'profiles/sample', before: 'test/fixtures/golden/sample.json' },
  ...(process.env.GOLDEN_RUNS ?? '')
    .split(':')
    .filter(Boolean)
    .map(root => ({ root, before: path.join(root, 'analysis.json') }))
]

/** Keys that have another name now: a pattern of the old path, and the new path. @type {[RegExp, string][]} */
const RENAMED = [
  [/^observerEffects\./, 'profilerOverheads.'],
  [/^loads\.(\d+)\.isCostTogether$/, 'loads.$1.isCostOnSharedCore'],
  [/^loads\.(\d+)\.costAlone\./, 'loads.$1.costSeparate.'],
  [/^blames\.(\d+)\.notExplained\./, 'blames.$1.unattributed.'],
  [/^blames\.(\d+)\.moved\./, 'blames.$1.displaced.'],
  [/^verdicts\.(\d+)\.second\./, 'verdicts.$1.secondary.'],
  [/^verdicts\.(\d+)\.roundsToSettle$/, 'verdicts.$1.toSettle.rounds'],
  [/^latencies\.(\d+)\.roundsLeftOut$/, 'latencies.$1.roundsDiscarded'],
  [/^checks\.flawed\./, 'checks.discarded.'],
  [/^checks\.panel\./, 'checks.limits.']
]

/** What is gone, with the reason. @type {[RegExp, string][]} */
const REMOVED = [
  [/^schemaVersion$/, 'it is 5 now'],
  [/^blames\.\d+\.functions\./, 'nothing showed them']
]

test.each(runs)('$root has the figures it had', ({ root, before }) => {
  const old = figuresOf(withNewRows(JSON.parse(readFileSync(before, 'utf8'))))
  const analysis = analyseRun(readRun(root))
  const now = new Map(figuresOf(JSON.parse(JSON.stringify(analysis))))
  const different = old
    .filter(([key]) => !REMOVED.some(([pattern]) => pattern.test(key)))
    .map(([key, value]) => ({ key, value, now: now.get(newKeyOf(key)) }))
    .filter(({ value, now: found }) => !isSame(value, found))
  expect(old.length).toBeGreaterThan(100)
  expect(different).toEqual([])
})

/**
 * Blame rows as they are now: with a code of the evidence, and the function that queues the thread pool's work as the owner.
 * @param {any} analysis of schema 4
 */
function withNewRows(analysis) {
  for (const row of analysis.blames.flatMap((/** @type {any} */ { rows }) => rows)) {
    const isMeasured = row.group === 'other threads'
    if (isMeasured) row.owner = row.path.pop() ?? null
    row.evidence = isMeasured ? 'measured-directly' : row.isConfirmed ? 'confirmed' : 'one-profiler'
    delete row.isConfirmed
  }
  return analysis
}

/** @param {string} key */
function newKeyOf(key) {
  return RENAMED.reduce((path, [pattern, to]) => path.replace(pattern, to), key)
}

/**
 * @param {unknown} value
 * @param {unknown} found
 */
function isSame(value, found) {
  if (typeof value !== 'number' || typeof found !== 'number') return value === found
  return Math.abs(value - found) <= 1e-9 * Math.max(Math.abs(value), Math.abs(found))
}

/**
 * All numbers, truth values and verdicts, with the path of keys to each.
 * @param {any} value
 * @param {string} [key]
 * @returns {[key: string, value: unknown][]}
 */
function figuresOf(value, key = '') {
  if (typeof value === 'number' || typeof value === 'boolean') return [[key, value]]
  if (typeof value === 'string') return /(^|\.)(verdict|lean|evidence)$/.test(key) ? [[key, value]] : []
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) => figuresOf(inner, key === '' ? name : `${key}.${name}`))
}

test('the recorded runs are there', () => {
  for (const { root } of runs) expect(existsSync(root) && readdirSync(root)).toContain('slices.jsonl')
})
