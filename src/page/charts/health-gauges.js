import { formatBytes, formatMicros, formatPercent } from '../../report/format.js'

/** @import { GaugeSeries } from '../../verdict/types.js' */

const BYTES = { unit: 'MB', unitSize: 1e6, format: formatBytes, limitWords: '' }
const SHARE = { unit: '%', unitSize: 0.01, format: formatPercent, limitWords: '' }
const CORE_SHARE = { ...SHARE, unit: '% of one core' }

/**
 * How each gauge is named and written: `unitSize` of its value is one `unit`.
 * @type {Record<GaugeSeries['name'], { label: string, unit: string, unitSize: number, format: (value: number) => string, limitWords: string }>}
 */
export const gaugeWords = {
  eventLoopDelayP99Micros: {
    label: 'event-loop delay, p99',
    unit: 'ms',
    unitSize: 1000,
    format: formatMicros,
    limitWords: ''
  },
  gcPauseShare: { label: 'GC pause, share of time', ...SHARE },
  rssBytes: { label: 'memory of the process (RSS)', ...BYTES },
  heapUsedBytes: { label: 'heap used', ...BYTES },
  serverShare: { label: 'server busy', ...CORE_SHARE, limitWords: 'below: the server was not saturated' },
  generatorShare: {
    label: 'load generator busy',
    ...CORE_SHARE,
    limitWords: 'above: the load generator may be the bottleneck'
  }
}
