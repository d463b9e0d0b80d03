import { seededRandom, shuffled } from '../../stats/seeded-random.js'
import { MIB } from '../skeleton/file-sizes.js'
import { hasSetting } from './figures.js'

/** @import { UploadBatch, UploadLab, UploadSetting } from './types.js' */
/** @import { LabPlan } from '../../runs/types.js' */

/**
 * @typedef {UploadSetting & UploadBatch & { variant: string, repeat: number, isAdmission: boolean }} PlannedUpload `isAdmission`: more
 *   files than the server accepts
 */

/** What a launch takes besides its uploads, and a repeat besides its launches: a blob store that starts. Roughly, on a usual machine. */
const LAUNCH_MS = 1000
const REPEAT_MS = 4000
const MS_PER_MIB = 5
const MS_PER_FILE = 2
/** The search for the two limits of a strategy, with 2 to 20 steps. */
const SEARCH_MS = 84_000

/**
 * Returns every cell of an upload lab in the order in which it is measured: repeat by repeat, in random order of the strategies and
 * settings, for each of which one server takes the files of all sizes, the smallest first, and some of them in the first repeats the most
 * files. Once, another server of the baseline gets more files than it accepts.
 * @param {UploadLab} lab @param {LabPlan} plan
 * @returns {PlannedUpload[]} none for the search for the limits, whose steps depend on each other
 */
export function plannedUploads({ variants, batches, settings, admission, most }, { part, length, seed, repeats }) {
  if (part === 'limits') return []
  const random = seededRandom(seed)
  const servers = settings[length].flatMap(setting => variants.map(({ name }) => ({ variant: name, ...setting })))
  return Array.from({ length: repeats }, (_, repeat) =>
    shuffled(servers, random).flatMap(server =>
      batchesOf(server, repeat).map(batch => ({ ...server, ...batch, repeat, isAdmission: batch === admission }))
    )
  ).flat()

  /** @param {(typeof servers)[number]} server @param {number} repeat */
  function batchesOf(server, repeat) {
    const hasMost = most && repeat < most.repeats[length] && most.strategies.includes(server.variant)
    const all = hasMost ? [...batches[length], most.batch] : batches[length]
    return server === servers[0] && repeat === 0 ? [...all, admission] : all
  }
}

/**
 * Returns about how long cells take, or the search for the limits.
 * @param {UploadLab} lab @param {PlannedUpload[]} cells @param {LabPlan} plan
 * @returns {number} milliseconds
 */
export function estimateUploadsMs({ batches, variants }, cells, { part, length }) {
  if (part === 'limits') return variants.length * SEARCH_MS
  const launchMs = LAUNCH_MS / batches[length].length
  const repeats = new Set(cells.map(({ repeat }) => repeat)).size
  return cells.reduce(
    (sum, { sizeBytes, files }) => sum + launchMs + files * (MS_PER_FILE + (sizeBytes / MIB) * MS_PER_MIB),
    repeats * REPEAT_MS
  )
}

/**
 * Returns the cells of one server each: those that follow each other with the same strategy, setting and repeat.
 * @param {PlannedUpload[]} cells @returns {[PlannedUpload, ...PlannedUpload[]][]}
 */
export function launchesOf(cells) {
  /** @type {[PlannedUpload, ...PlannedUpload[]][]} */
  const launches = []
  for (const cell of cells) {
    const last = launches.at(-1)
    if (last && isSameServer(last[0], cell)) last.push(cell)
    else launches.push([cell])
  }
  return launches
}

/** @param {PlannedUpload} one @param {PlannedUpload} other */
function isSameServer(one, other) {
  const isSame = one.variant === other.variant && one.repeat === other.repeat && hasSetting(one, other)
  return isSame && one.isAdmission === other.isAdmission
}
