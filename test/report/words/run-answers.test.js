import { expect, test } from '@jest/globals'
import { analyseCopies } from '../../../src/labs/copy/analysis.js'
import { copyLab } from '../../../src/labs/copy/lab.js'
import { analyseUploads } from '../../../src/labs/upload/analysis.js'
import { uploadLab } from '../../../src/labs/upload/lab.js'
import { indexRow } from '../../../src/page/render-index.js'
import { listedRun, runAnswers, runLines } from '../../../src/report/words/run-answers.js'
import { blameRowOf, costOf } from '../../helpers/costs.js'
import { makeChange } from '../../helpers/make-change.js'
import { makeLab } from '../../helpers/make-lab.js'
import { makeListedRun } from '../../helpers/make-runs.js'
import { makeUploadLab } from '../../helpers/make-upload-lab.js'

/** @import { RunAnswer } from '../../../src/report/types.js' */

test('an answer has the verdict, its change, and how it was measured', () => {
  const { answers, problem } = runAnswers(makeListedRun({ folder: 'a run' }))
  expect(problem).toBeNull()
  expect(answers).toMatchObject([
    {
      folder: 'a run',
      candidate: 'log=sync',
      baseline: 'log=off',
      verdict: 'slower',
      what: 'main-thread CPU per request',
      change: { relative: expect.closeTo(0.198, 2), pairs: 8 },
      slices: 'separate',
      status: 'complete',
      versions: { node: 'v20.0.0' },
      load: 'autocannon, 100 connections, closed loop',
      rounds: 8
    }
  ])
})

test('the terminal names the kind of slices of a change', () => {
  const lines = runLines([makeListedRun()]).join(' ').replace(/\s+/g, ' ')
  expect(lines).toMatch(
    /: slower, \+19\.8% \(.*\) main-thread CPU per request, separate slices; requests\/s -16\.7% \(.*\)$/
  )
})

