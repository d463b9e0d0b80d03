import { formatBytes, formatCostDifference, formatLinkSpeed, formatPercent } from './format.js'
import { shown } from './text.js'

/** @import { Card } from '../../blame/types.js' */

/** @param {Card} card @returns {string} what the smaller responses save, and what they cost; empty without a difference */
export function transferInWords({ transfer, candidate, baseline }) {
  if (!transfer) return ''
  const { baselineBytes, candidateBytes, saver, added, paysBelow } = transfer
  const [more, less] = saver === 'candidate' ? [baselineBytes, candidateBytes] : [candidateBytes, baselineBytes]
  const name = shown(saver === 'candidate' ? candidate : baseline)
  const bytes = `${formatBytes(more)} to ${formatBytes(less)}, ${formatPercent((more - less) / more)} less`
  const saved = `${name} saves ${formatBytes(more - less)} per response (${bytes})`
  if (!added || !paysBelow) return `${saved}.`
  const cost = formatCostDifference({ difference: added.micros, low: added.low, high: added.high }, 'micros')
  const { bitsPerSecond, low, high } = paysBelow
  if (bitsPerSecond === null) return `${saved} without more CPU (${cost}, all threads): it pays at any link speed.`
  const limits = [low, high].flatMap(end => (end === null ? [] : formatLinkSpeed(end)))
  const interval = limits.length === 2 ? ` (95% CI ${limits.join(' to ')})` : ` (95% CI from ${limits.join()})`
  return `${saved} for ${cost} of CPU on all threads: it pays on links slower than ${formatLinkSpeed(bitsPerSecond)}${interval}.`
}
