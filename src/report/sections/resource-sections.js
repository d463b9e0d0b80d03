import { sum } from '../../stats/means.js'
import { BUSY_COMPANION_SHARE } from '../../verdict/slices/companion-costs.js'
import { fewSamplesInWords } from '../words/blame-words.js'
import { formatCost, formatCount, formatMicros, formatPercent } from '../words/format.js'
import { shortName } from '../words/text.js'
import { otherThreadsWords } from '../words/words.js'
import { differenceText } from './blame-sections.js'
import { approximateNotes, comparedRow, comparisonTable, estimateText } from './comparison-tables.js'

/** @import { ThreadWorkRow } from '../../blame/types.js' */
/** @import { Estimate } from '../../stats/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { CompanionCost } from '../../verdict/types.js' */
/** @import { Section } from './sections.js' */

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

const UNUSED_NOTE = '-: half of the launches or more used less CPU than the system counts, which is in steps of 10 ms.'
const COMPANION_NOTE =
  'CPU per request of the processes beside the servers, on all threads and with their children, in separate slices. No other figure contains it.'

const BYTES_NOTE =
  'One response of each on a connection of its own, headers included. The figures in the document make its length differ by less than 1%.'
const LEAST_SHARE = 0.01

/**
 * Returns what the resources of the page transfer with and without the setting that changes them.
 * @param {Pick<Analysis, 'resources'>} analysis
 * @returns {Section[]} one or none
 */
export function resourceSections({ resources }) {
  if (!resources) return []
  const { candidate, baseline, rows } = resources
  return [
    {
      heading: 'Bytes transferred per response',
      table: {
        header: ['', 'path', baseline, candidate, 'saved'],
        rows: rows.map(({ name, path, baselineBytes, candidateBytes, savedShare }) => [
          name,
          path,
          `${formatCount(baselineBytes)} B`,
          `${formatCount(candidateBytes)} B`,
          Math.abs(savedShare) < LEAST_SHARE ? '-' : formatPercent(savedShare)
        ]),
        textColumns: 2
      },
      notes: [BYTES_NOTE]
    }
  ]
}

/** @param {Pick<Analysis, 'companions' | 'variants' | 'candidates' | 'baseline'>} analysis @returns {Section[]} */
export function companionSections({ companions = [], ...compared }) {
  if (companions.length === 0) return []
  const text = (/** @type {Estimate | null | undefined} */ estimate) => estimateText(estimate, formatMicros)
  const rows = companions.map(({ companion, estimates, changes }) =>
    comparedRow({ label: shortName(companion), values: estimates, text, changes }, compared, { hasAllRounds: true })
  )
  const isUnused = companions.some(({ estimates }) => Object.values(estimates).includes(null))
  const [interval = {}] = companions.flatMap(({ changes }) => Object.values(changes).flatMap(change => change ?? []))
  return [
    {
      heading: 'Companions',
      lines: companions.flatMap(busyLines),
      table: comparisonTable(rows, compared, { interval }),
      notes: [...approximateNotes({ rows: companions }), ...(isUnused ? [UNUSED_NOTE] : []), COMPANION_NOTE]
    }
  ]
}

/** @param {CompanionCost} cost */
function busyLines({ companion, busyShares }) {
  const busy = Object.entries(busyShares).filter(([, share]) => share > BUSY_COMPANION_SHARE)
  if (busy.length === 0) return []
  const shares = busy.map(([variant, share]) => `${formatPercent(share)} of a core under ${variant}`)
  return [
    `${companion} used ${shares.join(', ')}: it may limit requests/s and latency in place of the server, if it has one busy thread.`
  ]
}

/**
 * Returns the CPU of threads without JavaScript by native function, one section per candidate.
 * @param {Analysis} analysis @returns {Section[]}
 */
export function threadSections({ threadWorks }) {
  return threadWorks.map(function sectionOf({ candidate, baseline, profiler, rounds, fewestSamples, rows }) {
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
    const single = 'Only one round was profiled, so there are no intervals. Use more rounds.'
    return {
      heading: `CPU per request of other threads (${profiler}): ${candidate} compared with ${baseline}`,
      lines: [...(rounds < 2 ? [single] : []), ...fewSamplesInWords(fewestSamples)],
      table: { header: ['', baseline, candidate, 'difference (95% CI)'], rows: body, textColumns: 1 },
      notes: [
        'A function includes what it calls, and the kernel. The rows add up to the CPU of these threads in the unprofiled launches.'
      ],
      details: [
        `The samples show the shares only; the launch with the fewest has ${formatCount(fewestSamples)}. The system counts the CPU.`,
        'A row has the outermost function that does not only hand out work.'
      ]
    }
  })
}

/** @param {keyof typeof workWords} work @param {string} name */
function workInWords(work, name) {
  return shortName([workWords[work], name.replaceAll(NAMESPACES, '')].filter(Boolean).join(': '))
}
