import { appendFileSync, cpSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { createRun } from '../../src/runs/create-run.js'
import { inodeOf } from '../../src/runs/read-manifest.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { processPlace, processStart } from '../../src/system/process-table.js'
import { startProcess } from '../../src/system/processes.js'
import { makeManifest, makeSlice, runJson } from '../helpers/make-run.js'
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
  details: { tool: 'clinic', what: 'a file', problem: 'an empty file', tail: null }
}

test('a run is read as it was written, without the end of a warm-up, and a line cut off by a crash is skipped and noted', async () => {
  const manifest = makeManifest()
  const run = await createRun(temporaryFolder(), 'info-log', manifest)
  const slices = [makeSlice(), makeSlice({ index: 1 })]
  const requestSlices = [makeSlice({ request: 'GET /a', index: 2 })]
  const warmUp = makeSlice({ index: 3, isWarmUp: true })
  for (const slice of [...slices, ...requestSlices, warmUp]) run.appendSlice(slice)
  appendFileSync(run.slices, '{"variant":"log=o')
  run.appendProblem(problem)
  await run.update({ status: 'interrupted' })
  expect(run.read()).toEqual({
    manifest: {
      ...manifest,
      status: 'interrupted',
      inode: inodeOf(run.root),
      checksums: { 'slices.jsonl': expect.stringMatching(/^[0-9a-f]{16}$/), 'problems.jsonl': expect.any(String) },
      checksum: expect.any(String)
    },
    slices,
    requestSlices,
    launches: [],
    problems: [problem],
    profiles: [],
    trees: [],
    foldedFunctions: 0,
    treeless: [],
    sources: null,
    artifacts: [],
    unread: [{ file: 'slices.jsonl', reason: 'cut-off', lines: null, place: null }]
  })
})

test('source text, and the lines that bring in packages, are read as they were written', async () => {
  const run = await createRun(temporaryFolder(), 'info-log', makeManifest())
  const text = { firstLine: 1, lines: ['// \u2028', 'burn()'] }
  const excerpts = [{ file: '/srv/app/server.js', line: 2, text, omitted: null }]
  const packageLines = [{ packageName: 'compression', file: '/srv/app/server.js', line: 1 }]
  await run.writeSources(excerpts, packageLines)
  expect(run.read()).toMatchObject({ sources: excerpts, packageLines })
})

test('two runs of the same second get folders of their own', async () => {
  const folder = temporaryFolder()
  const runs = await Promise.all([1, 2].map(() => createRun(folder, 'info-log', makeManifest())))
  expect(new Set(runs.map(run => run.root)).size).toBe(2)
})

test('a folder without a run is refused', () => {
  const folder = temporaryFolder()
  expect(() => new RunFolder(folder).read()).toThrow(/is not a run folder/)
})

test('a damaged file of a run is named', async () => {
  const folder = temporaryFolder()
  const run = await createRun(folder, 'info-log', makeManifest())
  writeFileSync(run.manifest, '{"cut\n')
  const problem = { code: 'ERR_DAMAGED_RUN', details: { path: run.manifest, problem: expect.any(String) } }
  expect(() => new RunFolder(run.root).read()).toThrow(expect.objectContaining(problem))
})

const [off, sync] = makeManifest().experiment.variants
const toggle = { name: 'log', primaryMetric: 'cpuPerRequest', pairs: [['log=off', 'log=none']] }

test.each([
  ['a toggle of a variant that it has not', { toggles: [toggle] }, /it has no variant "log=none"/],
  ['a variant whose name leads out of the folder', { variants: [off, { ...sync, name: '../x' }] }, /called "\.\.\/x"/],
  ['two variants of one name', { variants: [off, off] }, /called "log=off", which is no name of its own/]
])('a run.json with %s is refused', (_which, experiment, problem) => {
  const folder = temporaryFolder()
  const manifest = makeManifest()
  const changed = /** @type {any} */ ({ ...manifest, experiment: { ...manifest.experiment, ...experiment } })
  writeFileSync(path.join(folder, 'run.json'), runJson(changed))
  expect(() => new RunFolder(folder).read()).toThrow(problem)
})

