import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { readRows } from '../../scripts/proofs/lib/play-runs.js'
import { refactoringTables } from '../../scripts/proofs/lib/refactoring-tables.js'
import { orderOf } from '../../scripts/proofs/lib/zoo-plan.js'
import { isInstalled } from '../../scripts/proofs/lib/zoo-setup.js'
import { openAgentServer } from '../../src/measure/agent/agent-server.js'
import { ZOO_FOLDER } from '../fixtures/servers/zoo/catalog.js'
import { refactorings } from '../fixtures/servers/zoo/refactorings/catalog.js'
import { askZooServer } from '../helpers/ask-zoo-server.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { Findings, NamedRow, ZooRow } from '../../scripts/proofs/lib/zoo-row.js' */
/** @import { AgentServer } from '../../src/measure/agent/agent-server.js' */

removeTemporaryFolders()

test('there are 20 refactorings, each with a change of its own', () => {
  expect(refactorings).toHaveLength(20)
  for (const field of /** @type {const} */ (['name', 'change']))
    expect(new Set(refactorings.map(each => each[field])).size).toBe(20)
  expect(new Set(refactorings.map(({ framework }) => framework)).size).toBe(5)
  expect(new Set(refactorings.map(({ where }) => where)).size).toBe(3)
})

test('the refactorings that are set aside never change', () => {
  expect(refactorings.filter(({ half }) => half === 'held-out').map(({ name }) => name)).toEqual([
    'inlined-caller',
    'split-in-two',
    'arrow-function',
    'loop-to-map',
    'merged-middleware',
    'reordered-middleware',
    'split-middleware',
    'bound-function',
    'decorator',
    'native-other-caller'
  ])
})

test.each(refactorings)('$name: the source has the planted function, which only one variant calls', each => {
  const { name, file, within = [] } = each.planted
  for (const one of [name, ...within])
    expect(readFileSync(path.join(ZOO_FOLDER, file), 'utf8')).toMatch(`function ${one}(`)
  const again = orderOf({ kind: each.name, question: 'again', repetition: 0, isVerdictOnly: false }, refactorings)
  expect(again.experiment.variants.map(({ command }) => command[2])).toEqual(['baseline', 'refactored'])
  const cost = orderOf({ kind: each.name, question: 'cost', repetition: 0, isVerdictOnly: false }, refactorings)
  expect(cost.experiment.variants.map(({ command }) => command[2])).toEqual(['baseline', 'refactored-slower'])
})

const describeInstalled = isInstalled() ? describe : describe.skip

describeInstalled('with the packages of the zoo', () => {
  /** @type {AgentServer} */
  let agents

  beforeEach(async () => {
    agents = await openAgentServer()
  })

  afterEach(() => agents.close())

  test.each(refactorings)('$name answers the same in all variants, and measures itself', async each => {
    const answers = []
    for (const command of [each.baseline, each.same ?? [], each.candidate])
      answers.push(await askZooServer({ kind: each, command, folder: temporaryFolder(), agents }))
    const [first] = answers
    for (const { statusCode, body, exit, stderr } of answers) {
      expect({ statusCode, body, exit }).toEqual({
        statusCode: 200,
        body: first?.body,
        exit: { code: 0, signal: null, escalated: false }
      })
      expect(stderr).toMatch(/^truth \{"micros":[\d.e-]+,"bytes":null\}$/m)
    }
    expect(first?.bytes).toBeGreaterThan(0)
  })
})

