import { upload } from '../../src/experiments/upload.js'
import { planLab } from '../../src/measure/lab-plan.js'
import { makeManifest } from './make-run.js'

/**
 * @import { LabLength, UploadBatch, UploadSetting } from '../../src/experiments/lab-types.js'
 * @import { SavedLabs } from '../../src/runs/read-run.js'
 * @import { LimitProbe, MemoryMark, MemoryPoint, UploadManifest, UploadOutcome, UploadRecord } from '../../src/runs/types.js'
 * @import { LabAnalyses, Mean, UploadAnalysis, UploadCell, UploadClaimRow, UploadConclusion, UploadLimit } from '../../src/verdict/types.js'
 */

/**
 * @typedef {object} Asked
 * @property {LabLength} [length]
 * @property {number} [repeats]
 * @property {boolean} [hasMemory] false of a system that does not report the memory of a process
 * @property {boolean} [hasLimits] whether the limits were searched
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
 * Returns the saved run of an upload lab with known figures, and its analysis: times per file of the table of the paper. With 10 MiB,
 * `in memory` passes the limit and `buffer 8 MiB` does not store all files; everything else is stored.
 * @param {Asked} [asked]
 * @returns {{ saved: SavedLabs['upload'], analysis: LabAnalyses['upload'] }}
 */
export function makeUploadLab(asked = {}) {
  const { length = 'usual', repeats = upload.repeats[length].all, hasLimits = false } = asked
  const plan = { ...planLab(upload, { part: 'table', length, seed: 1 }), repeats }
  const { experiment: _, design: __, calibration: ___, timing: ____, ...origin } = makeManifest()
  const manifest = { ...origin, lab: upload, plan, fileSystem: 'tmpfs', ...asked.manifest }
  const saved = {
    manifest,
    cells: recordsOf(asked, length, repeats),
    launches: names.flatMap(variant =>
      Array.from({ length: repeats }, (_, repeat) => ({ variant, repeat, ...memoryOf(asked, length, variant) }))
    ),
    probes: hasLimits ? probes() : []
  }
  const lab = analysisOf(asked, length, repeats)
  const { status, problem, folder } = manifest
  const facts = { experiment: 'upload', question: upload.question, folder, status, problem }
  const quick = length === 'quick'
  const analysis = { schemaVersion: /** @type {const} */ (7), ...facts, quick, rounds: repeats, verdicts: [] }
  return { saved, analysis: { ...analysis, blames: [], lab } }
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
        files: filesOf(variant, batch, outcome, swingOf(repeat)),
        totalMs: totalMs(variant, batch, setting) * swingOf(repeat),
        mostInFlight: Math.min(batch.files, setting.running + setting.queued),
        peakBytes: asked.hasMemory === false ? null : peakBytes(variant, batch),
        outcome,
        blobs: outcome === 'stored' ? { stored: batch.files, verified: batch.files } : null
      }
    })
  )
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

/** @type {(asked: Asked, length: LabLength, repeats: number) => UploadAnalysis} */
function analysisOf(asked, length, repeats) {
  const cells = allCells(length).map(({ variant, batch, setting }) => cellOf(asked, variant, batch, setting, repeats))
  const finished = names.filter(name => cells.every(cell => cell.variant !== name || cell.outcome === 'stored'))
  const ranked = finished.toSorted((a, b) => speedOf(a) - speedOf(b))
  const ranking = ranked.map((variant, index) => ({
    variant,
    ratio: index === 0 ? null : meanOf(speedOf(variant) / speedOf(ranked[0] ?? ''), repeats)
  }))
  return {
    name: 'upload',
    part: 'table',
    length,
    repeats,
    fileSystem: 'tmpfs',
    variants: names,
    batches: upload.batches[length],
    settings: upload.settings[length],
    cells,
    ranking,
    memory: names.map(variant => ({ variant, ...launchMemory(asked, length, variant) })),
    limits: asked.hasLimits ? limits() : [],
    searched: upload.limits,
    claims: upload.claims,
    claimRows: claimRows(cells),
    conclusions: conclusions(asked, ranked[0] ?? '', repeats)
  }
}

