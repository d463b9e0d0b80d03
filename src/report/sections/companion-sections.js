import { BUSY_COMPANION_SHARE } from '../../verdict/slices/companion-costs.js'
import { formatMicros, formatPercent } from '../words/format.js'
import { shortName } from '../words/shorten.js'
import { approximateNotes, comparedRow, comparisonTable, estimateText } from './comparison-tables.js'

/**
 * @import { Estimate } from '../../stats/types.js'
 * @import { Analysis } from '../../types.js'
 * @import { CompanionCost } from '../../verdict/types.js'
 * @import { Section } from './sections.js'
 */

const UNUSED_NOTE = '-: half of the launches or more used less CPU than the system counts, which is in steps of 10 ms.'
const NOTES = [
  'CPU per request of the processes beside the servers, on all threads and with their children, in separate slices. No other figure contains it.'
]

/**
 * Returns what a request costs the companions of the servers.
 * @param {Pick<Analysis, 'companions' | 'variants' | 'candidates' | 'baseline'>} analysis
 * @returns {Section[]}
 */
export function companionSections({ companions = [], ...compared }) {
  if (companions.length === 0) return []
  const rows = companions.map(({ companion, estimates, changes }) =>
    comparedRow({ label: shortName(companion), values: estimates, text: costText, changes }, compared, {
      hasAllRounds: true
    })
  )
  const [interval = {}] = companions.flatMap(({ changes }) => Object.values(changes).flatMap(change => change ?? []))
  return [
    {
      heading: 'Companions',
      lines: companions.flatMap(busyLines),
      table: comparisonTable(rows, compared, { interval }),
      notes: [...approximateNotes({ rows: companions }), ...(companions.some(isUnused) ? [UNUSED_NOTE] : []), ...NOTES],
      key: {}
    }
  ]
}

/** @param {Estimate | null | undefined} estimate */
function costText(estimate) {
  return estimateText(estimate, formatMicros)
}

/** @param {CompanionCost} cost */
function isUnused({ estimates }) {
  return Object.values(estimates).includes(null)
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
