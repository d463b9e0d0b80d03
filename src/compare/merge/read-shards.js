import { existsSync } from 'node:fs'
import { WorkshopError } from '../../errors/errors.js'
import { firstOf } from '../../errors/words.js'
import { RunFolder } from '../../runs/run-folder.js'
import { FEWEST_MACHINES } from '../../verdict/decide/classify-change.js'
import { questionDifferences } from './question-of.js'

/** @import { SavedRun } from '../../runs/read-run.js' */
/** @import { MergedShards } from '../../runs/types.js' */

/** @typedef {{ path: string, name: string, run: SavedRun, index: number }} Shard `index`: its number, from 1 */

/**
 * Reads the runs that are merged, in the order of their numbers. Those that were cut off, or are damaged, are left out.
 * @param {string[]} paths of run folders
 * @returns {{ shards: Shard[], leftOut: MergedShards['leftOut'] }}
 * @throws {WorkshopError} ERR_NOT_MERGEABLE, ERR_FEW_SHARDS and those of reading a run
 */
export function readShards(paths) {
  const shards = paths.map(readShard)
  const whole = shards.filter(({ run }) => reasonOf(run) === null).sort((one, other) => one.index - other.index)
  whole.forEach(refuseOther)
  const leftOut = shards.flatMap(function leaveOut({ name, index, run }) {
    const reason = reasonOf(run)
    return reason === null ? [] : [{ run: name, shard: index, reason }]
  })
  if (whole.length < FEWEST_MACHINES) {
    const names = leftOut.map(({ run, reason }) => `${run} (${reason})`).join(', ') || 'none'
    const counts = { whole: whole.length, given: paths.length, needed: FEWEST_MACHINES }
    throw new WorkshopError('ERR_FEW_SHARDS', { ...counts, leftOut: names })
  }
  return { shards: whole, leftOut }
}

/** @param {string} path @returns {Shard} */
function readShard(path) {
  const folder = new RunFolder(path)
  if (!existsSync(folder.manifest))
    throw notMergeable(path, `it has no run.json, so it is no run folder. Name each one: merge ${path}/*/`)
  const run = folder.read()
  const { shard } = run.manifest.design
  if (!shard) throw notMergeable(path, 'it is no shard; measure each with --shard, such as --shard 1/4')
  return { path, name: folder.name, run, index: shard.index }
}

/** @type {(shard: Shard, place: number, all: Shard[]) => void} */
function refuseOther({ path, run, index }, place, all) {
  const [first] = all
  const before = all[place - 1]
  if (!first || !before) return
  if (before.index === index)
    throw notMergeable(path, `it is shard ${index}, as ${before.path} is; name one of the two`)
  const differences = questionDifferences(first.run.manifest, run.manifest)
  if (differences.length > 0)
    throw notMergeable(path, `it did not ask the same as ${first.path}: ${firstOf(differences, '; ')}`)
}

/** Returns why a run is left out; null for a whole one. @param {SavedRun} run @returns {MergedShards['leftOut'][0]['reason'] | null} */
function reasonOf({ manifest: { status }, unread }) {
  if (status === 'running' || status === 'unknown') return 'unfinished'
  if (status !== 'complete') return status
  return unread.some(({ reason }) => reason !== 'no-checksums') ? 'damaged' : null
}

/** @param {string} path @param {string} problem */
function notMergeable(path, problem) {
  return new WorkshopError('ERR_NOT_MERGEABLE', { path, problem })
}
