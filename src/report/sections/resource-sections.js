import { formatCount, formatPercent } from '../words/format.js'

/**
 * @import { Analysis } from '../../types.js'
 * @import { Section } from './sections.js'
 */

const NOTE =
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
      notes: [NOTE],
      key: {}
    }
  ]
}
