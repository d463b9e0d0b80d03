import { expect, test } from '@jest/globals'
import { analyse } from '../../../src/analyse.js'
import { planProfiler } from '../../../src/measure/rounds/design.js'
import { toMarkdown } from '../../../src/report/print/markdown.js'
import { runLines } from '../../../src/report/sections/sections.js'
import { makeManifest, makeMeasured, makeRounds, makeSlice } from '../../helpers/make-run.js'

/** @import { ProfileRecord, SliceRecord } from '../../../src/runs/types.js' */

/** @type {ProfileRecord['ticks']} */
const ticks = { autocannon: { javascript: 100, cpp: 300, gc: 20, sharedLibraries: 50, unaccounted: 550, total: 1000 } }
const design = {
  ...makeManifest().design,
  profilers: [{ name: /** @type {const} */ ('prof'), playsLoads: true, isAlone: false }]
}

/** @param {string} variant */
function profiledLaunches(variant) {
  return [0, 1].map(round => ({
    launch: `${round}-${variant}-prof`,
    variant,
    round,
    completed: variant === 'log=off' ? 2000 : 1000
  }))
}

const launches = ['log=off', 'log=sync'].flatMap(profiledLaunches)
const manifest = makeManifest({ design })
const analysis = analyse(
  makeMeasured({
    manifest,
    slices: [
      ...makeRounds({ rounds: 2, costRatio: 2 }),
      ...launches.map(launch => makeSlice({ ...launch, profiler: 'prof' }))
    ],
    profiles: launches.map(({ launch, variant }) => ({ launch, variant, profiler: 'prof', ticks, artifacts: [] })),
    artifacts: [
      { kind: 'flame', variant: 'log=off', profiler: '0x', generator: null, path: 'profiles/log=off.0x.html' }
    ]
  })
).analysis

/** Returns the lines of a folded part of the Markdown. @param {string} heading how it begins */
function partOf(heading, of = analysis) {
  const part = toMarkdown(of, manifest)
    .split('<details><summary>')
    .find(each => each.startsWith(heading))
  return part?.split('\n').filter(line => line !== '') ?? []
}

/** Returns the cells of the tables in lines, by row. @param {string[]} lines */
function cellsIn(lines) {
  return lines
    .filter(line => line.startsWith('|'))
    .map(line =>
      line
        .slice(1, -1)
        .split('|')
        .map(cell => cell.trim())
    )
}

test('the ticks of the variants are columns, with the change beside those of the candidate', () => {
  const rows = cellsIn(partOf('V8 ticks (prof), autocannon, 2 launches per variant'))
  expect(rows[0]).toEqual([
    '',
    'log=off: ticks, share, nonlib',
    'log=off: per 1,000 requests',
    'log=sync: ticks, share, nonlib',
    'log=sync: per 1,000 requests',
    'log=sync: change per 1,000 requests (95% CI)'
  ])
  expect(rows[2]).toEqual(['JavaScript', '200 (10.0%, 10.5%)', '50', '200 (10.0%, 10.5%)', '100', '+100% (100 to 100)'])
})

test('what V8 was doing is rows below the ticks', () => {
  const states = [{ state: /** @type {const} */ ('native'), ticks: 500, share: 0.25, ticksPer1000Requests: 125 }]
  const known = analysis.ticks.map(({ variants, ...table }) => ({
    ...table,
    variants: Object.fromEntries(Object.entries(variants).map(([name, column]) => [name, { ...column, states }]))
  }))
  expect(cellsIn(partOf('V8 ticks (prof), autocannon', { ...analysis, ticks: known })).at(-1)).toEqual([
    'V8 state: native code of Node.js, kernel',
    '500 (25.0%)',
    '125',
    '500 (25.0%)',
    '125',
    ''
  ])
})

