import { formatBytes, formatMicros, formatPercent } from '../../report/format.js'
import { BUSY_GENERATOR_SHARE, BUSY_SERVER_SHARE, generatorShare, serverShare } from '../../verdict/slice-problems.js'
import { placedSlices } from './slice-points.js'

/** @import { RunManifest, SliceRecord } from '../../runs/types.js' */

/**
 * @typedef {SliceRecord['load']['mode']} Mode
 *
 * @typedef {object} Gauge
 * @property {string} label
 * @property {string} unit
 * @property {number} unitSize of `value`, so many make one of that unit
 * @property {(value: number) => string} format
 * @property {{ value: number, words: string, modes: Mode[] } | null} limit beyond which the figures of a slice are doubtful
 * @property {(slice: SliceRecord) => number} read
 *
 * @typedef {object} GaugePoint
 * @property {string} variant
 * @property {number} round
 * @property {number} index
 * @property {number} position
 * @property {number} value
 *
 * @typedef {Omit<Gauge, 'read'> & { points: GaugePoint[] }} GaugeReadings
 * @typedef {{ variants: string[], gauges: GaugeReadings[] }} Health
 */

const BYTES = { unit: 'MB', unitSize: 1e6, format: formatBytes, limit: null }
const SHARE = { unit: '%', unitSize: 0.01, format: formatPercent }
const CORE_SHARE = { ...SHARE, unit: '% of a core' }

/** @type {Gauge[]} */
const GAUGES = [
  {
    label: 'event-loop delay, p99',
    unit: 'ms',
    unitSize: 1000,
    format: formatMicros,
    limit: null,
    read: ({ server }) => server.eventLoopDelayP99Micros
  },
  {
    label: 'time paused to collect garbage',
    ...SHARE,
    limit: null,
    read: ({ server, durationMs }) => server.gcPauseMicros / (durationMs * 1e3)
  },
  { label: 'memory of the process (RSS)', ...BYTES, read: ({ server }) => server.rssBytes },
  { label: 'heap used', ...BYTES, read: ({ server }) => server.heapUsedBytes },
  {
    label: 'server busy',
    ...CORE_SHARE,
    limit: { value: BUSY_SERVER_SHARE, words: 'below it the server was not the limit', modes: ['closed'] },
    read: serverShare
  },
  {
    label: 'generator busy',
    ...CORE_SHARE,
    limit: { value: BUSY_GENERATOR_SHARE, words: 'above it the generator may be the limit', modes: ['closed', 'open'] },
    read: generatorShare
  }
]

/**
 * How the servers and the generator were, in the slices in which each variant was loaded alone.
 * @param {{ manifest: RunManifest, slices: SliceRecord[] }} run
 * @returns {Health} without the gauges nothing is known of
 */
export function healthGauges({ manifest, slices }) {
  const placed = placedSlices('requestsPerSecond', { manifest, slices })
  const { mode } = manifest.design.loads[0]
  const gauges = GAUGES.map(({ read, limit, ...gauge }) => ({
    ...gauge,
    limit: limit?.modes.includes(mode) ? limit : null,
    points: placed
      .map(({ slice, position }) => ({ ...placeOf(slice), position, value: read(slice) }))
      .filter(({ value }) => Number.isFinite(value))
  }))
  const variants = manifest.experiment.variants.map(({ name }) => name)
  return { variants, gauges: gauges.filter(({ points }) => points.length > 0) }
}

/** @param {SliceRecord} slice */
function placeOf({ variant, round, index }) {
  return { variant, round, index }
}
