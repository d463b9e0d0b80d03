/** The names of the map in index.js, in its order: this list loads no profiler. */
export const PROFILER_NAMES = [
  'none',
  'prof',
  '0x',
  'cdp',
  'devtools',
  'heap',
  'perf',
  'clinic-doctor',
  'clinic-flame',
  'clinic-heap',
  'clinic-bubble'
]