test('ticks of one launch per variant have no column of changes', () => {
  const one = { ...analysis, ticks: analysis.ticks.map(table => ({ ...table, changes: {} })) }
  const lines = partOf('V8 ticks (prof), autocannon', one)
  expect(cellsIn(lines).every(cells => cells.length === 5)).toBe(true)
  expect(lines.join()).toContain('it needs two launches per variant')
})

test('every oddity of the ticks has a sentence', () => {
  expect(partOf('How to read ticks').filter(line => line.startsWith('- '))).toHaveLength(5)
})

test('profiler overhead is a sentence', () => {
  expect(partOf('Profiler overhead').join(' ')).toMatch(
    /autocannon, launches of the same rounds\. prof changes .*\d% \(95% CI .*\)\./
  )
})

test('the run time is printed with its load and warm-up', () => {
  expect(partOf('Validity checks')).toContain('Run time: 100 s (60.0 s load, 20.0 s warm-up).')
})

test('the files of the tools are listed', () => {
  expect(cellsIn(partOf('Files')).slice(2)).toEqual([
    [expect.stringMatching(/flame graph.*log=off/), 'profiles/log=off.0x.html']
  ])
})

test('the precision of a run is that after the rounds of its verdict, without those of its size', () => {
  const shared = [0, 1, 2, 3, 4, 5].flatMap(round =>
    makeRounds({ rounds: 6, costRatio: round % 2 === 0 ? 1.1 : 1.3 })
      .filter(slice => slice.round === round)
      .map(slice => ({ ...slice, beside: ['the other'] }))
  )
  const separate = makeRounds({ rounds: 9, costRatio: 1.2 }).filter(({ round }) => round >= 6)
  const slices = [...shared, ...separate]
  expect(endingOf(0.5)).toContain('The 95% interval reached ±50%, after 6 rounds.')
  expect(endingOf(0.01)).toMatch(/^The 95% interval did not reach .*: 6 rounds, /m)

  /** @param {number} untilHalfWidth */
  function endingOf(untilHalfWidth) {
    const manifest = makeManifest({ design: { ...makeManifest().design, untilHalfWidth } })
    const run = analyse(makeMeasured({ manifest, slices })).analysis
    expect(run.rounds).toBe(9)
    return toMarkdown(run, manifest)
  }
})

test('a run that lacks launches which sample allocations says so, where it planned some', () => {
  const manifest = makeManifest()
  const heap = { ...planProfiler('heap'), rounds: 2, ofVariants: ['log=off', 'log=sync'] }
  const planned = makeManifest({ design: { ...manifest.design, profilers: [...manifest.design.profilers, heap] } })
  const slices = makeRounds({ rounds: 6, costRatio: 2 })
  const sentence = 'Launches that sample allocations have 0 of 2 rounds.'
  const { analysis } = analyse(makeMeasured({ manifest: planned, slices }))
  expect(runLines(analysis)).toContain(sentence)
  const limited = {
    ...analysis,
    asked: { ...analysis.asked, maxMs: 60_000, allocationRounds: { planned: 2, played: 1 } }
  }
  expect(runLines(limited).join()).toContain('allocations have 1 of 2 rounds: --max-time allowed no more.')
  expect(runLines(analyse(makeMeasured({ manifest, slices })).analysis)).not.toContain(sentence)
})

test('a run whose verdict was clear early says so, and lacks no rounds', () => {
  const rounds = makeRounds({ rounds: 6, costRatio: 2 })
  const planned = { ...makeManifest().design, rounds: 9, detailRounds: 0, endsWhenClear: true }
  const early = analyse(makeMeasured({ manifest: makeManifest({ design: planned, clearAfter: 6 }), slices: rounds }))
  expect(runLines(early.analysis)).toEqual(['The verdict was clear after 6 rounds.'])
  const cut = analyse(makeMeasured({ manifest: makeManifest({ design: planned }), slices: rounds }))
  expect(runLines(cut.analysis)).toEqual(['The run has 6 of 9 rounds.'])
})
