/** The names of the map in index.js, in its order: this list loads no profiler. */
export const PROFILER_NAMES = [
  'none',
  'prof',
  '0x',
  'cdp',
  'devtools',
  'heap',
  'waits',
  'perf',
  'clinic-doctor',
  'clinic-flame',
  'clinic-heap',
  'clinic-bubble'
]

/** Whether `prof` sees the server of a command that starts node by another program: it puts a shell script first in PATH. */
export const profReachesAny = process.platform !== 'win32'
