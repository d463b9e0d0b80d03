import { rm } from 'node:fs/promises'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { cellProgress } from '../../skeleton/cell-progress.js'
import { fileSystemOf } from '../../skeleton/file-system.js'
import { findLimits } from './find-limits.js'
import { nothingPlayed, playUploads, serverOf } from './launch.js'
import { estimateUploadsMs, launchesOf, plannedUploads } from './plan.js'
import { removeStores } from './remove-stores.js'

/**
 * @import { UploadManifest, UploadTypes } from '../types.js'
 * @import { LabOrigin, LabSession } from '../../skeleton/types.js'
 * @import { PlayedBatch } from './batches.js'
 * @import { UploadPlace } from './launch.js'
 * @import { PlannedUpload } from './plan.js'
 */

/**
 * Returns run.json of an upload lab as it begins.
 * @param {LabOrigin<UploadTypes>} origin
 * @returns {UploadManifest}
 */
export function uploadManifest(origin) {
  // What the blobs are on is known once there is a run folder.
  return { ...origin, fileSystem: null, skippedRepeats: 0 }
}

/**
 * Measures an upload lab: every strategy in a server of its own, with a blob store of its own.
 * @param {LabSession<UploadTypes>} session
 */
export async function measureUploadLab(session) {
  const { run, manifest, signal } = session
  const { root, store, cellsLog } = run.layout
  await removeStores(path.dirname(root))
  await run.update({ fileSystem: await fileSystemOf(root) })
  const place = { folder: store, logPath: cellsLog, signal }
  try {
    await (manifest.plan.part === 'limits' ? findLimits(session, place) : measureTable(session, place))
  } finally {
    await rm(place.folder, { recursive: true, force: true })
  }
}

/**
 * Measures the table of the paper: the first repeat, and the others where all are expected to take no longer than allowed.
 * @param {LabSession<UploadTypes>} session
 * @param {UploadPlace} place
 */
async function measureTable({ run, manifest, notify }, place) {
  const { lab, plan } = manifest
  const cells = plannedUploads(lab, plan)
  const notifyAfter = cellProgress({ cells, estimateMs: some => estimateUploadsMs(lab, some, plan), notify })
  const startedMs = performance.now()
  let done = 0
  notifyAfter(done)
  for (let repeat = 0; repeat < plan.repeats; repeat++) {
    const isTooSlow = repeat === 1 && (performance.now() - startedMs) * plan.repeats > lab.repeatsWithinMs[plan.length]
    if (isTooSlow) return run.update({ skippedRepeats: plan.repeats - 1 })
    for (const launch of launchesOf(cells.filter(cell => cell.repeat === repeat))) await measureLaunch(launch)
  }

  /** Measures the cells of one server. One that is ended leaves the others to a new one. @param {PlannedUpload[]} launch */
  async function measureLaunch(launch) {
    for (let left = launch; left[0]; ) {
      const [{ variant, running, queued, memoryBytes, repeat }] = left
      const setting = { running, queued, memoryBytes }
      const server = { ...serverOf(lab, variant), setting, batches: left, seed: plan.seed + done }
      const played = nothingPlayed()
      try {
        await playUploads(server, place, { played, onBatch: saveBatch })
      } finally {
        const { memory, marks } = played
        if (memory.length > 0) run.append('launches', { variant, repeat, ...setting, memory, marks })
      }
      left = left.slice(played.measured)

      /** @param {PlayedBatch} batch */
      function saveBatch(batch) {
        run.append('cells', { variant, repeat, ...setting, ...batch })
        notifyAfter(++done)
      }
    }
  }
}