/** @type {(asked: Asked, variant: string, batch: UploadBatch, setting: UploadSetting, repeats: number) => UploadCell} */
function cellOf(asked, variant, batch, setting, repeats) {
  const outcome = outcomeOf(asked, variant, batch, setting)
  const { mean, most, least } = msOf(variant, batch)
  const all = batch.files * repeats
  const isStored = outcome === 'stored'
  return {
    variant,
    ...setting,
    ...batch,
    repeats,
    outcome,
    stored: isStored ? all : 10 * repeats,
    refused: 0,
    failed: isStored ? 0 : all - 10 * repeats,
    verified: isStored ? all : 0,
    wrong: 0,
    fileMs: isStored ? { mean: meanOf(mean, repeats), most, least } : null,
    waitMs: isStored ? meanOf(100, repeats) : null,
    totalMs: isStored ? meanOf(totalMs(variant, batch, setting), repeats) : null,
    peakBytes: asked.hasMemory === false ? null : peakBytes(variant, batch),
    mostInFlight: Math.min(batch.files, setting.running + setting.queued)
  }
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
  const { mean, most, least } = upload.claims.table.find(({ strategy }) => strategy === variant)?.seconds ?? noTimes
  return { mean: (mean[at] ?? 0) * 1e3, most: (most[at] ?? 0) * 1e3, least: (least[at] ?? 0) * 1e3 }
}
const noTimes = { mean: [0, 0], most: [0, 0], least: [0, 0] }

/** @param {string} variant */
function speedOf(variant) {
  const [small, large] = [1, 10].map(mib => msOf(variant, { sizeBytes: mib * MIB, files: 1 }).mean)
  return Math.sqrt((small ?? 0) * (large ?? 0))
}

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

/** Returns a mean with an interval of ±2.5%, from three repeats on. @param {number} value @param {number} repeats @returns {Mean} */
function meanOf(value, repeats) {
  return repeats < 3 ? { value, low: null, high: null } : { value, low: 0.975 * value, high: 1.025 * value }
}

/** @type {(asked: Asked, length: LabLength, variant: string) => UploadSetting & { memory: MemoryPoint[], marks: MemoryMark[] }} */
function memoryOf(asked, length, variant) {
  const { points, ...others } = launchMemory(asked, length, variant)
  return { ...others, memory: points }
}

/** @type {(asked: Asked, length: LabLength, variant: string) => UploadSetting & { points: MemoryPoint[], marks: MemoryMark[] }} */
function launchMemory(asked, length, variant) {
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
  return { ...setting, points: asked.hasMemory === false ? [] : points, marks }
}

/** `stream` survives all that is tried; `in memory` nothing with 25 at once; the others something between. @returns {UploadLimit[]} */
function limits() {
  return names.map(function limitOf(variant) {
    if (variant === 'stream') return { variant, size: found(128, null, 400), running: found(200, null, 410) }
    if (variant === 'in memory') return { variant, size: found(null, 1, null), running: found(12, 13, 500) }
    return { variant, size: found(24, 25, 505), running: found(40, 41, 500) }
  })

  /** @type {(survived: number | null, failed: number | null, peakMiB: number | null) => UploadLimit['size']} */
  function found(survived, failed, peakMiB) {
    return { survived, failed, peakBytes: peakMiB === null ? null : peakMiB * MIB }
  }
}

/** @returns {LimitProbe[]} */
function probes() {
  return [
    { variant: 'stream', limit: 'size', sizeMiB: 128, running: 25, outcome: 'stored', peakBytes: 400 * MIB },
    { variant: 'in memory', limit: 'size', sizeMiB: 1, running: 25, outcome: 'over limit', peakBytes: 540 * MIB }
  ]
}

