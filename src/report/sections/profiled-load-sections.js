import { formatCounted } from '../words/format.js'
import { approximateNotes, cellsOf, comparisonHeader, metricRow } from './comparison-tables.js'

/**
 * @import { Analysis } from '../../types.js'
 * @import { RowName } from '../../verdict/slices/launch-metrics.js'
 * @import { ProfiledLoad } from '../../verdict/types.js'
 * @import { Section } from './sections.js'
 */

/** @type {RowName[]} what the tables of the load generators are about */
const METRICS = ['requestsPerSecond', 'latencyP50', 'latencyP99']
const NOTE = 'A profiler changes these figures, each variant by another amount: no verdict uses them.'
const FILES_NOTE =
  'tables/ in the run folder has the tables that the load generators print, with and without each profiler.'

/**
 * Returns requests/s and latency under each profiler, as the load generators measured them.
 * @param {Pick<Analysis, 'profiledLoads' | 'baseline' | 'candidates'>} analysis
 * @returns {Section[]} one or none
 */
export function profiledLoadSections({ profiledLoads, baseline, candidates }) {
  const variants = [baseline, ...candidates]
  const rows = profiledLoads.flatMap(rowsOf)
  if (rows.length === 0) return []
  const shown = profiledLoads.flatMap(load => load.rows).filter(({ metric }) => METRICS.includes(metric))
  return [
    {
      heading: 'Load generators under each profiler',
      table: { header: ['profiler', 'load', ...comparisonHeader(variants, candidates)], rows, textColumns: 3 },
      notes: [...approximateNotes({ rows: shown }), NOTE, FILES_NOTE]
    }
  ]

  /** @param {ProfiledLoad} profiled @returns {string[][]} */
  function rowsOf({ profiler, load, rateRounds, rows: all }) {
    const known = all.filter(
      ({ metric, estimates }) => METRICS.includes(metric) && Object.values(estimates).some(Boolean)
    )
    const none = [...variants, ...candidates].map(() => '-')
    if (known.length === 0) return [[profiler, load.generator, 'no slice can be used: see Checks', ...none]]
    return known.map(function rowOf(row, index) {
      const place = index === 0 ? [profiler, `${load.generator}, ${formatCounted(rateRounds, 'round')}`] : ['', '']
      const [label = '', ...cells] = cellsOf(metricRow(row, { baseline, variants, candidates }), variants, candidates)
      return [...place, label.trim(), ...cells]
    })
  }
}
