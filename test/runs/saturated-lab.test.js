import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { Ajv } from 'ajv'
import { labs } from '../../src/labs/index.js'
import { writeIndex } from '../../src/page/write-index.js'
import { createLabRun } from '../../src/runs/create-run.js'
import { listRuns } from '../../src/runs/list-runs.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { microsHistogram } from '../../src/stats/micros-histogram.js'
import { makeGatewayLab } from '../helpers/make-gateway-lab.js'
import { makeLab } from '../helpers/make-lab.js'
import { makeStoreLab, makeStoreSearch } from '../helpers/make-store-lab.js'
import { makeUploadLab } from '../helpers/make-upload-lab.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { Lab } from '../../src/labs/skeleton/types.js' */
/** @import { RateRecord, SavedStoreLab } from '../../src/labs/store/types.js' */
/** @import { SavedCopyLab } from '../../src/labs/copy/types.js' */
/** @import { SavedUploadLab } from '../../src/labs/upload/types.js' */
/** @import { SavedGatewayLab } from '../../src/labs/gateway/types.js' */

// The first test of a lab loads what draws its page.
jest.setTimeout(30_000)
removeTemporaryFolders()

const schema = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../schemas/run-folder.schema.json'), 'utf8'))
const isOfSchema = new Ajv({ strict: false }).compile({
  anyOf: [...labs.values()].map(({ types }) => ({ $ref: `#/definitions/${types.analysis}` })),
  definitions: schema.definitions
})
const nothing = microsHistogram().encode()
const noTasks = { mostRunning: 0, mostWaiting: 0, threads: 0, waitMicros: { mean: 0, p50: 0, p99: 0, max: 0 } }

/** @type {{ what: string, saved: object }[]} */
const runs = [
  { what: 'every queue of the store refuses all', saved: changedStore(makeStoreLab(), refusesAll) },
  { what: 'every queue of the store saturates', saved: changedStore(makeStoreLab(), () => ({ isSaturated: true })) },
  { what: 'no request of the store has a response', saved: changedStore(makeStoreLab(), answersNone) },
  { what: 'the slowest queue of the store serves nothing in its closed loop', saved: servesNothing() },
  { what: 'a store lab is interrupted after its first cell', saved: interrupted(makeStoreLab()) },
  { what: 'a store lab is interrupted before its first cell', saved: { ...makeStoreLab(), cells: [], costs: [] } },
  { what: 'both repeats of the store differ by a factor of 20', saved: swinging() },
  { what: 'tasks with more rounds take less CPU', saved: cheapRounds() },
  { what: 'every candidate of a search refuses all', saved: changedSearch(refusesAll) },
  { what: 'a search sends nothing', saved: changedSearch(sendsNothing) },
  { what: 'no upload is stored', saved: storesNothing() },
  { what: 'an upload lab is interrupted after its first cell', saved: interrupted(makeUploadLab().saved) },
  { what: 'no request of the gateway has a response', saved: failingGateway() },
  { what: 'a gateway lab is interrupted after its first cell', saved: interrupted(makeGatewayLab()) },
  { what: 'no copy counts its calls or is the same as its source', saved: wrongCopies() },
  { what: 'a copy lab is interrupted after its first copy', saved: interrupted(makeLab()) }
]

test.each(runs)('$what: the run is read as it was written, and is in the index', async ({ saved }) => {
  const profiles = temporaryFolder()
  const { manifest, unread: _, ...records } = /** @type {any} */ (saved)
  const lab = /** @type {Lab} */ (labs.get(manifest.lab.name))
  const run = await createLabRun(profiles, manifest, /** @type {Record<string, { file: string }>} */ (lab.records))
  for (const [kind, each] of Object.entries(records))
    for (const record of each) run.append(kind, /** @type {never} */ (record))
  const read = new RunFolder(run.root).readLab(labs)
  if (!read) throw new Error('it is the run of a lab')
  expect(read.unread).toEqual([])
  for (const [kind, each] of Object.entries(records)) expect(Reflect.get(read, kind)).toEqual(each)
  await appendDiscarded(run, records)
  expect(new RunFolder(run.root).readLab(labs)).toMatchObject(records)
  const { analyse } = await lab.work()
  const analysis = analyse(read)
  await new RunFolder(run.root).writeAnalysis(analysis)
  expect(isOfSchema(JSON.parse(JSON.stringify(analysis))) ? null : isOfSchema.errors).toBeNull()
  expect(listRuns(profiles, labs)).toMatchObject([{ problem: null, analysis: { experiment: manifest.lab.name } }])
  expect(readFileSync(await writeIndex(profiles, listRuns(profiles, labs)), 'utf8')).toContain(manifest.lab.name)
})

/**
 * Appends the records of a play again, as those of one that other processes disturbed.
 * @param {{ play?: number, append: Function, update: Function }} run @param {Record<string, unknown[]>} records
 */
