import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { lastLines, WorkshopError } from '../errors.js'
import { applySourceMaps } from '../profile/apply-source-maps.js'
import { readHeapprofile } from '../profile/read-heapprofile.js'
import { readTail, writeAtomic } from '../system/files.js'
import { sourceMapFinder } from '../system/source-maps.js'
import { attachInspected, labelOf, threadOfFile, watchInspected } from './inspected.js'
import { withoutOwnFrames } from './own-frames.js'
import { readProfileFile } from './read-profile-file.js'

/** On average one allocation in so many bytes is sampled; V8 scales the sizes up again. */
const SAMPLING_INTERVAL_BYTES = 16 * 1024

/**
 * V8's sampling heap profiler: what was allocated under load and by whom, whether or not it has been collected since.
 * @type {import('./index.js').Profiler}
 */
export const heap = {
  name: 'heap',
  wraps: false,
  stopGraceMs: 8000,
  needs: [],
  watch: start => watchInspected(start, { WORKSHOP_CONSOLE: 'plain' }),
  attach: target => attachInspected(target, { whenAttached: async () => undefined, whenWarm, whenDone }),
  collect
}

/** @param {import('./cdp-session.js').CdpTarget} target */
function whenWarm(target) {
  return target.send('HeapProfiler.startSampling', {
    samplingInterval: SAMPLING_INTERVAL_BYTES,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true
  })
}

/**
 * @param {import('./cdp-session.js').CdpTarget} target
 * @param {string} file
 */
async function whenDone(target, file) {
  const { profile } = await target.send('HeapProfiler.stopSampling')
  await writeAtomic(`${file}.heapprofile`, JSON.stringify(profile))
}

/**
 * @param {import('./index.js').Leftover} leftover
 * @returns {Promise<import('./index.js').Collected>}
 * @throws {WorkshopError} ERR_EMPTY_PROFILE
 */
async function collect({ folder, stderr }) {
  const findMap = sourceMapFinder()
  /** @type {import('./index.js').Collected} */
  const collected = { ticks: {}, artifacts: [], trees: [] }
  for (const name of await readdir(folder)) {
    const thread = name.endsWith('.heapprofile') ? threadOfFile(name) : null
    if (!thread) continue
    const file = path.join(folder, name)
    const profile = await readProfileFile(file, content => readHeapprofile(content, { label: labelOf(thread) }))
    collected.artifacts.push({ kind: 'heapprofile', path: file })
    if (profile.nodes.length === 0) continue
    collected.trees.push({
      ...thread,
      profile: applySourceMaps(withoutOwnFrames(profile), findMap),
      sampleCount: Math.round(bytesOf(profile) / SAMPLING_INTERVAL_BYTES)
    })
  }
  if (collected.trees.length > 0) return collected
  const problem = 'the inspector sampled no allocation'
  throw new WorkshopError('ERR_EMPTY_PROFILE', { what: folder, problem, tail: lastLines(readTail(stderr)) })
}

/** @param {import('../types.js').Profile} profile */
function bytesOf({ nodes }) {
  return nodes.reduce((sum, node) => sum + node.self, 0)
}
