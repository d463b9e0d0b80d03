import { differenceInWords } from '../../errors/words.js'
import { formatChange, formatConfidence, formatCounted, formatMoment } from './format.js'
import { gateLines } from './gate-words.js'
import { shown } from './text.js'
import { metricInWords } from './words.js'

/**
 * @import { Analysis } from '../../types.js'
 * @import { AgainstBaseline, AgainstRow, EnvironmentDifference } from '../../verdict/types.js'
 */

const BETWEEN_TIMES =
  'Runs of two times: launches are not paired, and most of such an interval is what two runs of the same code differ by (docs/verdicts.md).'

/**
 * Returns what stands before the verdicts of a run: its gates, and the comparison with a saved baseline.
 * @param {Pick<Analysis, 'gates' | 'against'>} analysis
 */
export function linesBeforeVerdicts(analysis) {
  return [...gateLines(analysis), ...againstLines(analysis)]
}

/**
 * Returns a sentence per variant of a run that is compared with a saved baseline; none of other runs.
 * @param {Pick<Analysis, 'against'>} analysis
 */
export function againstLines({ against }) {
  if (!against) return []
  const { rows, differences } = against
  const none =
    rows.length === 0 ? [`No variant has two launches both in this run and in the baseline ${against.name}.`] : []
  return [...rows.map(row => rowInWords(row, against)), ...none, ...differencesInWords(differences), BETWEEN_TIMES].map(
    shown
  )
}

/** @param {AgainstRow} row @param {AgainstBaseline} against */
function rowInWords(row, { name, startedAt }) {
  const { variant, metric, verdict, confidence, launches } = row
  const answer =
    verdict === 'slower' || verdict === 'faster'
      ? `${variant} is ${verdict} than`
      : `${openings[verdict]} ${variant} and`
  const figure = `${metricInWords(metric)} ${formatChange({ ...row, pairs: launches.now })}, ${formatConfidence({ confidence })} CI`
  const counted = `${launches.before} and ${formatCounted(launches.now, 'launch', 'launches')}`
  return `${answer} itself in the baseline ${name} of ${formatMoment(startedAt)} UTC: ${figure}, ${counted}.`
}

/** @type {Record<'no difference' | 'cannot tell', string>} */
const openings = { 'no difference': 'No difference found between', 'cannot tell': 'Cannot tell a difference between' }

/** @param {EnvironmentDifference[]} differences */
function differencesInWords(differences) {
  if (differences.length === 0) return []
  return [`The two runs differ in ${differences.map(differenceInWords).join('; ')}: a change can come from there.`]
}
