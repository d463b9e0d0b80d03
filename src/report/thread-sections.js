import { formatCost, formatCostDifference } from './format.js'

/**
 * @import { ThreadWork, ThreadWorkRow } from '../blame/types.js'
 * @import { Analysis } from '../types.js'
 * @import { Section } from './sections.js'
 */

const threadWords = { pool: 'thread pool', helpers: 'V8 helper threads' }
/** @type {Record<ThreadWorkRow['work'], string>} */
const workWords = {
  compression: 'compression',
  crypto: 'cryptography',
  dns: 'host names',
  fs: 'files',
  gc: 'garbage collection',
  compiler: 'compiler',
  memory: 'memory of the C library',
  waiting: 'waiting for work, locks',
  other: '',
  rest: 'smaller functions',
  total: 'total'
}
const notes = [
  'Shares of the samples of perf, scaled to the CPU that the system counted. These rows are parts of the other threads in the blame table, in launches of their own.'
]
const details = [
  'A row is the outermost native function that does not only hand out work; what it calls counts for it, with the time in the kernel.',
  'Waiting is the cost of going to sleep and waking up, not the time asleep.'
]

/**
 * Returns the CPU of threads without JavaScript by native function, one section per candidate.
 * @param {Analysis} analysis
 * @returns {Section[]}
 */
export function threadSections({ threadWorks }) {
  return threadWorks.map(threadSection)
}

/** @param {ThreadWork} table @returns {Section} */
function threadSection({ candidate, baseline, profiler, rows }) {
  const body = rows.map(({ threads, work, name, cost }, index) => [
    threads === rows[index - 1]?.threads ? '' : threadWords[threads],
    workWords[work],
    functionInWords(name),
    formatCost(cost.baseline, 'micros'),
    formatCost(cost.candidate, 'micros'),
    formatCostDifference(cost, 'micros')
  ])
  return {
    heading: `CPU per request of other threads by function (${profiler}): ${candidate} compared with ${baseline}`,
    table: {
      header: ['threads', 'work', 'function', baseline, candidate, 'difference (95% CI)'],
      rows: body,
      textColumns: 3
    },
    notes,
    details
  }
}

/**
 * Returns a native function without the namespaces that all of node's and V8's functions are in.
 * @param {string} name
 */
function functionInWords(name) {
  return name.replace(/^(node|v8::internal)::(compiler::)?/, '')
}
