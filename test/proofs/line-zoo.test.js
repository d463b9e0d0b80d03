import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { lineExperiment, planLines } from '../../scripts/proofs/lib/line-plan.js'
import { buildLines } from '../../scripts/proofs/lib/line-setup.js'
import { lineTables } from '../../scripts/proofs/lib/line-tables.js'
import { isInstalled } from '../../scripts/proofs/lib/zoo-setup.js'
import { openAgentServer } from '../../src/measure/agent/agent-server.js'
import { sum } from '../../src/stats/means.js'
import { lineCases, plantedLines } from '../fixtures/servers/zoo/lines/catalog.js'
import { askZooServer } from '../helpers/ask-zoo-server.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { NamedFunction } from '../../scripts/proofs/lib/line-findings.js' */
/** @import { LineRow } from '../../scripts/proofs/lib/line-plan.js' */
/** @import { AgentServer } from '../../src/measure/agent/agent-server.js' */

removeTemporaryFolders()
beforeAll(() => buildLines())

test('there are at least 40 planted lines on at least 12 kinds, and each case has a name of its own', () => {
  expect(lineCases.flatMap(plantedLines).length).toBeGreaterThanOrEqual(40)
  expect(new Set(lineCases.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(12)
  expect(new Set(lineCases.map(({ name }) => name)).size).toBe(lineCases.length)
})

test('the cases that are set aside never change', () => {
  expect(lineCases.filter(({ half }) => half === 'held-out').map(({ name }) => name)).toEqual(
    'mixTwice, countThrice, mixAll, labelRows, readCached, thenRender, labelMembers, describeReport, matchAddress, escapeText, tagTexts, collectRanks, encodeBytes, joinBytes, parseAddresses, readRanks, chainRows, fillDefaults, mixInLoop, parseInFour, scoreOnce, readLists, sizeRows, nameRows, showList, rankList without map, inserted, mixRanks, compression'.split(
      ', '
    )
  )
})

test('all cases are played on Node 24, a quarter on each other version, and eight in full', () => {
  const runs = planLines(lineCases)
  const count = (/** @type {string} */ major, isFull = false) =>
    runs.filter(run => run.major === major && run.isFull === isFull).length
  expect(count('24')).toBe(lineCases.length)
  expect(['20', '22', '26'].map(major => count(major))).toEqual(Array(3).fill(lineCases.length >> 2))
  expect(count('24', true)).toBe(8)
})

test.each(lineCases)('$name: one line has each planted text, and the shares are all of the work', each => {
  const lines = plantedLines(each)
  expect(lines.map(({ text }) => text).sort()).toEqual(Object.keys(each.planted).sort())
  if (lines.length > 0) expect(sum(lines.map(({ share }) => share))).toBeCloseTo(1)
})

const describeInstalled = isInstalled() ? describe : describe.skip

describeInstalled('with the packages of the zoo', () => {
  /** @type {AgentServer} */
  let agents

  beforeEach(async () => {
    agents = await openAgentServer()
  })

  afterEach(() => agents.close())

  test.each(lineCases)('$name answers the same in both variants', async each => {
    const { variants, request: sent } = lineExperiment(each, process.execPath)
    const answers = []
    for (const { command, ...settings } of variants)
      answers.push(await askZooServer({ kind: {}, command, folder: temporaryFolder(), agents, sent, settings }))
    const [first] = answers
    for (const { statusCode, body } of answers)
      expect({ statusCode, body }).toEqual({ statusCode: 200, body: first?.body })
    expect(first?.bytes).toBeGreaterThan(0)
  })
})

describe('the tables', () => {
  /** @type {(name: string, named: Partial<NamedFunction>[]) => string} */
  function tableOf(name, named) {
    const usual = { name: 'f', micros: 40, line: null, noLine: null, lines: [], annotated: [], calledAt: null }
    const source = lineCases.find(each => each.name === name)?.source ?? ''
    const findings = { named: named.map(each => ({ ...usual, file: source, ...each })), rows: [], truthMicros: 40 }
    /** @type {LineRow} */
    const row = { name, major: '24', isFull: false, node: 'v24.0.0', problem: null, findings }
    return lineTables([row]).join('\n')
  }

  const [planted = { line: 0 }] = plantedLines(
    /** @type {typeof lineCases[0]} */ (lineCases.find(each => each.name === 'scoreMembers'))
  )
  const right = { line: planted.line, micros: 40 }

  test('a planted line that is named', () => {
    const table = tableOf('scoreMembers', [{ line: planted.line, lines: [right], annotated: [right] }])
    for (const column of [
      'function named',
      'line named',
      'named line right',
      'all lines right',
      'µs within 15% or 2 µs'
    ])
      expect(table).toMatch(new RegExp(`\\| ${column} \\|.* 1/1 \\(2% to 100%\\) \\|$`, 'm'))
  })

  test('another line is a wrong one, and a function without a line is not right', () => {
    const wrong = { line: planted.line - 1, micros: 40 }
    expect(tableOf('scoreMembers', [{ line: wrong.line, lines: [wrong] }])).toMatch(/\| named line right \|.* 0\/1 /)
    expect(tableOf('scoreMembers', [{}])).toMatch(/\| line named \|.* 0\/1 /)
    expect(tableOf('scoreMembers', [{}])).toMatch(/\| named line right \|.* - \|$/m)
  })

  test('the lines of a call are those that call the function', () => {
    const [costliest, other] = plantedLines(
      /** @type {typeof lineCases[0]} */ (lineCases.find(each => each.name === 'mixTwice'))
    )
    const lines = [costliest, other].map(each => ({ line: each?.line ?? 0, micros: 40 * (each?.share ?? 0) }))
    const table = tableOf('mixTwice', [{ calledAt: { file: 'cases/calls.js', lines } }])
    expect(table).toMatch(/\| named line right \|.* 1\/1 /)
    expect(table).toMatch(/\| share within 10 points \|.* 2\/2 /)
  })

  test('the line that brings in a package is right', () => {
    const [line] = plantedLines(
      /** @type {typeof lineCases[0]} */ (lineCases.find(each => each.name === 'compression'))
    )
    const lines = [{ line: line?.line ?? 0, micros: 40 }]
    const table = tableOf('compression', [{ file: 'index.js', broughtInAt: { file: 'servers/express.js', lines } }])
    expect(table).toMatch(/\| function named \|.* 1\/1 /)
    expect(table).toMatch(/\| named line right \|.* 1\/1 /)
  })

  test('any line is a wrong one where lines only moved', () => {
    expect(tableOf('commented', [])).toMatch(/\| named line right \|.* - \|$/m)
    expect(tableOf('commented', [{ line: 3, lines: [{ line: 3, micros: 4 }] }])).toMatch(
      /\| named line right \|.* 0\/1 /
    )
  })
})