async function appendDiscarded(run, records) {
  const problem = { code: 'ERR_DISTURBED', details: { percent: 50, limitPercent: 20 }, message: '' }
  run.play = 4
  for (const kind of ['cells', 'capacities', 'launches', 'firsts'])
    for (const record of records[kind] ?? []) run.append(kind, record)
  run.play = undefined
  await run.update({ failedRepeats: [{ repeat: 1, problem, isLeftOut: false, discardedPlays: [4] }] })
}

/** @param {RateRecord} record @returns {Partial<RateRecord>} */
function refusesAll({ sent }) {
  return { accepted: 0, refused: sent, latencyMicros: nothing, executor: noTasks }
}

/** @param {RateRecord} record @returns {Partial<RateRecord>} */
function answersNone({ sent }) {
  return { accepted: 0, refused: 0, errors: sent, latencyMicros: nothing, isSaturated: true, executor: noTasks }
}

/** @returns {Partial<RateRecord>} */
function sendsNothing() {
  const none = { ratePerSecond: 0, sent: 0, accepted: 0, refused: 0, sendDelayP99Micros: 0, cpuMicros: 0 }
  return { ...none, latencyMicros: nothing, executor: noTasks }
}

/** @param {SavedStoreLab} saved @param {(record: RateRecord) => Partial<RateRecord>} change @returns {SavedStoreLab} */
function changedStore(saved, change) {
  return { ...saved, cells: saved.cells.map(cell => ({ ...cell, ...change(cell) })) }
}

/** @param {(record: RateRecord) => Partial<RateRecord>} change @returns {SavedStoreLab} */
function changedSearch(change) {
  const saved = makeStoreSearch()
  const [loop] = makeStoreLab().capacities
  const capacities = saved.manifest.lab.search.candidates.flatMap(({ name }) =>
    loop ? [{ ...loop, variant: name }] : []
  )
  return { ...saved, capacities, trials: saved.trials.map(trial => ({ ...trial, ...change(trial) })) }
}

/** The rates of all cells are a share of the capacity of the slowest. @returns {SavedStoreLab} */
function servesNothing() {
  const saved = changedStore(makeStoreLab(), sendsNothing)
  return { ...saved, capacities: saved.capacities.map(loop => ({ ...loop, completed: 0, cpuMicros: 0 })) }
}

/** @returns {SavedStoreLab} */
function swinging() {
  const saved = makeStoreLab()
  const fast = microsHistogram()
  const slow = microsHistogram()
  for (let request = 0; request < 2000; request++) {
    fast.record(1)
    slow.record(20)
  }
  const cells = saved.cells.filter(({ repeat }) => repeat < 2)
  const latencyOf = (/** @type {number} */ repeat) => (repeat === 0 ? fast : slow).encode()
  return {
    ...saved,
    cells: cells.map(cell => ({ ...cell, ...(cell.variant !== 'inline' && { latencyMicros: latencyOf(cell.repeat) }) }))
  }
}

/** @returns {SavedStoreLab} */
function cheapRounds() {
  const saved = makeStoreLab()
  return {
    ...saved,
    costs: saved.costs.map(cost => ({ ...cost, cpuMicros: (1e3 * cost.durationMs) / (1 + cost.rounds) }))
  }
}

/** @returns {SavedUploadLab} */
function storesNothing() {
  const { saved } = makeUploadLab()
  const file = { statusCode: null, durationMs: 0.5, waitMs: null, uploadMs: null }
  const failed = { outcome: /** @type {const} */ ('failed'), mostInFlight: 0, peakBytes: null, blobs: null }
  const cells = saved.cells.map(cell => ({ ...cell, ...failed, files: cell.files.map(() => file) }))
  return { ...saved, cells, launches: [] }
}

/** @returns {SavedGatewayLab} */
function failingGateway() {
  const saved = makeGatewayLab()
  const cells = saved.cells.map(cell => ({
    ...cell,
    samples: [],
    upstreamCpuMicros: null,
    played: {
      ...cell.played,
      stages: cell.played.stages.map(stage => ({
        ...stage,
        completed: 0,
        errors: stage.sent,
        latencyMicros: nothing,
        sumLatencyMs: 0,
        timings: {},
        addedMicros: null
      }))
    }
  }))
  const unanswered = { addedP50Ms: null, addedP99Ms: null, addedMaxMs: null }
  return { ...saved, cells, checks: saved.checks.map(check => ({ ...check, failed: check.sent, ...unanswered })) }
}

/** @returns {SavedCopyLab} */
function wrongCopies() {
  return makeLab({ change: () => ({ calls: null, isVerified: false }) })
}

/**
 * Returns a lab of which one record of the first file is saved.
 * @template {object} Saved
 * @param {Saved} saved
 * @returns {Saved}
 */
function interrupted(saved) {
  const { manifest, cells, unread, ...others } = /** @type {any} */ (saved)
  const none = Object.fromEntries(Object.keys(others).map(kind => [kind, []]))
  const ending = { status: 'interrupted', problem: { code: 'ERR_INTERRUPTED', details: { signal: 'SIGINT' } } }
  return { ...none, manifest: { ...manifest, ...ending }, cells: cells.slice(0, 1), ...(unread && { unread }) }
}
