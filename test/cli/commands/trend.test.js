import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { trendCommand } from '../../../src/cli/commands/trend.js'
import { RunFolder } from '../../../src/runs/run-folder.js'
import { makeListedRun } from '../../helpers/make-runs.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

/** @import { Load } from '../../../src/load/types.js' */
/** @import { RunManifest } from '../../../src/runs/types.js' */

removeTemporaryFolders()

const { manifest, analysis } = makeListedRun()

test('a trend as JSON has the load and the requests that it was measured with, as values', async () => {
  const out = temporaryFolder()
  const loads = [10, 100].map(closedLoop)
  const runs = loads.flatMap(load => [load, load])
  for (const [day, load] of runs.entries()) saveRun(out, day, { design: { ...manifest.design, loads: [load] } })
  const trends = JSON.parse(await printed('info-log', '--json', '--out', out))
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
  expect(await printed('info-log', '--out', out)).toBe(
    `info-log: a trend needs two runs that have a change, of the same variants, metric, load and requests. No two in ${out} are alike.\n`
  )
})

/** @param {number} connections @returns {Load} */
function closedLoop(connections) {
  return { generator: 'autocannon', mode: 'closed', connections }
}

/** @param {string} out @param {number} day @param {Partial<RunManifest>} changes */
function saveRun(out, day, changes) {
  const run = new RunFolder(path.join(out, `run ${day}`))
  mkdirSync(run.root)
  const startedAt = `2026-01-0${day + 1}T00:00:00.000Z`
  writeFileSync(run.manifest, JSON.stringify({ ...manifest, startedAt, ...changes }))
  writeFileSync(run.analysis, JSON.stringify(analysis))
}

/** @param {string[]} args @returns {Promise<string>} what the command prints */
async function printed(...args) {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  expect(await trendCommand(args)).toBe(0)
  const text = write.mock.calls.map(([chunk]) => String(chunk)).join('')
  write.mockRestore()
  return text
}
