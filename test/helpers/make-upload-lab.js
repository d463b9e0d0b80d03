import { planLab } from '../../src/labs/skeleton/plan.js'
import { analyseUploads } from '../../src/labs/upload/analysis.js'
import { table } from '../../src/labs/upload/paper/claims.js'
import { upload } from '../../src/labs/upload/question.js'
import { makeManifest } from './make-run.js'

/** @import { LimitProbe, MemoryMark, SavedUploadLab, UploadBatch, UploadLabAnalysis, UploadManifest, UploadOutcome, UploadRecord, UploadSetting } from '../../src/labs/upload/types.js' */
/** @import { MemoryPoint } from '../../src/measure/types.js' */
/** @import { LabLength } from '../../src/runs/types.js' */

/**
 * @typedef {object} Asked
 * @property {LabLength} [length]
 * @property {number} [repeats]
 * @property {boolean} [hasMemory] false of a system that does not report the memory of a process
 * @property {boolean} [hasLimits] whether the limits were searched
 * @property {boolean} [hasAdmission] whether more files were sent than run and wait
 * @property {boolean} [allStored] whether no strategy passed the limit or failed
 * @property {Partial<UploadManifest>} [manifest]
 */

const MIB = 2 ** 20
const names = upload.variants.map(({ name }) => name)
/** Peak memory in MiB at 1 MiB and 10 MiB. @type {Record<string, [number, number]>} */
const peaks = {
  stream: [280, 476],
  'in memory': [310, 560],
  'buffer 4 KiB': [287, 464],
  'buffer 4 MiB': [473, 500],
  'buffer 8 MiB': [490, 505],
  'temporary file': [180, 200]
}
const START_MIB = 60

/**
 * Returns the saved run of an upload lab with known figures, and what is made of it: times per file of the table of the paper. With 10 MiB,
 * `in memory` passes the limit and `buffer 8 MiB` does not store all files; everything else is stored.
 * @param {Asked} [asked]
 * @returns {{ saved: SavedUploadLab, analysis: UploadLabAnalysis }}
 */
export function makeUploadLab(asked = {}) {
  const { length = 'usual', repeats = Math.min(3, upload.repeats[length].all), hasLimits = false } = asked
  const plan = { ...planLab(upload, { part: 'table', length, seed: 1 }), repeats }
  const { experiment: _, design: __, calibration: ___, timing: ____, ...origin } = makeManifest()
  const manifest = { ...origin, lab: upload, plan, fileSystem: 'tmpfs', skippedRepeats: 0, ...asked.manifest }
  const saved = {
    manifest,
    cells: [...recordsOf(asked, length, repeats), ...(asked.hasAdmission ? [admission()] : [])],
    launches: names.flatMap(variant =>
      Array.from({ length: repeats }, (_, repeat) => ({ variant, repeat, ...memoryOf(asked, length, variant) }))
    ),
    probes: hasLimits ? probes() : []
  }
  return { saved, analysis: analyseUploads(saved) }
}

/** @type {(asked: Asked, length: LabLength, repeats: number) => UploadRecord[]} */
function recordsOf(asked, length, repeats) {
  return allCells(length).flatMap(({ variant, setting, batch }) =>
    Array.from({ length: repeats }, (_, repeat) => {
      const outcome = outcomeOf(asked, variant, batch, setting)
      return {
        variant,
        repeat,
        ...setting,
        sizeBytes: batch.sizeBytes,
        isAdmission: false,
        files: filesOf(variant, batch, outcome, swingOf(repeat)),
        totalMs: totalMs(variant, batch, setting) * swingOf(repeat),
        mostInFlight: Math.min(batch.files, setting.running + setting.queued),
        peakBytes: asked.hasMemory === false ? null : peakBytes(variant, batch),
        outcome,
        blobs: outcome === 'stored' ? { stored: batch.files, lost: 0 } : null
      }
    })
  )
}

/** Returns 200 files at once, of which 125 are stored and the others refused. @returns {UploadRecord} */
function admission() {
  const { files, sizeBytes } = upload.admission
  const [setting] = upload.settings.usual
  return {
    ...{ variant: 'stream', repeat: 0, ...setting, sizeBytes, isAdmission: true },
    files: Array.from({ length: files }, (_, index) => ({
      statusCode: index < 125 ? 201 : 503,
      durationMs: 1000,
      waitMs: 0,
      uploadMs: 1000
    })),
    ...{ totalMs: 1000, mostInFlight: 125, peakBytes: 300 * MIB, outcome: 'failed', blobs: { stored: 125, lost: 0 } }
  }
}

