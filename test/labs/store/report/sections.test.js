import { describe, expect, test } from '@jest/globals'
import { shortLabReport } from '../../../../src/labs/skeleton/report.js'
import { analyseStore } from '../../../../src/labs/store/analysis/analyse-store.js'
import { storeAnswerInWords, storeChapters, storeEndingInWords } from '../../../../src/labs/store/report/sections.js'
import { curvesCsv, storeToCsv, taskCostCsv } from '../../../../src/labs/store/report/tables.js'
import * as work from '../../../../src/labs/store/work.js'
import { makeStoreLab, makeStoreSearch } from '../../../helpers/make-store-lab.js'

const saved = makeStoreLab()
const analysis = analyseStore(saved)
const chapters = storeChapters(analysis)

test('the answer says what is served, from which cost of a task on a pool pays, and how many conclusions hold', () => {
  expect(storeAnswerInWords(analysis)).toEqual([
    'PUT: inline serves 20,000/s, and the best pool (queue 128) 10,000/s: the ratio is 2.00 (95% CI 2.00 to 2.00).',
    'GET: inline serves 20,000/s, and the best pool (queue 128) 10,000/s: the ratio is 2.00 (95% CI 2.00 to 2.00).',
    expect.stringMatching(
      /^A pool serves more requests\/s from 1\d\d µs \(95% CI .* to .*\) of CPU per task on, on top of the read \(unbounded compared with inline\)\.$/
    ),
    'Of 5 conclusions of the paper, 2 hold here and 2 do not; this run cannot tell about 1.',
    expect.stringMatching(/^Open: "the fastest is a small pool with a large queue".*npm run lab:store -- --full/)
  ])
})

test('there is a table of latency per operation and rate, with refusals apart', () => {
  expect(chapters.latency.map(({ heading }) => heading)).toEqual([
    'PUT at 2,000/s, 50% of the knee',
    'PUT at 3,600/s, 90% of the knee',
    'GET at 2,000/s, 50% of the knee',
    'GET at 3,600/s, 90% of the knee'
  ])
  const { header = [], rows = [] } = chapters.latency[1]?.table ?? {}
  const small = rows.find(([name]) => name === 'queue 10') ?? []
  expect(Object.fromEntries(header.map((name, index) => [name, small[index]]))).toMatchObject({
    // The median of 0.99, 1.00, 1.01 and again 0.99 and 1.00 times 2 ms.
    p50: '2.00 ms',
    'p99, mean of repeats': expect.stringMatching(/^(2\.00|1\.99) ms ± /),
    'queue wait, mean': '20.0 µs',
    'most waiting': '5',
    threads: '2',
    refused: '5 of 10,000 (0.05%)'
  })
  expect(rows.find(([name]) => name === 'inline')?.[header.indexOf('refused')]).toBe('0 of 10,000')
})

test('each conclusion has its evidence', () => {
  const lines = chapters.conclusions[0]?.lines ?? []
  expect(lines[0]).toMatch(
    /^Does not hold here: "the asynchronous server answers faster".*The p99 latency of hand-over is 3\.00 \(97\.5% CI .*\) times that of inline\.$/
  )
  expect(lines[2]).toBe(
    'Holds here: "with a queue of 10 there is a small number of rejects". Refused PUT requests: 10 of 20,000 (0.05%); a small number is at most 1%.'
  )
})

test('the figures of the paper stand beside its own arithmetic and those of the run', () => {
  const rows = chapters.claims[0]?.table?.rows ?? []
  const figures = Object.fromEntries(rows.map(([what, , ...cells]) => [what, cells]))
  expect(figures['possible ids of 3 characters']).toEqual(['240,000', '238,328', '238,328'])
  expect(figures['size of its data']).toEqual(['230 MB', '72.2 MB', '90.0 MB'])
  expect(figures['refused requests, queue of 10, at most']).toEqual(['0.001%', '-', '0.05%'])
  expect(figures['the same as a number of requests']).toEqual(['-', '1.50', '-'])
  expect(figures['lowest rate']).toEqual(['5,000/s', '-', '2,000/s'])
})

describe('what is unusual', () => {
  test('nothing is said about a usual run', () => {
    expect(storeEndingInWords(analysis)).toEqual([])
  })

  test('saturated strategies and those that refuse are named', () => {
    const other = analyseStore(
      makeStoreLab({
        change: ({ variant, operation, share }) => {
          if (operation !== 'GET' || share !== 0.9) return {}
          if (variant === 'unbounded') return { isSaturated: true }
          return variant === 'hand-over' ? { accepted: 1000, refused: 1000 } : {}
        }
      })
    )
    expect(storeAnswerInWords(other).slice(-2)).toEqual([
      'Saturated in a repeat, in which it is not compared: unbounded (GET at 3,600/s).',
      'Refuses or fails more than 1% in a repeat, in which it is not compared: hand-over (GET at 3,600/s).'
    ])
  })
})

test('the terminal shows the tables, and the answer last', () => {
  const sections = shortLabReport(work, analysis)
  expect(sections.at(-1)?.heading).toBe('Result')
  expect(sections.map(({ heading }) => heading)).toEqual(
    expect.arrayContaining(['Capacity', 'Latency of the accepted requests', 'Conclusions of the paper'])
  )
})

test('a search reports its winner and all stages', () => {
  const found = analyseStore(makeStoreSearch())
  expect(storeAnswerInWords(found)).toEqual([
    expect.stringMatching(
      /^The best pool and queue \(MIN \/ MAX \/ queue\) is 1 \/ 2 \/ 128, significantly: the p99 latency of 1 \/ 2 \/ \w+ is 1\.50 \(95% CI 1\.50 to 1\.50\) times as long\. That of the paper \(8 \/ 16 \/ 128\) was not among the best 6 of 12\.$/
    )
  ])
  expect(storeChapters(found).search[0]?.table?.rows).toHaveLength(12 + 6 + 3 + 2)
  expect(storeChapters(found).latency).toEqual([])
})

test('the capacities of a search have the operation that it measured, and no empty columns', () => {
  const search = makeStoreSearch()
  const variant = search.manifest.lab.search.candidates[0]?.name ?? ''
  const own = { variant, operation: /** @type {const} */ ('PUT'), connections: 12, completed: 1000, cpuMicros: 50_000 }
  const capacities = [-2, -1].map(repeat => ({ ...own, repeat, durationMs: 1000 }))
  const [section] = storeChapters(analyseStore({ ...search, capacities })).capacity
  expect(section?.table?.header).toEqual(['strategy', 'PUT', 'CPU per PUT', 'connections'])
  expect(section?.table?.rows).toEqual([[variant, expect.any(String), expect.any(String), '12']])
})

test('CSV has every cell, the curves and the costs', () => {
  expect(storeToCsv(saved).trim().split('\r\n')).toHaveLength(1 + 5 * 2 * 2 * 5)
  expect(curvesCsv('curves', analysis.lab.cells).text.split('\r\n')[1]).toMatch(/^inline,0,\d+$/)
  expect(taskCostCsv(analysis.lab).text.trim().split('\r\n')).toHaveLength(1 + 4)
})
