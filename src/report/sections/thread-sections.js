import { sum } from '../../stats/means.js'
import { FEW_SAMPLES } from '../words/blame-words.js'
import { formatCost, formatCount } from '../words/format.js'
import { shortName } from '../words/shorten.js'
import { otherThreadsWords } from '../words/words.js'
import { differenceText } from './blame-sections.js'

/**
 * @import { ThreadWork, ThreadWorkRow } from '../../blame/types.js'
 * @import { Analysis } from '../../types.js'
 * @import { Section } from './sections.js'
 */

/** @type {Record<Exclude<ThreadWorkRow['work'], 'total'>, string>} */
const workWords = {
  compression: 'compression',
  crypto: 'cryptography',
  dns: 'host names',
  fs: 'files',
  gc: 'GC',
  compiler: 'compiler',
  memory: 'memory of the C library',
  waiting: 'going to sleep and waking up',
  other: '',
  rest: 'smaller functions'
}
/** The namespaces that functions of node and V8 are in. */
const NAMESPACES = /\b(node::|v8::internal::)((compiler|crypto)::)?/g

/**
 * Returns the CPU of threads without JavaScript by native function, one section per candidate.
 * @param {Analysis} analysis
 * @returns {Section[]}
 */
export function threadSections({ threadWorks }) {
  return threadWorks.map(threadSection)
}

/** @param {ThreadWork} table @returns {Section} */
function threadSection({ candidate, baseline, profiler, rounds, fewestSamples, rows }) {
  const totals = rows.filter(({ work }) => work === 'total').map(({ cost }) => cost)
  const total = {
    baseline: sum(totals.map(({ baseline }) => baseline)),
    candidate: sum(totals.map(({ candidate }) => candidate))
  }
  const body = rows.map(row => [
    row.work === 'total' ? otherThreadsWords[row.threads] : `  ${workInWords(row.work, row.name)}`,
    formatCost(row.cost.baseline, 'micros'),
    formatCost(row.cost.candidate, 'micros'),
    differenceText(row.cost, { unit: 'micros', total })
  ])
  const lines = []
  if (rounds < 2) lines.push('Only one round was profiled, so there are no intervals. Use more rounds.')
  if (fewestSamples < FEW_SAMPLES) lines.push(`One launch has only ${fewestSamples} samples. Use a longer --duration.`)
  return {
    heading: `CPU per request of other threads (${profiler}): ${candidate} compared with ${baseline}`,
    lines,
    table: { header: ['', baseline, candidate, 'difference (95% CI)'], rows: body, textColumns: 1 },
    notes: [
      'A function includes what it calls, and the kernel. The rows add up to the CPU of these threads in the unprofiled launches of the same rounds.'
    ],
    details: [
      `The samples show the shares only; the launch with the fewest has ${formatCount(fewestSamples)}. The system counts the CPU.`,
      'A row has the outermost function that does not only hand out work.'
    ]
  }
}

/** @param {keyof typeof workWords} work @param {string} name */
function workInWords(work, name) {
  return shortName([workWords[work], name.replaceAll(NAMESPACES, '')].filter(Boolean).join(': '))
}
