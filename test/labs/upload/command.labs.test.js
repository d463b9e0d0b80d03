import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { exitCodeOfLab } from '../../../src/cli/print/print-report.js'
import { labs } from '../../../src/labs/index.js'
import { measureLab, reportLab } from '../../../src/labs/skeleton/measure-lab.js'
import { planLab } from '../../../src/labs/skeleton/plan.js'
import { uploadLab } from '../../../src/labs/upload/lab.js'
import { upload } from '../../../src/labs/upload/question.js'
import { RunFolder } from '../../../src/runs/run-folder.js'
import { expectPrintedAgain } from '../../helpers/printed-again.js'
import { descendantsOf, survivorsOf } from '../../helpers/processes.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'
import { until } from '../../helpers/until.js'
import { startWorkshop, workshop } from '../../helpers/workshop.js'

/** @import { UploadLab, UploadLabAnalysis } from '../../../src/labs/upload/types.js' */

jest.setTimeout(300_000)
removeTemporaryFolders()

const MIB = 2 ** 20
const LIMIT_MIB = 180
/** Eight of these at once are more than the limit, in a server that collects them in memory. */
const LARGE_MIB = 24
const [stream, memory] = upload.variants

/**
 * The lab with two strategies and a limit that one of them must pass: what it collects is more than the limit. The other one needs about
 * 110 MiB.
 * @type {UploadLab}
 */
const small = {
  ...upload,
  variants: [stream, memory],
  batches: { ...upload.batches, quick: [batch(1, 4), batch(LARGE_MIB, 8)] },
  settings: { ...upload.settings, quick: [{ running: 8, queued: 4, memoryBytes: LIMIT_MIB * MIB }] },
  admission: batch(1, 20),
  limits: {
    size: { leastMiB: 1, mostMiB: 64, running: 4 },
    running: { least: 1, most: 16, sizeMiB: 16 },
    nearRatio: 1.15
  }
}

test('lab upload measures, saves its folder, table and page, and can be printed again', async () => {
  const { out, temporary, env } = places()
  const { code, stdout, stderr } = await workshop(['lab', 'upload', '--quick', '--seed', '3', '--out', out], env)
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/repeat 1 of 1, about .* left/) })
  expect(stdout).toMatch(/Of 200 files at once, 125 were stored and 75 refused; the paper: 125 and 75\./)
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  const root = runIn(out)
  expect(readdirSync(root).sort()).toEqual(
    [
      'analysis.json',
      'cells.csv',
      'cells.jsonl',
      'cells.log',
      'launches.jsonl',
      'report.html',
      'run.json',
      'summary.md'
    ].sort()
  )
  const { status, rounds, lab } = JSON.parse(readFileSync(path.join(root, 'analysis.json'), 'utf8'))
  expect({ status, rounds }).toEqual({ status: 'complete', rounds: 1 })
  const whole = { outcome: 'stored', files: 30, repeats: 1, stored: 30, refused: 0, failed: 0, verified: 30 }
  const names = upload.variants.map(({ name }) => name)
  expect(lab.cells).toMatchObject(names.map(variant => ({ variant, sizeBytes: MIB, mostInFlight: 30, ...whole })))
  const rows = readFileSync(path.join(root, 'cells.csv'), 'utf8').trim().split('\r\n')
  expect(rows).toHaveLength(1 + 6 * 30 + 200)
  expect(rows.filter(row => row.split(',')[6] === '503')).toHaveLength(75)
  expect(readFileSync(path.join(out, 'index.html'), 'utf8')).toContain('1 repeat: too few for an interval')
  expect(readdirSync(temporary)).toEqual([])

  await expectPrintedAgain(root, stdout, 'lab upload --quick --seed 3')
})

test('Ctrl-C ends everything, keeps what was measured, and the report reads it', async () => {
  const { out, temporary, env } = places()
  const { child, ended, waitFor } = startWorkshop(['lab', 'upload', '--out', out], env)
  await waitFor('stderr', /repeat 1 of 8/, { limitMs: 120_000 })
  const root = runIn(out)
  const cells = path.join(root, 'cells.jsonl')
  const launches = path.join(root, 'launches.jsonl')
  await until(() => recordsIn(cells).length > 0, 'a cell is measured')
  const children = descendantsOf(Number(child.pid))
  // The store, the server, and the process that sends the files.
  expect(children.length).toBeGreaterThanOrEqual(3)
  child.kill('SIGINT')
  const { code, stdout, stderr } = await ended
  expect(code).toBe(130)
  expect(stderr).toMatch(/Interrupted by SIGINT\. Measure again\.\n$/)
  expect(stdout).toMatch(/The run was interrupted; it has 0 repeats that count\. Interrupted by SIGINT\./)
  expect(await survivorsOf(children, 5000)).toEqual([])
  expect(existsSync(path.join(root, 'store'))).toBe(false)
  expect(readdirSync(temporary)).toEqual([])
  const [first] = recordsIn(cells)
  expect(first).toMatchObject({ outcome: 'stored', blobs: { stored: 125, lost: 0 } })
  expect(recordsIn(launches).length).toBeLessThan(6)
  const again = await workshop(['report', root])
  expect(again.code).toBe(3)
  expect(again.stdout).toContain(`${first.variant} `)
  expect(again.stdout).toMatch(/The run was interrupted/)
})

