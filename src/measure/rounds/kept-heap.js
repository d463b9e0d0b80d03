import { sum } from '../../stats/means.js'
import { serveRequests } from '../launch/serve-requests.js'

/** @import { LaunchRecord } from '../../runs/types.js' */
/** @import { Launch } from '../launch/launch.js' */
/** @import { Session } from './measure.js' */
/** @import { ThreadKept } from '../types.js' */

/** Enough for a leak of 100 bytes per request to stand out from what V8 keeps anyway. */
const KEPT_REQUESTS = 3000
/** A slow server serves fewer. */
const MOST_MS = 3000

/**
 * Measures what the heap of each launch keeps of more requests, between two forced garbage collections. It comes after all
 * slices of the launch: after such a collection V8 has to compile functions again, and a request costs up to a fifth more
 * for seconds. Only threads that are in both readings count.
 * @param {Session} session @param {Launch[]} launches
 * @returns {Promise<Map<Launch, NonNullable<LaunchRecord['kept']>>>}
 */
export async function measureKept(session, launches) {
  const starts = await readAll(launches)
  const served = await serveRequests(session, launches, KEPT_REQUESTS, MOST_MS)
  const ends = await readAll(launches)
  return new Map(
    launches.map((launch, index) => {
      const kept = ofSameThreads(starts[index] ?? [], ends[index] ?? [])
      return [launch, { ...kept, requests: served[index]?.requests ?? 0 }]
    })
  )
}

/**
 * Returns the bytes at the start and at the end of the threads that are in both readings: a worker thread that starts or ends
 * between them has a heap of its own, which is no leak.
 * @param {ThreadKept[]} start @param {ThreadKept[]} end
 */
export function ofSameThreads(start, end) {
  const pairs = start.flatMap(function pairUp({ pid, threadId, bytes }) {
    const same = end.find(thread => thread.pid === pid && thread.threadId === threadId)
    return same ? [{ startBytes: bytes, endBytes: same.bytes }] : []
  })
  return { startBytes: sum(pairs.map(pair => pair.startBytes)), endBytes: sum(pairs.map(pair => pair.endBytes)) }
}

/** @param {Launch[]} launches */
function readAll(launches) {
  return Promise.all(launches.map(launch => launch.readKeptBytes()))
}