/** Returns the times of files: the first is the shortest, the last the longest, and their mean is the known one. @type {(variant: string, batch: UploadBatch, outcome: UploadOutcome, swing: number) => UploadRecord['files']} */
function filesOf(variant, batch, outcome, swing) {
  const { mean, most, least } = msOf(variant, batch)
  const others = (batch.files * mean - least - most) / (batch.files - 2)
  return Array.from({ length: batch.files }, (_, index) => {
    const uploadMs = (index === 0 ? least : index === batch.files - 1 ? most : others) * swing
    const isStored = outcome === 'stored' || index < 10
    return isStored
      ? { statusCode: 201, durationMs: uploadMs + 100, waitMs: 100, uploadMs }
      : { statusCode: outcome === 'failed' ? 500 : null, durationMs: 50, waitMs: null, uploadMs: null }
  })
}

/** @param {LabLength} length */
function allCells(length) {
  return upload.settings[length].flatMap(setting =>
    names.flatMap(variant => upload.batches[length].map(batch => ({ variant, setting, batch })))
  )
}

/** @type {(asked: Asked, variant: string, batch: UploadBatch, setting: UploadSetting) => UploadOutcome} */
function outcomeOf({ allStored = false }, variant, { sizeBytes }, { memoryBytes }) {
  if (allStored || sizeBytes === MIB) return 'stored'
  if (variant === 'in memory' && memoryBytes === 512 * MIB) return 'over limit'
  return variant === 'buffer 8 MiB' ? 'failed' : 'stored'
}

/** Returns the times of the table of the paper in ms. @param {string} variant @param {UploadBatch} batch */
function msOf(variant, { sizeBytes }) {
  const at = sizeBytes === MIB ? 0 : 1
  const { mean, most, least } = table.find(({ strategy }) => strategy === variant) ?? noTimes
  return { mean: (mean[at] ?? 0) * 1e3, most: (most[at] ?? 0) * 1e3, least: (least[at] ?? 0) * 1e3 }
}
const noTimes = { mean: [0, 0], most: [0, 0], least: [0, 0] }

/** @type {(variant: string, batch: UploadBatch, setting: UploadSetting) => number} */
function totalMs(variant, batch, { running }) {
  return (msOf(variant, batch).mean * batch.files) / running
}

/** @param {string} variant @param {UploadBatch} batch */
function peakBytes(variant, { sizeBytes }) {
  return (peaks[variant]?.[sizeBytes === MIB ? 0 : 1] ?? 0) * MIB
}

/** @param {number} repeat */
function swingOf(repeat) {
  return 1 + 0.01 * ((repeat % 3) - 1)
}

/** @type {(asked: Asked, length: LabLength, variant: string) => UploadSetting & { memory: MemoryPoint[], marks: MemoryMark[] }} */
function memoryOf(asked, length, variant) {
  const [setting] = upload.settings[length]
  if (!setting) throw new Error('a lab has a setting')
  /** @type {MemoryPoint[]} */
  const points = [{ atMs: 0, bytes: START_MIB * MIB }]
  /** @type {MemoryMark[]} */
  const marks = []
  let atMs = 500
  for (const batch of upload.batches[length]) {
    const outcome = outcomeOf(asked, variant, batch, setting)
    const durationMs = totalMs(variant, batch, setting)
    const peak = peakBytes(variant, batch)
    marks.push({ atMs, kind: 'cell began', sizeBytes: batch.sizeBytes })
    for (let step = 0; step <= 40; step++)
      points.push({
        atMs: atMs + (step * durationMs) / 40,
        bytes: START_MIB * MIB + (peak - START_MIB * MIB) * (step / 40)
      })
    atMs += durationMs
    if (outcome === 'over limit') {
      marks.push({ atMs, kind: 'over limit', sizeBytes: batch.sizeBytes })
      break
    }
    marks.push({ atMs, kind: 'cell ended', sizeBytes: batch.sizeBytes })
    points.push({ atMs: atMs + 300, bytes: 80 * MIB })
    marks.push({ atMs: atMs + 300, kind: 'collected', sizeBytes: batch.sizeBytes })
    atMs += 1000
  }
  return { ...setting, memory: asked.hasMemory === false ? [] : points, marks }
}

/** `stream` stores all that is tried, `in memory` nothing with 25 at once; the others something between. @returns {LimitProbe[]} */
function probes() {
  return names.flatMap(function stepsOf(variant) {
    if (variant === 'stream') return [stepOf('size', 128, 400), stepOf('running', 200, 410)]
    const running = [stepOf('running', 200, null), stepOf('running', 40, 500), stepOf('running', 41, null)]
    if (variant === 'in memory') return [stepOf('size', 128, null), stepOf('size', 1, null), ...running]
    return [stepOf('size', 128, null), stepOf('size', 24, 505), stepOf('size', 25, null), ...running]

    /** @type {(limit: LimitProbe['limit'], value: number, peakMiB: number | null) => LimitProbe} `peakMiB`: null of one that passed the limit */
    function stepOf(limit, value, peakMiB) {
      const asked = limit === 'size' ? { sizeMiB: value, running: 25 } : { sizeMiB: 10, running: value }
      const outcome = peakMiB === null ? 'over limit' : 'stored'
      return { variant, limit, ...asked, outcome, peakBytes: (peakMiB ?? 540) * MIB }
    }
  })
}
