import { appendFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { readRun } from '../../src/runs/read-run.js'
import { createRun } from '../../src/runs/write-run.js'
import { startProcess } from '../../src/system/processes.js'
import { makeManifest, makeSlice } from '../helpers/make-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { LaunchProblem } from '../../src/runs/types.js' */

removeTemporaryFolders()

/** @type {LaunchProblem} */
const problem = {
  id: '01-log=off-clinic-heap',
  round: 0,
  variant: 'log=off',
  profiler: 'clinic-heap',
  code: 'ERR_TOOL',
  message: 'an empty file'
}

test('what is written is what is read, and a line cut off by a crash costs that line only', async () => {
  const manifest = makeManifest()
  const run = await createRun(temporaryFolder(), 'info-log', manifest)
  const slices = [makeSlice(), makeSlice({ index: 1 })]
  for (const slice of slices) run.appendSlice(slice)
  appendFileSync(run.layout.slices, '{"variant":"log=o')
  run.appendProblem(problem)
  await run.update({ status: 'interrupted' })
  expect(readRun(run.layout.root)).toEqual({
    manifest: { ...manifest, status: 'interrupted' },
    slices,
    launches: [],
    problems: [problem],
    profiles: [],
    artifacts: []
  })
})

test('two runs of the same second get folders of their own', async () => {
  const folder = temporaryFolder()
  const runs = await Promise.all([1, 2].map(() => createRun(folder, 'info-log', makeManifest())))
  expect(new Set(runs.map(run => run.layout.root)).size).toBe(2)
})

test('a folder without a run says so', () => {
  const folder = temporaryFolder()
  expect(() => readRun(folder)).toThrow(/is not a run folder/)
})

test('a run of another schema is refused by its number', async () => {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, 'run.json'), JSON.stringify({ ...makeManifest(), schemaVersion: 9 }))
  expect(() => readRun(folder)).toThrow(/schema version 9, this workshop reads 5/)
})

test('a run whose workshop is gone is not told as running', async () => {
  const { pid = 0, exited } = startProcess({ command: process.execPath, args: ['-e', ''] })
  await exited
  const killed = await createRun(temporaryFolder(), 'info-log', makeManifest({ status: 'running', pid }))
  expect(readRun(killed.layout.root).manifest).toMatchObject({ status: 'failed', problem: { code: 'ERR_SYSTEM' } })
  const alive = await createRun(temporaryFolder(), 'info-log', makeManifest({ status: 'running', pid: process.ppid }))
  expect(readRun(alive.layout.root).manifest.status).toBe('running')
})

test('the committed sample is one that this workshop reads', () => {
  expect(readRun('profiles/sample').manifest.status).toBe('complete')
})
