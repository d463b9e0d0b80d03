import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { readWaitFindings } from '../../scripts/proofs/lib/wait-findings.js'
import { planWaits } from '../../scripts/proofs/lib/waits-plan.js'
import { waitsTables } from '../../scripts/proofs/lib/waits-tables.js'
import { namesLine, plantedWaits, waitCases } from '../fixtures/servers/zoo/waits/catalog.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { ChangedLine } from '../../scripts/proofs/lib/wait-findings.js' */
/** @import { WaitRow } from '../../scripts/proofs/lib/waits-plan.js' */

removeTemporaryFolders()

test('there are at least 25 cases with a planted line, each with a name of its own, and one identity per kind of server', () => {
  const identities = waitCases.filter(({ isSame }) => isSame)
  expect(waitCases.filter(namesLine).length).toBeGreaterThanOrEqual(25)
  expect(new Set(waitCases.map(({ name }) => name)).size).toBe(waitCases.length)
  expect(identities.map(({ server }) => server).sort()).toEqual([...new Set(waitCases.map(each => each.server))].sort())
})

test('the cases that are set aside never change', () => {
  expect(waitCases.filter(({ half }) => half === 'held-out').map(({ name }) => name)).toEqual(
    'concurrent, concurrent-hidden, in-package, full-pool, pipeline, after-response, cache-miss, retry, dns-resolver, once, timers-promises, fetch-body, pg-query, pg-pool, ioredis-get, cluster, worker-server, koa-middleware, for-await, same-express, same-fastify, same-koa, same-cluster'.split(
      ', '
    )
  )
})

test('all cases are played on Node 24, a quarter on each other version, and five in full', () => {
  const runs = planWaits(waitCases)
  const count = (/** @type {string} */ major, isFull = false) =>
    runs.filter(run => run.major === major && run.isFull === isFull).length
  expect(['24', '20', '22', '26'].map(major => count(major))).toEqual([46, 11, 11, 11])
  expect(count('24', true)).toBe(5)
})

test.each(waitCases)('$name: one line is planted, and waits 5 to 200 ms longer', waitCase => {
  const [planted = { line: 0, extraMs: -1 }] = plantedWaits(waitCase)
  expect(planted.line).toBeGreaterThan(0)
  if (namesLine(waitCase)) expect(planted.extraMs).toBeGreaterThanOrEqual(5)
  expect(planted.extraMs).toBeLessThanOrEqual(200)
})

describe('the findings of a run', () => {
  const cost = { baseline: 101e3, candidate: 130e3, difference: 29e3, low: 28e3, high: 30e3 }
  const owner = { name: 'readRows', file: 'cases/nested.js', line: 17 }
  const analysis = {
    blames: [
      {
        unit: 'latency',
        candidate: 'candidate',
        total: cost,
        rows: [{ group: 'app', owner, line: 19, path: [{ name: 'timer' }], cost }]
      }
    ],
    heavyTables: [
      {
        unit: 'latency',
        variants: [
          { name: 'baseline', busy: 900 },
          { name: 'candidate', busy: 1000 }
        ],
        frames: [{ name: 'timer' }, { name: 'unattributed' }],
        rows: [
          { frame: 0, self: [890, 900] },
          { frame: 1, self: [10, 100] }
        ]
      }
    ]
  }

  test('lines with their changes', () => {
    expect(readWaitFindings(saved(analysis))).toEqual({
      latencyMs: { value: 29, low: 28, high: 30 },
      unattributedShare: 0.1,
      changes: [
        {
          file: 'cases/nested.js',
          line: 19,
          functionName: 'readRows',
          changeMs: { value: 29, low: 28, high: 30 },
          resource: 'timer'
        }
      ]
    })
  })

  test('the line whose queueing for the event loop grew for certain is one of them', () => {
    const at = { file: 'cases/busy-loop.js', line: 12, cost: { ...cost, difference: 30e3 } }
    const [blame] = analysis.blames
    const lines = [at, null].map(function named(queueing) {
      const found = readWaitFindings(saved({ ...analysis, blames: [{ ...blame, queueing: { row: 0, at: queueing } }] }))
      return found?.changes.map(({ line, resource, changeMs }) => [line, resource, changeMs.value])
    })
    expect(lines).toEqual([
      [
        [12, 'event loop', 30],
        [19, 'timer', 29]
      ],
      [[19, 'timer', 29]]
    ])
  })

  test('none of a run without waits', () => {
    expect(readWaitFindings(saved({ blames: [], heavyTables: [] }))).toBe(null)
  })

  /** @param {object} content */
  function saved(content) {
    const folder = temporaryFolder()
    writeFileSync(path.join(folder, 'analysis.json'), JSON.stringify(content))
    return folder
  }
})

describe('the tables', () => {
  const [planted = 0, other = 0] = plantedWaits(caseNamed('mutex')).map(({ line }) => line)

  test('a planted line that is named, with its size', () => {
    const table = tableOf('mutex', [changeAt(planted, 11), changeAt(other, 12)])
    for (const column of ['line named', 'line right']) expect(table).toMatch(share(column, '1/1'))
    for (const column of ['size within 10% or 1 ms', 'all named lines planted'])
      expect(table).toMatch(share(column, '2/2'))
    expect(table).toMatch(share('truth in the interval', '2/2'))
    expect(table).toMatch(/\| mutex \|.* \| 12\.0 \| 11\.0 ± 1\.0 \| lock \| lock \| yes \| yes \| 10% \|$/m)
  })

  test('another line is a wrong one', () => {
    const table = tableOf('sequential', [changeAt(1, 29)])
    expect(table).toMatch(share('line named', '1/1'))
    expect(table).toMatch(share('line right', '0/1'))
    expect(table).toMatch(share('size within 10% or 1 ms', '0/1'))
    expect(table).toMatch(share('all named lines planted', '0/1'))
  })

  test('a line whose interval has 0 is not named', () => {
    const table = tableOf('same-koa', [{ ...changeAt(1, 1), changeMs: { value: 1, low: -1, high: 3 } }])
    expect(table).toMatch(share('nobody named', '1/1'))
    expect(tableOf('same-koa', [changeAt(1, 3)])).toMatch(share('nobody named', '0/1'))
  })

  test('a run that failed is a miss', () => {
    expect(tableOf('sequential', null)).toMatch(share('line named', '0/1'))
    expect(tableOf('same-koa', null)).toMatch(share('nobody named', '0/1'))
  })

  /** @param {string} column @param {string} count */
  function share(column, count) {
    return new RegExp(`^\\| ${column.replace(/[%]/g, '\\$&')} \\|.* ${count} \\([^|]*\\) \\|$`, 'm')
  }

  /** @param {string} name @param {ChangedLine[] | null} changes */
  function tableOf(name, changes) {
    const source = caseNamed(name).source
    const findings = changes && {
      latencyMs: { value: 0, low: 0, high: 0 },
      unattributedShare: 0.1,
      changes: changes.map(each => ({ ...each, file: source }))
    }
    /** @type {WaitRow} */
    const row = { name, major: '24', isFull: false, findings }
    return waitsTables([row]).join('\n')
  }

  /** @param {number} line @param {number} value @returns {ChangedLine} */
  function changeAt(line, value) {
    const changeMs = { value, low: value - 1, high: value + 1 }
    return { file: '', line, functionName: 'answer', changeMs, resource: 'lock' }
  }
})

/** @param {string} name */
function caseNamed(name) {
  return /** @type {typeof waitCases[0]} */ (waitCases.find(each => each.name === name))
}
