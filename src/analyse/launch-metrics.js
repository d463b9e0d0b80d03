import * as hdr from 'hdr-histogram-js'

/**
 * @typedef {import('../types.js').SliceRecord} SliceRecord
 * @typedef {import('../types.js').MetricRow['metric']} RowName
 * @typedef {{ launch: string, variant: string, round: number, profiler: string, requests: number, loadMs: number, values: Record<RowName, number | null> }} LaunchMetrics
 */

/**
 * One value a metric for every launch: its slices taken together, since the launch is the unit of replication.
 * CPU and latencies are in microseconds.
 * @param {SliceRecord[]} slices of one generator
 * @returns {LaunchMetrics[]}
 */
export function launchMetrics(slices) {
  const ids = [...new Set(slices.map(slice => slice.launch))]
  return ids.map(id => metricsOf(slices.filter(slice => slice.launch === id)))
}

/**
 * @param {SliceRecord[]} slices of one launch, at least one
 * @returns {LaunchMetrics}
 */
function metricsOf(slices) {
  const { launch, variant, round, profiler } = /** @type {SliceRecord} */ (slices[0])
  const requests = sumOf(slices, slice => slice.completed)
  const loadMs = sumOf(slices, slice => slice.durationMs)
  const latencies = mergeLatencies(slices)
  return {
    launch,
    variant,
    round,
    profiler,
    requests,
    loadMs,
    values: {
      cpuPerRequest: sumOf(slices, slice => slice.server.cpuMicros) / requests,
      cpuMainThread: perRequest(slices, requests, slice => slice.server.cpuMainThreadMicros),
      cpuOtherThreads: perRequest(slices, requests, slice => slice.server.cpuOtherThreadsMicros),
      cpuPool: perRequest(slices, requests, slice => slice.server.cpuPoolMicros),
      cpuHelpers: perRequest(slices, requests, slice => slice.server.cpuHelpersMicros),
      gcCount: (sumOf(slices, slice => slice.server.gcCount) / requests) * 1000,
      gcPause: sumOf(slices, slice => slice.server.gcPauseMicros) / requests,
      requestsPerSecond: (requests / loadMs) * 1000,
      latencyP50: latencies.getValueAtPercentile(50),
      latencyP99: latencies.getValueAtPercentile(99)
    }
  }
}

/** @param {SliceRecord[]} slices */
function mergeLatencies(slices) {
  const merged = hdr.build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 2,
    autoResize: true,
    numberOfSignificantValueDigits: 3
  })
  for (const slice of slices) merged.add(hdr.decodeFromCompressedBase64(slice.latencyMicros))
  return merged
}

/**
 * @param {SliceRecord[]} slices
 * @param {(slice: SliceRecord) => number} pick
 */
function sumOf(slices, pick) {
  return slices.reduce((sum, slice) => sum + pick(slice), 0)
}

/**
 * @param {SliceRecord[]} slices
 * @param {number} requests
 * @param {(slice: SliceRecord) => number | null} pick
 */
function perRequest(slices, requests, pick) {
  if (slices.some(slice => pick(slice) === null)) return null
  return sumOf(slices, slice => pick(slice) ?? 0) / requests
}
