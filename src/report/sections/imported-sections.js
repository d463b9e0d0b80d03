import { formatCount, formatFigure, formatMicros } from '../words/format.js'

/** @import { Analysis } from '../../types.js' */
/** @import { Section } from './sections.js' */

const HEAP_NOTE =
  'A heap profile has the bytes that were alive when it was written, unless its tool kept collected objects too.'

/** Returns the files of an import: the profiles, and the results of load generators. @param {Analysis} analysis @returns {Section[]} */
export function importedSections({ imported }) {
  const files = imported?.files ?? []
  const profiles = files.flatMap(({ profile, ...file }) => (profile ? [{ ...file, ...profile }] : []))
  const loads = files.flatMap(({ load, ...file }) => (load ? [{ ...file, ...load }] : []))
  return [
    {
      heading: 'Imported profiles',
      table: {
        header: ['file', 'of', 'what it is', 'samples', 'requests'],
        rows: profiles.map(({ name, variant, words, samples, requests }) => [
          ...[name, variant, words, formatCount(samples)],
          requests === null ? '-' : formatCount(requests)
        ]),
        textColumns: 3
      },
      notes: imported?.counts === 'live' ? [HEAP_NOTE] : []
    },
    {
      heading: 'Imported results of load generators',
      table: {
        header: ['file', 'of', 'what it is', 'requests', 'requests/s', 'p50', 'p99', 'failed'],
        rows: loads.map(({ name, variant, words, requests, durationMs, p50Micros, p99Micros, failed }) => [
          ...[name, variant, words, formatCount(requests), formatFigure((requests / durationMs) * 1e3)],
          ...[formatLatency(p50Micros), formatLatency(p99Micros), formatCount(failed)]
        ]),
        textColumns: 3
      }
    }
  ].filter(({ table }) => table.rows.length > 0)
}

/** Returns a latency of a tool that counts whole milliseconds. @param {number} micros */
function formatLatency(micros) {
  return micros === 0 ? 'below 1 ms' : formatMicros(micros)
}
