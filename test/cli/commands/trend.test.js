import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { sealRun } from '../../../scripts/seal-run.js'
import { trendCommand } from '../../../src/cli/commands/trend.js'
import { RunFolder } from '../../../src/runs/run-folder.js'
import { makeLaunch, makeRounds, runJson } from '../../helpers/make-run.js'
import { makeListedRun } from '../../helpers/make-runs.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

/** @import { Load } from '../../../src/load/types.js' */
/** @import { RunManifest } from '../../../src/runs/types.js' */

removeTemporaryFolders()

const { manifest, analysis } = makeListedRun()
const slices = makeRounds({ rounds: 8, costRatio: 1.2, drift: round => 1 + (round % 3) / 100 })

test('a trend as JSON has the load and the requests that it was measured with, as values', async () => {
  const out = temporaryFolder()
  const loads = [10, 100].map(closedLoop)
  const runs = loads.flatMap(load => [load, load])
  for (const [day, load] of runs.entries()) saveRun(out, day, { design: { ...manifest.design, loads: [load] } })
  const trends = JSON.parse(await printed(['info-log', '--json', '--out', out]))
  expect(trends).toHaveLength(2)
  for (const trend of trends) {
    expect(trend).toMatchObject({ candidate: 'log=sync', baseline: 'log=off', plan: null })
    expect(trend.requests).toEqual([{ method: 'GET', path: manifest.experiment.request.path }])
    expect(trend.runs).toHaveLength(2)
  }
  expect(trends.map((/** @type {any} */ { load }) => load)).toEqual(expect.arrayContaining(loads))
})

test.each([
  ['one run', [{}]],
  ['two runs of different loads', [{}, { design: { ...manifest.design, loads: [closedLoop(7)] } }]]
])('of %s there is no trend, and no count is claimed', async (_what, changes) => {
  const out = temporaryFolder()
  for (const [day, change] of changes.entries()) saveRun(out, day, /** @type {Partial<RunManifest>} */ (change))
  expect(await printed(['info-log', '--out', out])).toBe(
    `info-log: a trend needs two runs that have a change, of the same variants, metric, load and requests. No two in ${out} are alike.\n`
  )
})

test('a trend with a run that cannot be read is undecided: the run is named, and the exit code is 3 unless that is allowed', async () => {
  const out = temporaryFolder()
  for (const day of [0, 1, 2, 3, 4])
    saveRun(out, day, day === 3 ? { status: 'running', pid: process.ppid, pidStart: null } : {})
  const other = { ...manifest, experiment: { ...manifest.experiment, name: 'another' } }
  const runAt = (/** @type {number} */ day) => new RunFolder(path.join(out, `run ${day}`))
  writeFileSync(runAt(1).manifest, '{')
  writeFileSync(runAt(2).analysis, '{')
  for (const day of [3, 4]) rmSync(runAt(day).analysis)
  writeFileSync(runAt(4).manifest, runJson(other))
  const asked = ['info-log', '--out', out]
  expect(await errorsOf(asked, 3)).toEqual([
    expect.stringMatching(
      /^Trend undecided: it lacks the run run 2: analysis\.json: .*\. Write it again with report <run folder>/
    ),
    expect.stringMatching(/^Trend undecided: it lacks the run run 1: run\.json: .*\. Write it/)
  ])
  expect(await errorsOf([...asked, '--allow-undecided'], 0)).toHaveLength(2)
})

test('a trend is that of what was measured, whatever analysis.json has', async () => {
  const out = temporaryFolder()
  for (const day of [0, 1]) saveRun(out, day)
  const { analysis: file } = new RunFolder(path.join(out, 'run 1'))
  const before = await printed(['info-log', '--out', out])
  const [verdict] = analysis.verdicts
  writeFileSync(file, JSON.stringify({ ...analysis, verdicts: [{ ...verdict, verdict: 'no difference' }] }))
  expect(await printed(['info-log', '--out', out])).toBe(before)
  expect(before.match(/, slower, run \d/g)).toHaveLength(2)
})

test.each([
  ['a changed slice', (/** @type {RunFolder} */ { slices }) => changeDigit(slices), /slices\.jsonl: line 1 is skipped/],
  ['another line', (/** @type {RunFolder} */ { slices }) => appendFileSync(slices, '{}\n'), /slices\.jsonl: line 17/],
  ['no slices', (/** @type {RunFolder} */ { slices }) => rmSync(slices), /slices\.jsonl: it is missing/],
  ['a changed run.json', (/** @type {RunFolder} */ run) => changeDigit(run.manifest), /its content does not fit/]
])('a trend lacks a run with %s, and is undecided', async (_what, change, says) => {
  const out = temporaryFolder()
  for (const day of [0, 1, 2]) saveRun(out, day)
  change(new RunFolder(path.join(out, 'run 1')))
  const [line = '', ...others] = await errorsOf(['info-log', '--out', out], 3)
  expect(others).toEqual([])
  expect(line).toMatch(/^Trend undecided: it lacks the run run 1: /)
  expect(line).toMatch(says)
})

/** @param {string} file whose first record has a duration, or is run.json */
function changeDigit(file) {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/("durationMs":|"cores": )\d/, '$17'))
}

/** @param {string[]} args @param {number} code @returns {Promise<string[]>} what the command prints on stderr */
async function errorsOf(args, code) {
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
  await printed(args, code)
  const texts = write.mock.calls.map(([chunk]) => String(chunk))
  write.mockRestore()
  return texts
}

/** @param {number} connections @returns {Load} */
function closedLoop(connections) {
  return { generator: 'autocannon', mode: 'closed', connections }
}

/** @param {string} out @param {number} day @param {Partial<RunManifest>} [changes] */
function saveRun(out, day, changes = {}) {
  const run = new RunFolder(path.join(out, `run ${day}`))
  mkdirSync(run.root)
  const startedAt = `2026-01-0${day + 1}T00:00:00.000Z`
  writeFileSync(run.manifest, runJson({ ...manifest, startedAt, ...changes }))
  writeFileSync(run.analysis, JSON.stringify(analysis))
  const { loads } = changes.design ?? manifest.design
  const played = slices.map(slice => ({ ...slice, load: loads[0] }))
  const launched = slices.map(({ round, variant }) => makeLaunch({ round, variant }))
  writeFileSync(run.slices, played.map(toLine).join(''))
  writeFileSync(run.launches, launched.map(toLine).join(''))
  sealRun(run.root)
}

/** @param {object} record */
function toLine(record) {
  return `${JSON.stringify(record)}\n`
}

/** @param {string[]} args @param {number} [code] @returns {Promise<string>} what the command prints */
async function printed(args, code = 0) {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  expect(await trendCommand(args)).toBe(code)
  const text = write.mock.calls.map(([chunk]) => String(chunk)).join('')
  write.mockRestore()
  return text
}