test('a strategy that passes its limit of memory is marked, and all other cells are measured', async () => {
  const { root, problem, analysis, events } = await measured('table')
  expect(problem).toBeNull()
  const { lab } = analysis
  const outcomes = lab.cells.map(({ variant, sizeBytes, outcome }) => [variant, sizeBytes / MIB, outcome])
  expect(outcomes).toEqual([
    ['stream', 1, 'stored'],
    ['stream', LARGE_MIB, 'stored'],
    ['in memory', 1, 'stored'],
    ['in memory', LARGE_MIB, 'over limit']
  ])
  const [, , , lost] = lab.cells
  expect(lost).toMatchObject({ fileMs: null, totalMs: null, verified: 0 })
  expect(lost?.peak?.most).toBeGreaterThan(LIMIT_MIB * MIB)
  for (const cell of lab.cells.slice(0, 3)) expect(cell.peak?.most).toBeLessThan(LIMIT_MIB * MIB)
  const kinds = lab.memory.map(({ variant, marks }) => [variant, marks.at(-1)?.kind])
  expect(new Map(/** @type {[string, string][]} */ (kinds))).toEqual(
    new Map([
      ['stream', 'collected'],
      ['in memory', 'over limit']
    ])
  )
  for (const { points } of lab.memory) expect(points[0]?.bytes).toBeGreaterThan(20 * MIB)
  // Of 20 files at once 8 run and 4 wait.
  const counted = lab.claims.filter(({ id }) => id === 'accepted' || id === 'refused')
  expect(counted.map(({ measured }) => measured?.value)).toEqual([12, 8])
  expect(lab.conclusions[0]).toMatchObject({
    id: 'memory-over-limit',
    outcome: 'holds',
    values: { cells: [{ overLimit: 0 }, { overLimit: 1 }] }
  })
  expect(events.at(-1)).toMatchObject({ type: 'cell', done: 5, of: 5, next: null })
  expect(exitCodeOfLab(analysis)).toBe(0)
  expect(existsSync(path.join(root, 'store'))).toBe(false)
  expect((await reportLab(new RunFolder(root), labs)).analysis).toEqual(analysis)
})

test('the search for the limits ends, and finds those that the memory gives', async () => {
  const { root, problem, analysis } = await measured('limits')
  expect(problem).toBeNull()
  expect(analysis.lab.cells).toEqual([])
  const [streamed, collected] = analysis.lab.limits
  expect(streamed).toMatchObject({
    variant: 'stream',
    size: { stored: 64, over: null, ending: 'finished' },
    running: { stored: 16, over: null, ending: 'finished' }
  })
  // Bodies that are more than the limit fail; the process itself needs less than 100 MiB.
  const { size, running } = collected ?? {}
  for (const [found, mibPerStep] of /** @type {const} */ ([
    [size, 4],
    [running, 16]
  ])) {
    expect(Number(found?.stored) * mibPerStep).toBeLessThan(LIMIT_MIB)
    expect(Number(found?.stored)).toBeGreaterThanOrEqual(1)
    expect(Number(found?.over) * mibPerStep).toBeGreaterThan(LIMIT_MIB - 130)
    expect(found?.over).toBeGreaterThan(Number(found?.stored))
  }
  expect(recordsIn(path.join(root, 'probes.jsonl')).length).toBeLessThanOrEqual(2 + 2 * 10)
  expect(existsSync(path.join(root, 'store'))).toBe(false)
  expect(exitCodeOfLab(analysis)).toBe(0)
})

/** @param {number} mib @param {number} files */
function batch(mib, files) {
  return { sizeBytes: mib * MIB, files }
}

/** Measures a part of the small lab. @param {string} part */
async function measured(part) {
  /** @type {object[]} */
  const events = []
  const { problem, analysis, saved } = await measureLab({
    lab: { ...uploadLab, question: small },
    labs,
    plan: planLab(small, { part, length: 'quick', seed: 4 }),
    out: temporaryFolder(),
    reproduce: 'none',
    signal: new AbortController().signal,
    notify: event => void events.push(event)
  })
  return { root: saved.folder, problem, analysis: /** @type {UploadLabAnalysis} */ (analysis), events }
}

/** Returns a folder for runs, and one for what the processes of a run write elsewhere. */
function places() {
  const folder = temporaryFolder()
  const temporary = path.join(folder, 'temporary')
  mkdirSync(temporary)
  return { out: path.join(folder, 'runs'), temporary, env: { ...process.env, TMPDIR: temporary, TEMP: temporary } }
}

/** @param {string} out with one run */
function runIn(out) {
  const [name = ''] = readdirSync(out).filter(each => each !== 'index.html')
  return path.join(out, name)
}

/** @param {string} file of JSON Lines @returns {any[]} empty without the file */
function recordsIn(file) {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  // The last line may be cut off while it is written.
  return lines.slice(0, -1).map(line => JSON.parse(line))
}
