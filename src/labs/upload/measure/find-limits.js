import { performance } from 'node:perf_hooks'
import { WorkshopError } from '../../../errors/errors.js'
import { reportsMemory } from '../../../system/watch-memory.js'
import { MIB } from '../../skeleton/file-sizes.js'
import { nothingPlayed, playUploads, serverOf } from './launch.js'
import { estimateUploadsMs } from './plan.js'

/**
 * @import { LimitProbe, UploadBatch, UploadOutcome, UploadSetting, UploadTypes } from '../types.js'
 * @import { LabSession } from '../../skeleton/types.js'
 * @import { PlayedBatch } from './batches.js'
 * @import { UploadPlace } from './launch.js'
 */

/**
 * Searches, for each strategy, the largest files and the most uploads at once that its server stores within the memory of the paper.
 * Each step is a new server; a value over the limit is not tried twice, although near the limit chance decides.
 * @param {LabSession<UploadTypes>} session
 * @param {UploadPlace} place
 */
export async function findLimits({ run, manifest, notify }, place) {
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
    await playUploads(server, place, { played: nothingPlayed(), onBatch: saveProbe })
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
 * @param {object} search
 * @param {number} search.least
 * @param {number} search.most
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
