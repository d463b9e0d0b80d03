import { formatChange } from './format.js'
import { metricWords } from './words.js'

/**
 * @import { Change } from '../stats/types.js'
 * @import { Analysis } from '../types.js'
 * @import { Section } from './sections.js'
 */

/** An interval of more than this (a change of so many times the value) says nothing. */
const TOO_WIDE = 2

/**
 * What each profiler costs, and what the comparison itself looks like under it.
 * @param {Analysis} analysis
 * @returns {Section[]}
 */
export function profilerSections({ profilerOverheads, baseline, candidates }) {
  const [first] = profilerOverheads
  if (!first) return []
  const told = profilerOverheads.filter(({ changes }) =>
    changes.some(row => row.changes.some(change => change !== null))
  )
  if (told.length === 0) {
    return [{ heading: 'What watching costs', lines: ['One profiled round has no interval: ask for more rounds.'] }]
  }
  const columns = first.metrics.map(metric => metricWords[metric].label.trim())
  const cost = told.flatMap(({ profiler, changes }) =>
    changes.map((row, index) => [
      index === 0 ? profiler : '',
      row.variant ?? 'all together',
      ...row.changes.map(changeCell)
    ])
  )
  const compared = told.flatMap(effect =>
    candidates.map(candidate => [
      effect.profiler,
      `${candidate} against ${baseline}`,
      ...effect.metrics.map(metric =>
        changeCell(effect.compared.find(row => row.metric === metric)?.changes[candidate])
      )
    ])
  )
  return [
    {
      heading: `What watching costs, under ${first.generator}: profiled against bare launches of the same rounds (95 % CI)`,
      table: { header: ['profiler', '', ...columns], rows: cost, textColumns: 2 }
    },
    {
      heading: 'What the comparison would look like to someone who measures while profiling (95 % CI)',
      table: { header: ['profiler', '', ...columns], rows: compared, textColumns: 2 }
    }
  ]
}

/** @param {Change | null | undefined} change */
function changeCell(change) {
  if (!change) return '-'
  return change.high - change.low > TOO_WIDE ? 'too few rounds' : formatChange(change)
}
