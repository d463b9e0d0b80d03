import { readCpuprofile } from '../../profile/read/read-cpuprofile.js'
import { isFolded, readFolded } from '../../profile/read/read-folded.js'
import { readHeapprofile } from '../../profile/read/read-heapprofile.js'
import { readPprof } from '../../profile/read/read-pprof.js'
import { readSpeedscope } from '../../profile/read/read-speedscope.js'
import { parseJson, textOf } from '../../profilers/profile-files.js'
import { readArtillery, readAutocannon } from './load-results.js'

/** @import { ForeignProfile } from '../../profile/read/foreign-stacks.js' */
/** @import { ImportedLoad } from '../../runs/types.js' */

/**
 * @typedef {object} Format
 * @property {string} words what a file of it is
 * @property {RegExp} start of such a file, as text
 * @property {string} [profiler] that took it, where only one writes it
 * @property {(bytes: Buffer) => ForeignProfile[]} [profiles]
 * @property {(bytes: Buffer) => ImportedLoad} [load]
 */

/** Characters by which a file of another tool is known. */
const HEAD = 1 << 16
/** A text has no such characters. */
const FIRST_OF_TEXT = 9

/** What is read, and what is often taken for it: the first that fits. @type {Format[]} */
const formats = [
  { words: 'a heap snapshot', start: /^\s*\{\s*"snapshot"/ },
  { words: 'a trace of Chrome', start: /^\s*(?:\{\s*"traceEvents"|\[\s*\{[^}]*"ph"\s*:)/ },
  { words: 'a HAR file', start: /^\s*\{\s*"log"\s*:\s*\{/ },
  {
    words: 'a profile of speedscope',
    start: /^\s*\{[\s\S]*speedscope\.app\/file-format-schema/,
    profiles: bytes => readSpeedscope(jsonOf(bytes))
  },
  {
    words: 'a heap profile',
    start: /^\s*\{\s*"head"\s*:/,
    profiler: 'heap',
    profiles: bytes => [{ ...readHeapprofile(jsonOf(bytes)), counts: 'live' }]
  },
  {
    words: 'a CPU profile',
    start: /^\s*\{[\s\S]*"nodes"\s*:\s*\[[\s\S]*"callFrame"/,
    profiler: 'cdp',
    profiles: bytes => [{ ...readCpuprofile(jsonOf(bytes)), counts: 'cpu' }]
  },
  {
    words: 'a result of artillery',
    start: /^\s*\{\s*"aggregate"\s*:/,
    load: bytes => readArtillery(jsonOf(bytes))
  },
  {
    words: 'a result of autocannon',
    start: /^\s*\{[\s\S]*"pipelining"[\s\S]*"latency"/,
    load: bytes => readAutocannon(jsonOf(bytes))
  },
  { words: 'JSON of another kind', start: /^\s*[{[]/ },
  { words: 'a web page', start: /^\s*<(?:!doctype|html)/i },
  { words: 'data of perf record', start: /^PERFILE/ },
  { words: 'a ZIP archive', start: /^PK/ }
]
/** @type {Format} */
const folded = { words: 'folded stacks', start: /^/, profiles: bytes => [readFolded(textOf(bytes))] }
/** @type {Format} */
const pprof = { words: 'a profile of pprof', start: /^\n/, profiles: bytes => [readPprof(bytes)] }

/** Returns what a file is by its content. @param {Buffer} bytes @returns {Format} one that reads it, if any does */
export function formatOf(bytes) {
  const head = textOf(bytes.subarray(0, HEAD))
  const known = formats.find(({ start }) => start.test(head))
  if (known) return known
  if (bytes.subarray(0, HEAD).some(byte => byte < FIRST_OF_TEXT))
    return pprof.start.test(head) ? pprof : { words: 'binary data', start: /^/ }
  const [first = ''] = head.trimStart().split('\n', 1)
  return isFolded(first.trim()) ? folded : { words: 'a text', start: /^/ }
}

/** @param {Buffer} bytes */
function jsonOf(bytes) {
  return parseJson(textOf(bytes))
}