test('latency that is slower beside a verdict on CPU is in every list', () => {
  const run = makeListedRun()
  const secondary = { metric: 'latencyP50', verdict: 'slower', change: makeChange(2, 3) }
  const verdicts = run.analysis.verdicts.map(verdict => ({ ...verdict, verdict: 'no difference', secondary }))
  const waiting = { ...run, analysis: { ...run.analysis, verdicts } }
  const lines = runLines([/** @type {any} */ (waiting)])
    .join(' ')
    .replace(/\s+/g, ' ')
  expect(lines).toMatch(/: no difference, .*; p50 latency \+2\d\d% \(/)
  const [answer] = runAnswers(/** @type {any} */ (waiting)).answers
  expect(answer && indexRow(answer).what).toMatch(/^main-thread CPU per request; p50 latency \+2\d\d% \(/)
  expect(runLines([run]).join()).not.toContain('latency')
})

test('a run that was interrupted is named so in the list', () => {
  const run = makeListedRun()
  const interrupted = { ...run, analysis: { ...run.analysis, status: 'interrupted' } }
  const lines = runLines([/** @type {any} */ (interrupted)])
    .join(' ')
    .replace(/\s+/g, ' ')
  expect(lines).toMatch(/; the run was interrupted$/)
  expect(runLines([run]).join()).not.toContain('the run')
})

test('a verdict on cold servers is named so in every list', () => {
  const run = makeListedRun()
  const verdicts = run.analysis.verdicts.map(verdict => ({ ...verdict, isCold: true }))
  const cold = { ...run, analysis: { ...run.analysis, verdicts } }
  const lines = runLines([/** @type {any} */ (cold)])
    .join(' ')
    .replace(/\s+/g, ' ')
  expect(lines).toMatch(/: cold servers, slower, \+19\.8%/)
  const [answer] = runAnswers(/** @type {any} */ (cold)).answers
  expect(answer && indexRow(answer).length).toMatch(/^8 rounds, cold servers/)
  expect(runLines([run]).join()).not.toContain('cold')
})

test.each([80, 100])('at %d columns no line of the newest runs is wider', columns => {
  for (const line of runLines([makeListedRun()], columns).join('\n').split('\n'))
    expect({ line, fits: line.length <= columns }).toEqual({ line, fits: true })
})

test('a run that cannot be read has the reason in place of verdicts', () => {
  const unread = { ...makeListedRun({ folder: 'old' }), analysis: null, problem: 'analysis.json: /verdicts is missing' }
  expect(runAnswers(unread)).toEqual({ answers: [], problem: unread.problem })
  expect(runLines([unread])).toEqual([`  old: ${unread.problem}`])
  expect(listedRun(unread)).toEqual({
    folder: 'old',
    startedAt: '2026-01-01T00:00:00.000Z',
    hasPage: true,
    problem: unread.problem,
    run: null,
    answers: []
  })
})

test('an error of the code itself is not reported as a damaged file', () => {
  const run = makeListedRun()
  const [verdict = {}] = run.analysis.verdicts
  Object.defineProperty(verdict, 'metric', { get: failing })
  expect(() => runAnswers(run)).toThrow('a bug')

  function failing() {
    throw new TypeError('a bug')
  }
})

test('as JSON a run has values and codes, and texts as they are', () => {
  const row = blameRowOf({ cost: costOf(40, 0.8) })
  const blame = { candidate: 'log=sync', unit: 'micros', rows: [row], headline: [0], rounds: 4, total: costOf(50, 1) }
  const question = 'x'.repeat(1000)
  const problem = /** @type {const} */ ({ code: 'ERR_INTERRUPTED', details: { signal: 'SIGINT' } })
  const run = makeListedRun({ analysis: /** @type {any} */ ({ blames: [blame], question, problem }) })
  const listed = listedRun(run)
  expect(listed.run).toMatchObject({
    experiment: 'info-log',
    question,
    problem,
    load: { generator: 'autocannon', mode: 'closed', connections: 100 },
    requests: [{ method: 'GET', path: run.manifest.experiment.request.path }],
    plan: null
  })
  const [verdict] = run.analysis.verdicts
  expect(listed.answers).toEqual([{ ...verdict, blamed: [{ unit: 'micros', isHeadline: true, ...row }] }])
  const refused = makeListedRun({ rounds: 1 })
  expect(listedRun(refused).answers[0]?.refusal).toEqual({ code: expect.stringMatching(/^too-few/), rounds: 1 })
})

test('a blamed function has its difference, unless it has too few samples, as in the blame table', () => {
  const rows = [
    blameRowOf({ cost: costOf(40, 0.8) }),
    blameRowOf({ cost: { ...costOf(40, 0.8), low: -160, high: 240 } })
  ]
  const blame = { candidate: 'log=sync', unit: 'micros', rows, headline: [0, 1], rounds: 4, total: costOf(50, 1) }
  const { answers } = runAnswers(makeListedRun({ analysis: /** @type {any} */ ({ blames: [blame] }) }))
  expect(answers[0]?.blamed.map(({ words }) => words)).toEqual([
    expect.stringMatching(/^\+40.* µs ± /),
    expect.stringMatching(/^too few samples/)
  ])
})

test('long texts of a run are cut', () => {
  const long = 'x'.repeat(1e6)
  const { manifest, analysis } = makeListedRun()
  const variant = { command: ['node', long], env: { [long]: long } }
  const run = structuredClone({
    ...makeListedRun({ analysis: { question: long, problem: { code: 'ERR_SYSTEM', details: { problem: long } } } }),
    manifest: {
      ...manifest,
      versions: { node: long, [long]: '1' },
      gitCommit: long,
      machine: { ...manifest?.machine, cpuModel: long, platform: long, release: long },
      design: { ...manifest?.design, profilers: [{ name: long, playsLoads: false, isAlone: false }] },
      experiment: {
        ...manifest?.experiment,
        variants: manifest?.experiment.variants.map(each => ({ ...each, ...variant }))
      }
    }
  })
  const listed = runAnswers(/** @type {any} */ (run))
  expect(listed.answers).toHaveLength(analysis?.verdicts.length ?? 0)
  expect(JSON.stringify(listed).length).toBeLessThan(10_000)
  expect(runAnswers({ ...run, manifest: null, problem: long }).problem?.length).toBeLessThan(500)
})

test('a lab has one answer per candidate, with repeats in place of rounds and sizes in place of a load', () => {
  const saved = makeLab()
  const run = {
    folder: 'a lab',
    manifest: saved.manifest,
    lab: copyLab.inLists,
    analysis: analyseCopies(saved),
    problem: null,
    hasPage: true
  }
  const { answers, problem } = runAnswers(run)
  expect(problem).toBeNull()
  expect(answers).toHaveLength(6)
  expect(answers[0]).toMatchObject({
    candidate: '1 byte',
    baseline: '8 KiB buffer',
    what: 'time per copy',
    verdict: 'slower',
    load: 'files from 64 KiB to 64 MiB',
    rounds: 5,
    isLab: true,
    sliceMs: null,
    slices: null,
    commands: { candidate: 'node src/labs/copy/app/copy-one.js byte source target' }
  })
  expect(listedRun(run).run).toMatchObject({ load: null, requests: [], plan: saved.manifest.plan })
  expect(indexRow(/** @type {RunAnswer} */ (answers[0]))).toMatchObject({ length: '5 repeats', what: 'time per copy' })
})

test('a lab with one repeat says so in place of a change, in the index and in the terminal', () => {
  const run = listedUploads(makeUploadLab({ repeats: 1 }).saved)
  const { answers, problem } = runAnswers(run)
  expect(problem).toBeNull()
  const rows = answers.map(indexRow)
  expect(new Set(rows.map(({ verdict, what }) => `${verdict}: ${what}`))).toEqual(
    new Set(['cannot tell: 1 repeat: too few for an interval'])
  )
  expect(rows[0]).toMatchObject({ change: null, length: '1 repeat', status: '' })
  expect(runLines([run])[0]).toMatch(
    /in memory compared with stream: cannot tell: 1 repeat: too few for an\s+interval$/
  )
})

test('a strategy that failed with every size has that in place of a change; the others are compared', () => {
  const { saved } = makeUploadLab()
  const outcomes = new Map([
    ['in memory', /** @type {const} */ ('over limit')],
    ['buffer 8 MiB', /** @type {const} */ ('failed')]
  ])
  const cells = saved.cells.map(cell => ({ ...cell, outcome: outcomes.get(cell.variant) ?? cell.outcome }))
  const { answers } = runAnswers(listedUploads({ ...saved, cells }))
  expect(answers.map(answer => indexRow(answer).what)).toEqual([
    'in memory: passed the RAM limit',
    'time per file',
    'time per file',
    'buffer 8 MiB: not all stored',
    'time per file'
  ])
})

test('a search for limits has no times to compare', () => {
  const { saved } = makeUploadLab({ hasLimits: true })
  const { answers } = runAnswers(listedUploads({ ...saved, cells: [], launches: [] }))
  expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set(['no repeat has times of both']))
})

/** @param {ReturnType<typeof makeUploadLab>['saved']} saved */
function listedUploads(saved) {
  return {
    folder: 'a lab',
    manifest: saved.manifest,
    lab: uploadLab.inLists,
    analysis: analyseUploads(saved),
    problem: null,
    hasPage: true
  }
}
