import { lstatSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { WorkshopError } from '../../../errors/errors.js'
import { listRuns } from '../../../runs/list-runs.js'
import { isLab } from '../../../runs/read-manifest.js'
import { RunFolder } from '../../../runs/run-folder.js'
import { reportsMemory } from '../../../system/watch-memory.js'
import { cellProgress } from '../../skeleton/cell-progress.js'
import { MIB } from '../../skeleton/file-sizes.js'
import { fileSystemOf } from '../../skeleton/file-system.js'
import { repeatPlayer } from '../../skeleton/repeat-player.js'
import { estimateUploadsMs, launchesOf, plannedUploads } from '../plan.js'
import { nothingPlayed, playUploads, serverOf, withUploads } from './launch.js'

/** @import { LabOrigin, LabSession } from '../../skeleton/types.js' */
/** @import { PlayedBatch } from './batches.js' */
/** @import { UploadBench, UploadPlace } from './launch.js' */
/** @import { PlannedUpload } from '../plan.js' */
/** @import { LimitProbe, UploadBatch, UploadManifest, UploadOutcome, UploadSetting, UploadTypes } from '../types.js' */
/** @import { ListedRun } from '../../../runs/list-runs.js' */

/** Sent once per repeat to a server that is not measured: the blob store is then warm. */
const WARM_UP = { sizeBytes: MIB, files: 30, isAdmission: false }

/** Returns run.json of an upload lab as it begins. @param {LabOrigin<UploadTypes>} origin @returns {UploadManifest} */
export function uploadManifest(origin) {
  // What the blobs are on is known once there is a run folder.
  return { ...origin, fileSystem: null, skippedRepeats: 0 }
}

/**
 * Measures an upload lab: every strategy in a server of its own.
 * @param {LabSession<UploadTypes>} session
 */
export async function measureUploadLab(session) {
  const { run, manifest, signal } = session
  const { root, store, cellsLog, profilesFolder } = run
  await removeStores(profilesFolder)
  await run.update({ fileSystem: await fileSystemOf(root) })
  const place = { folder: store, logPath: cellsLog, signal }
  try {
    await (manifest.plan.part === 'limits' ? findLimits(session, place) : measureTable(session, place))
  } finally {
    await rm(place.folder, { recursive: true, force: true })
  }
}

/**
 * Measures the table of the paper, repeat by repeat, as many as are expected to end in time. The servers of a repeat share a blob store
 * and the process that uploads: only the server itself is new, whose memory is a part of the question.
 * @param {LabSession<UploadTypes>} session @param {UploadPlace} place
 */
async function measureTable(session, place) {
  const { run, manifest, notify } = session
  const { lab, plan } = manifest
  const cells = plannedUploads(lab, plan)
  const notifyAfter = cellProgress({ cells, estimateMs: some => estimateUploadsMs(lab, some, plan), notify })
  const playRepeat = repeatPlayer(session)
  const startedMs = performance.now()
  let done = 0
  notifyAfter(done)
  for (let repeat = 0; repeat < plan.repeats; repeat++) {
    const [before, upTo] = [repeat, repeat + 1].map(end =>
      estimateUploadsMs(
        lab,
        cells.filter(cell => cell.repeat < end),
        plan
      )
    )
    const nextEndsMs = repeat === 0 ? 0 : ((performance.now() - startedMs) * (upTo ?? 0)) / (before ?? 1)
    if (nextEndsMs > lab.repeatsWithinMs[plan.length]) return run.update({ skippedRepeats: plan.repeats - repeat })
    await playRepeat(repeat, function begin() {
      done = cells.filter(cell => cell.repeat < repeat).length
      const launches = launchesOf(cells.filter(cell => cell.repeat === repeat))
      return () => withUploads(place, bench => measureRepeat(bench, launches))
    })
    done = cells.filter(cell => cell.repeat <= repeat).length
  }

  /** Measures what is left of a repeat. @param {UploadBench} bench @param {PlannedUpload[][]} launches emptied as they are measured */
  async function measureRepeat(bench, launches) {
    const [setting] = lab.settings[plan.length]
    // No more than it takes at once: what it refused would be waited for.
    const batch = { ...WARM_UP, files: Math.min(WARM_UP.files, setting.running + setting.queued) }
    const warmUp = { ...serverOf(lab, lab.variants[0].name), setting, batches: [batch], seed: plan.seed }
    await playUploads(warmUp, bench, { played: nothingPlayed(), onBatch: () => {} })
    for (; launches[0]; launches.shift()) await measureLaunch(bench, launches[0])
  }

  /**
   * Measures the cells of one server. One that is ended leaves the others to a new one.
   * @param {UploadBench} bench @param {PlannedUpload[]} left
   */
  async function measureLaunch(bench, left) {
    while (left[0]) {
      const [{ variant, running, queued, memoryBytes, repeat }] = left
      const setting = { running, queued, memoryBytes }
      const server = { ...serverOf(lab, variant), setting, batches: [...left], seed: plan.seed + done }
      const played = nothingPlayed()
      try {
        await playUploads(server, bench, { played, onBatch: saveBatch })
      } finally {
        const { memory, marks } = played
        if (memory.length > 0) run.append('launches', { variant, repeat, ...setting, memory, marks })
        left.splice(0, played.measured)
      }

      /** @param {PlayedBatch} batch */
      function saveBatch(batch) {
        run.append('cells', { variant, repeat, ...setting, ...batch })
        notifyAfter(++done)
      }
    }
  }
}

/**
 * Searches, for each strategy, the largest files and the most uploads at once that its server stores within the memory of the paper.
 * Each step is a new server; a value over the limit is not tried twice, although near the limit chance decides.
 * @param {LabSession<UploadTypes>} session @param {UploadPlace} place
 */
async function findLimits({ run, manifest, notify }, place) {
  if (!reportsMemory()) throw new WorkshopError('ERR_NO_MEMORY_FIGURES', { platform: process.platform })
  const { lab, plan } = manifest
  const [paper] = lab.settings[plan.length]
  const { size, running } = lab.limits
  const searches = lab.variants.flatMap(({ name }) => [
    { variant: name, limit: /** @type {const} */ ('size'), least: size.leastMiB, most: size.mostMiB },
    { variant: name, limit: /** @type {const} */ ('running'), least: running.least, most: running.most }
  ])
  const startedMs = performance.now()
  for (const [index, { variant, limit, least, most }] of searches.entries()) {
    await bisect({
      least,
      most,
      nearRatio: lab.limits.nearRatio,
      outcomeOf: value => probe(variant, limit, value, index)
    })
  }

  /** @param {string} variant @param {LimitProbe['limit']} limit @param {number} value @param {number} done searches until now */
  async function probe(variant, limit, value, done) {
    const asked =
      limit === 'size' ? { sizeMiB: value, running: size.running } : { sizeMiB: running.sizeMiB, running: value }
    const setting = { ...paper, running: asked.running, queued: 0 }
    const batch = { sizeBytes: asked.sizeMiB * MIB, files: asked.running }
    notifyNext({ variant, ...setting, queued: paper.queued, ...batch }, done)
    /** @type {UploadOutcome} */
    let result = 'failed'
    const batches = [{ ...batch, isAdmission: false }]
    const server = { ...serverOf(lab, variant), setting, batches, seed: plan.seed }
    await withUploads(place, bench => playUploads(server, bench, { played: nothingPlayed(), onBatch: saveProbe }))
    return result

    /** @param {PlayedBatch} batch */
    function saveProbe({ outcome, peakBytes }) {
      run.append('probes', { variant, limit, ...asked, outcome, peakBytes })
      result = outcome
    }
  }

  /** @param {UploadBatch & UploadSetting & { variant: string }} next @param {number} done */
  function notifyNext(next, done) {
    const allMs = estimateUploadsMs(lab, [], plan)
    const perSearchMs = done > 0 ? (performance.now() - startedMs) / done : allMs / searches.length
    const leftMs = (searches.length - done) * perSearchMs
    notify({ type: 'cell', done, of: searches.length, next: { ...next, repeat: 0 }, leftMs })
  }
}

/**
 * Finds the largest whole number whose files are stored within the limit, between two ends, as if all above one that passes it pass it
 * too. The middle is geometric. A step that fails for another reason ends the search.
 * @param {object} search @param {number} search.least @param {number} search.most
 * @param {number} search.nearRatio the search ends where the least value over the limit is so many times the largest that is stored
 * @param {(value: number) => Promise<UploadOutcome>} search.outcomeOf
 */
export async function bisect({ least, most, nearRatio, outcomeOf }) {
  if ((await outcomeOf(most)) !== 'over limit') return
  if ((await outcomeOf(least)) !== 'stored') return
  let [stored, over] = [least, most]
  while (over > stored + 1 && over / stored > nearRatio) {
    const middle = Math.min(over - 1, Math.max(stored + 1, Math.round(Math.sqrt(stored * over))))
    const outcome = await outcomeOf(middle)
    if (outcome === 'failed') return
    if (outcome === 'stored') stored = middle
    else over = middle
  }
}

/**
 * Removes what a lab stored for its measurement in runs that ended without removing it: the workshop was killed. A folder from someone
 * else, a link, and a run that may still measure in another container are left as they are.
 * @param {string} profilesFolder
 */
export async function removeStores(profilesFolder) {
  for (const { folder, manifest } of listRuns(profilesFolder)) {
    const run = new RunFolder(path.join(profilesFolder, folder))
    if (isEndedLab(manifest, run)) await rm(run.store, { recursive: true, force: true })
  }
}

/** @param {ListedRun['manifest']} manifest @param {RunFolder} run */
function isEndedLab(manifest, run) {
  if (manifest === null || !isLab(manifest) || ['running', 'unknown'].includes(manifest.status)) return false
  return lstatSync(run.root).isDirectory() && run.isMadeHere(manifest)
}
