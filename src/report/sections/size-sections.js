import {
  formatChange,
  formatConfidence,
  formatCostDifference,
  formatCounted,
  formatMicros,
  formatTooFew
} from '../words/format.js'
import { isTooWide } from '../words/too-few-samples.js'
import { levelsInWords, sideNames } from './toggle-sections.js'

/**
 * @import { Analysis } from '../../types.js'
 * @import { Size, SizeOfThreads } from '../../verdict/types.js'
 * @import { Section } from './sections.js'
 */

const SIZE_NOTE =
  'One server is loaded at a time. The size is of all rounds; the totals of blame are of the rounds with profilers.'
const SHARED_CORE_NOTE =
  'The verdict is by shared-core slices, where a request costs more and the change is a smaller or larger share of that cost.'

/**
 * Returns what the change costs per request, by separate slices.
 * @param {Pick<Analysis, 'sizes' | 'baseline' | 'verdicts' | 'comparisons'>} analysis
 * @returns {Section[]}
 */
export function sizeSections(analysis) {
  const { sizes, baseline, verdicts } = analysis
  return sizes.flatMap(function bySize(size) {
    const verdict = verdicts.find(({ candidate }) => candidate === size.candidate)
    const note = verdict?.slices === 'shared-core' ? `${SIZE_NOTE} ${SHARED_CORE_NOTE}` : SIZE_NOTE
    const sides = sideNames(analysis, { candidate: size.candidate, baseline })
    return sectionOf(size, { baseline, sides }, [note, ...levelsInWords(analysis, size.candidate)])
  })
}

/** @type {(size: Size, of: { baseline: string, sides: string[] }, notes: string[]) => Section[]} */
function sectionOf({ candidate, generator, main, all }, { baseline, sides }, notes) {
  const rows = [rowOf('main thread', main), rowOf('all threads', all)].flat()
  if (rows.length === 0) return []
  const { rounds: count = 0, relative = {} } = main ?? all ?? {}
  const rounds = formatCounted(count, 'round')
  return [
    {
      heading: `Size: CPU per request, ${candidate} compared with ${baseline} (separate slices, ${generator}, ${rounds})`,
      table: {
        header: ['', ...sides, 'difference', `change (${formatConfidence(relative)} CI)`],
        rows,
        textColumns: 1,
        coloured: { column: 4, rows: [main, all].flatMap(size => (size ? { ...size.relative, moreIs: 'worse' } : [])) }
      },
      notes
    }
  ]
}

/** @param {string} label @param {SizeOfThreads | null} size @returns {string[][]} */
function rowOf(label, size) {
  if (!size) return []
  const { micros, low, high } = size.difference
  const difference = isTooWide(size.relative)
    ? formatTooFew()
    : formatCostDifference({ difference: micros, low, high }, 'micros')
  return [
    [
      label,
      formatMicros(size.baselineMicros),
      formatMicros(size.candidateMicros),
      difference,
      formatChange(size.relative, { hasAllRounds: true })
    ]
  ]
}
