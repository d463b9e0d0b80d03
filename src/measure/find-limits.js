import { performance } from 'node:perf_hooks'
import { MIB } from '../stats/file-sizes.js'
import { playUploads, serverOf } from './upload-launch.js'

/**
 * @import { LimitProbe } from '../runs/types.js'
 * @import { LabSession } from './run-lab.js'
 * @import { PlayedBatch } from './upload-batches.js'
 * @import { UploadPlace } from './upload-launch.js'
 */

/** The search ends when the least value that failed is at most so much larger than the largest that was survived. */
const NEAR_RATIO = 1.15
/** Roughly, of the two searches of a strategy: for the progress. */
const STEPS = 12
const STEP_MS = 12_000

/**
 * Searches, for each strategy, the largest files and the most uploads at once that its server survives within the memory of the paper.
 * Each step is a new server; a value that fails is not tried twice, although near the limit chance decides.
 * @param {LabSession<'upload'>} session
 * @param {UploadPlace} place
 */
export async function findLimits({ run, manifest, notify }, place) {
  const { lab, plan } = manifest
  const [setting] = lab.settings[plan.length]
  const { size, running } = lab.limits
  const searches = lab.variants.flatMap(({ name }) => [
    { variant: name, limit: /** @type {const} */ ('size'), least: size.leastMiB, most: size.mostMiB },
    { variant: name, limit: /** @type {const} */ ('running'), least: running.least, most: running.most }
  ])
  const startedMs = performance.now()
  for (const [index, { variant, limit, least, most }] of searches.entries()) {
    await bisect({ least, most, survives: value => probe(variant, limit, value, index) })
  }

  /** @param {string} variant @param {LimitProbe['limit']} limit @param {number} value @param {number} done searches until now */
  async function probe(variant, limit, value, done) {
    const asked =
      limit === 'size' ? { sizeMiB: value, running: size.running } : { sizeMiB: running.sizeMiB, running: value }
    notifyNext(
      { variant, sizeBytes: asked.sizeMiB * MIB, files: asked.running, ...setting, running: asked.running },
      done
    )
    /** @type {PlayedBatch[]} */
    const batches = []
    const server = {
      ...serverOf(lab, variant),
      setting: { running: asked.running, queued: 0, memoryBytes: setting.memoryBytes },
      batches: [{ sizeBytes: asked.sizeMiB * MIB, files: asked.running }],
      seed: plan.seed
    }
    await playUploads(server, place, batch => batches.push(batch))
    const [{ outcome = /** @type {const} */ ('failed'), peakBytes = null } = {}] = batches
    run.append('probes', { variant, limit, ...asked, outcome, peakBytes })
    return outcome === 'stored'
  }

  /** @param {{ variant: string, sizeBytes: number, files: number, running: number }} next @param {number} done */
  function notifyNext(next, done) {
    const perSearchMs = done > 0 ? (performance.now() - startedMs) / done : (STEPS / 2) * STEP_MS
    const leftMs = (searches.length - done) * perSearchMs
    notify({ type: 'cell', done, of: searches.length, next: { ...next, repeat: 0 }, leftMs })
  }
}

/**
 * Finds the largest whole number that is survived, between two ends, as if all above a failure failed too. The middle is geometric.
 * @param {{ least: number, most: number, survives: (value: number) => Promise<boolean> }} search
 * @returns {Promise<{ survived: number | null, failed: number | null }>}
 */
export async function bisect({ least, most, survives }) {
  if (await survives(most)) return { survived: most, failed: null }
  if (!(await survives(least))) return { survived: null, failed: least }
  let [survived, failed] = [least, most]
  while (failed > survived + 1 && failed / survived > NEAR_RATIO) {
    const middle = Math.min(failed - 1, Math.max(survived + 1, Math.round(Math.sqrt(survived * failed))))
    if (await survives(middle)) survived = middle
    else failed = middle
  }
  return { survived, failed }
}
