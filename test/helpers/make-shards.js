import path from 'node:path'
import { createRun } from '../../src/runs/create-run.js'
import { makeLaunch, makeManifest, makeSlice } from './make-run.js'

/** @import { RunManifest } from '../../src/runs/types.js' */

/**
 * Writes the run folder of a shard: the candidate takes `costRatio` times the CPU per request, with up to 1% more or less per round, on a
 * machine that takes `speed` times the CPU of the first one.
 * @param {string} out @param {number} index
 * @param {object} [planted]
 * @param {number} [planted.costRatio] @param {number} [planted.speed] @param {number} [planted.rounds]
 * @param {Partial<RunManifest>} [planted.manifest] @param {number} [planted.count]
 * @returns {Promise<string>} the folder
 */
export async function makeShard(
  out,
  index,
  { costRatio = 1.2, speed = 1, rounds = 6, manifest: changes = {}, count = 4 } = {}
) {
  const usual = makeManifest({ startedAt: `2026-01-01T00:0${index}:00.000Z`, pid: index })
  const design = { ...usual.design, seed: index, shard: { index, count, seed: 1 } }
  const folder = await createRun(path.join(out, String(index)), 'info-log', {
    ...usual,
    design,
    status: 'running',
    ...changes
  })
  for (let round = 0; round < rounds; round++) {
    for (const variant of ['log=off', 'log=sync']) {
      const id = `${round + 1}-${variant}`
      const cost = variant === 'log=off' ? speed : speed * costRatio * (1 + ((round % 3) - 1) / 100)
      const completed = Math.round(10_000 / cost)
      const startedAt = new Date(Date.UTC(2026, 0, index, 0, round)).toISOString()
      folder.appendLaunch(makeLaunch({ variant, round, id }))
      folder.appendSlice(
        makeSlice({ variant, launch: id, round, startedAt, completed, cpuMicros: Math.round(100 * cost * completed) })
      )
    }
  }
  await folder.update({ status: 'complete', ...changes })
  return folder.root
}