test('a run.json with a profiler whose name leads out of the folder is refused', () => {
  const folder = temporaryFolder()
  const { design, ...manifest } = makeManifest()
  const profilers = [{ name: /** @type {any} */ ('../cdp'), playsLoads: true, isAlone: false }]
  writeFileSync(path.join(folder, 'run.json'), runJson({ ...manifest, design: { ...design, profilers } }))
  expect(() => new RunFolder(folder).read()).toThrow(/design\/profilers/)
})

test('a run of another schema is refused by its number', async () => {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, 'run.json'), JSON.stringify({ ...makeManifest(), schemaVersion: 9 }))
  expect(() => new RunFolder(folder).read()).toThrow(/schema version 9, and this version reads 8/)
})

test.each([4, 5])('a run of schema %i, which no released version wrote, is refused', schemaVersion => {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, 'run.json'), JSON.stringify({ ...makeManifest(), schemaVersion }))
  expect(() => new RunFolder(folder).read()).toThrow(/no published version reads it: measure again/)
})

test.each([6, 7])('a run of schema %i is read as one of the present schema, and has no checksums', schemaVersion => {
  const folder = temporaryFolder()
  const manifest = makeManifest({ status: 'interrupted' })
  writeFileSync(path.join(folder, 'run.json'), JSON.stringify({ ...manifest, schemaVersion }))
  const run = new RunFolder(folder).read()
  expect(run.manifest).toEqual(manifest)
  expect(run.unread).toEqual([{ file: 'run.json', reason: 'no-checksums', lines: null, place: null }])
})

test('a run whose process is gone is not read as running, nor one whose number another process has', async () => {
  const { pid = 0, exited } = startProcess({ command: process.execPath, args: ['-e', ''] })
  await exited
  const killed = await createRun(temporaryFolder(), 'info-log', makeManifest({ status: 'running', pid }))
  expect(new RunFolder(killed.root).read().manifest).toMatchObject({
    status: 'failed',
    problem: { code: 'ERR_ENDED', details: { pid } }
  })
  const alive = await createRun(temporaryFolder(), 'info-log', makeManifest({ status: 'running', pid: process.ppid }))
  expect(new RunFolder(alive.root).read().manifest.status).toBe('running')
  if (processStart(process.ppid) === null) return
  const reused = makeManifest({ status: 'running', pid: process.ppid, pidStart: 1 })
  const later = await createRun(temporaryFolder(), 'info-log', reused)
  expect(new RunFolder(later.root).read().manifest.status).toBe('failed')
})

test('a run of another container or machine may still measure, and a copy of its folder does not', async () => {
  const elsewhere = { boot: 'another', namespace: processPlace().namespace }
  const inContainer = { boot: processPlace().boot, namespace: 'pid:[1]' }
  for (const pidPlace of [elsewhere, inContainer]) {
    // No process here has this number.
    const begun = makeManifest({ status: 'running', pid: 2 ** 30, pidPlace })
    const run = await createRun(temporaryFolder(), 'info-log', begun)
    expect(new RunFolder(run.root).read().manifest).toMatchObject({ status: 'unknown', problem: null })
    const copy = path.join(temporaryFolder(), 'copy')
    cpSync(run.root, copy, { recursive: true })
    expect(new RunFolder(copy).read().manifest).toMatchObject({ status: 'failed', problem: { code: 'ERR_ENDED' } })
  }
  const here = makeManifest({ status: 'running', pid: process.ppid, pidPlace: processPlace() })
  const alive = await createRun(temporaryFolder(), 'info-log', here)
  expect(new RunFolder(alive.root).read().manifest.status).toBe('running')
})

test('the committed sample is one that this workshop reads', () => {
  expect(new RunFolder('profiles/sample').read().manifest.status).toBe('complete')
})

test('a run that cannot be begun, as on a full disk, leaves no folder', async () => {
  const folder = temporaryFolder()
  const manifest = {
    ...makeManifest(),
    toJSON() {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
  }
  const problem = await createRun(folder, 'info-log', manifest).catch(error => error)
  expect(problem).toMatchObject({ code: 'ERR_RUN_FOLDER', details: { problem: 'no space left on device' } })
  expect(readdirSync(folder)).toEqual([])
})