test('docs/blame.md has the shares of the published rows', () => {
  const docs = path.join(import.meta.dirname, '../../docs')
  const text = readFileSync(path.join(docs, 'blame.md'), 'utf8')
  const tables = refactoringTables(readRows(path.join(docs, 'refactoring-rows.jsonl')), refactorings)
  const shares = tables.filter(line => /^\| [a-z 0]+ \| \d+\/\d+ \(/.test(line))
  expect(shares).toHaveLength(13)
  for (const share of shares) expect(text).toContain(share)
})

describe('the tables', () => {
  /** @type {(name: string, value: number, changes?: Partial<NamedRow>) => NamedRow} */
  function named(name, value, changes) {
    const cost = { value, low: value - 1, high: value + 1 }
    const file = 'refactorings/plants.cjs'
    return { name, file, group: 'app', threads: null, cost, evidence: 'confirmed', isHeadline: true, ...changes }
  }

  const planted = named('mixBits', 11)
  const other = named('writeList', 8, { file: 'refactorings/cases/renamed-caller.js', isHeadline: false })
  /** @type {Findings} */
  const slower = {
    verdict: 'slower',
    metric: 'cpuMainThread',
    change: { value: 0.1, low: 0.08, high: 0.12 },
    sizeMicros: { value: 12, low: 9, high: 15 },
    baselineMicros: 100,
    truthMicros: { value: 10, low: 9, high: 11, launches: 8 },
    blame: [planted],
    unattributedMicros: { value: 1, low: -1, high: 3 },
    cardUnattributedMicros: { value: 1, low: 0.5, high: 1.5 },
    isLeakFound: null
  }
  const truth = { ...slower, separateMicros: { value: 10, low: 9.5, high: 10.5 } }
  /** @type {Findings} */
  const same = { ...slower, verdict: 'no difference', blame: [] }

  /** @type {(findings: Findings | null, question?: 'again' | 'cost', repetition?: number) => string} */
  function tableOf(findings, question = 'cost', repetition = 0) {
    const run = { kind: 'renamed-caller', question, repetition: 0, isVerdictOnly: false, node: 'v20', seed: 1 }
    const problem = findings ? null : 'ERR_SYSTEM'
    /** @type {ZooRow} */
    const row = { ...run, repetition, at: '2026-01-01', folder: 'run', wallMs: 1, problem, findings }
    /** @type {ZooRow} */
    const longer = { ...row, ...run, question: 'cost', isVerdictOnly: true, problem: null, findings: truth }
    return refactoringTables([longer, row], refactorings).join('\n')
  }

  test('a planted function that is found', () => {
    const table = tableOf(slower)
    expect(table).toMatch('| planted function first | 1/1 (2% to 100%) | - | 1/1 (2% to 100%) |')
    expect(table).toMatch('| size over truth, median | 1.20 | - | 1.20 |')
    expect(table).toMatch('| half-width of unattributed, median | 2.0% | - | 2.0% |')
    expect(table).toMatch(
      /\| slower \| 12.0 \(9.0 to 15.0\) \| 10.0 \(9.5 to 10.5\) \| mixBits 11.0\* .*unattributed of the card contains 0 \|$/m
    )
  })

  test('the truth is of the longer run', () => {
    expect(tableOf(slower)).toMatch('| truth inside the size | 1/1')
    const narrow = { ...slower, sizeMicros: { value: 12, low: 11, high: 13 } }
    expect(tableOf(narrow)).toMatch('| truth inside the size | 0/1')
  })

  test('the truth is of the longer run before it, not of an earlier one', () => {
    expect(tableOf(slower, 'cost', 1)).toMatch('| truth inside the size | 0/1')
  })

  test('a size agrees with a truth whose own interval explains the rest', () => {
    // The truth is 10 ± 0.5: with 1.9 the half-widths allow 1.96, with 1.8 they allow 1.87.
    const at = (/** @type {number} */ half) => ({
      ...slower,
      sizeMicros: { value: 11.9, low: 11.9 - half, high: 11.9 + half }
    })
    expect(tableOf(at(1.9))).toMatch('| size agrees with the truth | 1/1')
    expect(tableOf(at(1.8))).toMatch('| size agrees with the truth | 0/1')
    expect(tableOf({ ...slower, sizeMicros: null })).toMatch('| size agrees with the truth | 0/1')
  })

  test('an unchanged function is a miss on the card, and among the first three rows', () => {
    const below = tableOf({ ...slower, blame: [planted, other] })
    expect(below).toMatch('| nobody else on the card | 1/1')
    expect(below).toMatch('| nobody else among the first three rows | 0/1')
    const above = tableOf({ ...slower, blame: [{ ...other, isHeadline: true }, planted] })
    expect(above).toMatch('| planted function first | 0/1')
    expect(above).toMatch('| nobody else on the card | 0/1')
  })

  test('without a cost nobody should be named', () => {
    const right = tableOf(same, 'again')
    expect(right).toMatch('| nobody on the card | 1/1')
    expect(right).toMatch('| not slower or faster | 1/1')
    expect(right).toMatch('| size over truth, median | - |')
    expect(tableOf({ ...same, blame: [other] }, 'again')).toMatch('| nobody among the first three rows | 0/1')
  })

  test('a run that failed is a miss in every share', () => {
    expect(tableOf(null).match(/ 0\/1 /g)).toHaveLength(18)
  })
})