/** @param {UploadCell[]} cells @returns {UploadClaimRow[]} one of each kind, and those of all strategies that have several */
function claimRows(cells) {
  const { table, runs, atOnce } = upload.claims
  const none = { strategy: null, sizeMB: null, right: null, measured: null, outcome: null }
  const rows = table.flatMap(({ strategy, seconds, isOverLimit }) => [
    ...[1, 10].flatMap((sizeMB, at) => {
      const cell = cells.find(each => each.variant === strategy && each.sizeBytes === sizeMB * MIB)
      const { fileMs = null, outcome = null } = cell ?? {}
      const shared = { strategy, sizeMB, unit: /** @type {const} */ ('s'), right: null, outcome }
      const inSeconds = (/** @type {number | undefined} */ ms) =>
        ms === undefined ? null : { value: ms / 1e3, low: null, high: null }
      return [
        {
          ...shared,
          code: /** @type {const} */ ('mean-time'),
          claimed: seconds.mean[at] ?? 0,
          measured: inSeconds(fileMs?.mean.value)
        },
        {
          ...shared,
          code: /** @type {const} */ ('longest'),
          claimed: seconds.most[at] ?? 0,
          measured: inSeconds(fileMs?.most)
        }
      ]
    }),
    {
      ...none,
      code: /** @type {const} */ ('five'),
      strategy,
      unit: /** @type {const} */ ('s'),
      claimed: seconds.five,
      right: 5
    },
    ...(isOverLimit
      ? [
          {
            ...none,
            code: /** @type {const} */ ('over-limit'),
            strategy,
            unit: /** @type {const} */ ('outcome'),
            claimed: null,
            outcome: /** @type {const} */ ('stored')
          }
        ]
      : [])
  ])
  return [
    ...rows,
    ...runs.map(({ strategy, sizeMB, totalSeconds }) => ({
      ...none,
      code: /** @type {const} */ ('total-time'),
      strategy,
      sizeMB,
      unit: /** @type {const} */ ('s'),
      claimed: totalSeconds
    })),
    {
      ...none,
      code: 'peak',
      strategy: 'stream',
      sizeMB: 1,
      unit: 'MB',
      claimed: 293.794,
      measured: { value: 280, low: null, high: null }
    },
    {
      ...none,
      code: 'accepted',
      unit: 'files',
      claimed: atOnce.accepted,
      right: 125,
      measured: { value: 125, low: null, high: null }
    },
    {
      ...none,
      code: 'refused',
      unit: 'files',
      claimed: atOnce.refused,
      right: 75,
      measured: { value: 75, low: null, high: null }
    },
    { ...none, code: 'too-large', strategy: 'stream', unit: 'MB', claimed: 20 }
  ]
}

/** @param {Asked} asked @param {string} best @param {number} repeats @returns {UploadConclusion[]} */
function conclusions({ allStored = false, hasMemory = true, hasLimits = false }, best, repeats) {
  const peak = (/** @type {number} */ mib) => (hasMemory ? mib * MIB : null)
  return [
    allStored
      ? { code: 'memory-over-limit', outcome: 'does not hold', cells: 2, overLimit: 0, peakBytes: peak(500) }
      : { code: 'memory-over-limit', outcome: 'holds', cells: 2, overLimit: 1, peakBytes: peak(560) },
    { code: 'stream-within-limit', outcome: 'cannot tell', files: 25, sizeBytes: 10 * MIB, peakBytes: peak(476) },
    {
      code: 'streaming-best',
      outcome: 'cannot tell',
      best,
      stream: 'stream',
      ratio: best === 'stream' ? null : meanOf(1.03, repeats),
      overLimit: allStored ? [] : ['in memory']
    },
    {
      code: 'buffers-no-gain',
      outcome: 'holds',
      small: 'buffer 4 KiB',
      large: ['buffer 4 MiB', 'buffer 8 MiB'],
      ratios: [
        { variant: 'buffer 4 MiB', sizeBytes: MIB, ratio: meanOf(1.13, repeats) },
        { variant: 'buffer 4 MiB', sizeBytes: 10 * MIB, ratio: meanOf(1.01, repeats) },
        { variant: 'buffer 8 MiB', sizeBytes: MIB, ratio: meanOf(1.18, repeats) },
        { variant: 'buffer 8 MiB', sizeBytes: 10 * MIB, ratio: allStored ? meanOf(1.01, repeats) : null }
      ]
    },
    {
      code: 'temp-file-low-memory',
      outcome: hasMemory ? 'holds' : 'cannot tell',
      peakBytes: peak(200),
      least: hasMemory ? { variant: 'buffer 4 KiB', peakBytes: 464 * MIB } : null,
      sameWithin: 0.1
    },
    { code: 'temp-file-no-gain', outcome: 'holds', ratio: meanOf(1.1, repeats) },
    hasLimits
      ? { code: 'twenty-too-large', outcome: 'does not hold', survived: 128, failed: null }
      : { code: 'twenty-too-large', outcome: 'cannot tell', survived: null, failed: null }
  ]
}
