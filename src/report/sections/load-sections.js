import { isCpuMetric } from '../../verdict/decide/classify-change.js'
import { sizeOfMetric } from '../../verdict/decide/size-of.js'
import { isRate } from '../../verdict/slices/slice-validity.js'
import { sizeTexts } from '../words/answer-words.js'
import {
  formatCount,
  formatCounted,
  formatExactPercent,
  formatMicros,
  formatPercentile,
  formatSeconds
} from '../words/format.js'
import { unitsOf } from '../words/kinds/attached-words.js'
import { equalRateNote, loadInWords, loadNotes, sharedCoreNote } from '../words/words.js'
import { approximateNotes, comparedRow, comparisonTable, metricRow } from './comparison-tables.js'
import { levelsInWords, pairsOf } from './toggle-sections.js'

/** @import { Analysis } from '../../types.js' */
/** @import { RowName } from '../../verdict/slices/launch-metrics.js' */
/** @import { LatencyTable, LoadComparison, MetricRow } from '../../verdict/types.js' */
/** @import { Compared } from './comparison-tables.js' */
/** @import { Section } from './sections.js' */

const LATENCY_NOTES = [
  'Response time: from the scheduled send time (no coordinated omission). In brackets, service time: from the actual send time.',
  'A percentile pools all requests of a variant, and is shown if at least five requests took longer. Its change is the mean over the rounds in which both launches have five such requests, and needs two such rounds.'
]

/**
 * Returns all metrics under each load.
 * @param {Analysis} analysis @returns {Section[]}
 */
export function loadSections(analysis) {
  const played = analysis.loads.filter(({ rounds }) => rounds > 0)
  return played.map(load => loadSection(load, analysis))
}

/** @type {(part: LoadComparison, analysis: Compared & Pick<Analysis, 'loads' | 'sizes' | 'profile'>) => Section} */
function loadSection(part, analysis) {
  const { variants } = analysis
  const { load, rounds, costRounds, rateRounds, isCostOnSharedCore, isAtEqualRate, requests, loadMs } = part
  const separate = isCostOnSharedCore ? ', separate slices' : ''
  const measured = part.rows.filter(row => variants.some(variant => row.estimates[variant]))
  const totals = [
    [`requests${separate}`, ...variants.map(name => formatCount(requests[name] ?? 0))],
    [`time under load${separate}`, ...variants.map(name => formatSeconds(loadMs[name] ?? 0))]
  ]
  const more = variants.some(name => requests[name]) ? totals : []
  return {
    heading: `${loadInWords(load)}, ${formatCounted(rounds, ...unitsOf(analysis).round)}, unprofiled`,
    table: comparisonTable(measured.map(rowOf), analysis, { more }),
    notes: [
      ...approximateNotes(part, analysis),
      ...levelsOfChanges(analysis),
      ...kindNotes(),
      ...(rateRounds === 0 ? [] : [loadNotes[load.mode]])
    ]
  }

  /** @param {MetricRow} row */
  function rowOf(row) {
    const shownRow = metricRow(row, analysis, { hasAllRounds: hasAllRounds(part, row.metric, analysis) })
    const isShared = isCostOnSharedCore && row.metric.startsWith('cpu')
    const values = isShared ? costsOf(row.metric, analysis) : part === analysis.loads[0] ? ownCosts(row.metric) : {}
    return { ...shownRow, values: isShared ? values : { ...shownRow.values, ...values } }
  }

  /** Returns what a request of the only variant costs, which has one figure. @param {RowName} metric @returns {Record<string, string>} */
  function ownCosts(metric) {
    const { profile } = analysis
    const known = profile?.metrics?.find(({ name }) => name === metric)?.baseline
    return profile && typeof known === 'number' && isCpuMetric(/** @type {any} */ (metric))
      ? { [profile.variant]: formatMicros(known) }
      : {}
  }

  function kindNotes() {
    if (isAtEqualRate) return [equalRateNote]
    return isCostOnSharedCore ? [sharedCoreNote(costRounds, rateRounds)] : []
  }
}

/**
 * Returns what a request costs by variant, as the sizes have it: what it costs on a shared core is no figure of its own. A size of
 * several pairs is of no single variant.
 * @param {RowName} metric @param {Pick<Analysis, 'sizes' | 'comparisons' | 'baseline' | 'profile'>} analysis
 * @returns {Record<string, string>}
 */
function costsOf(metric, { sizes, comparisons, baseline }) {
  const single = sizes.filter(({ candidate }) => pairsOf({ comparisons }, candidate).length === 1)
  return Object.fromEntries(
    single.flatMap(({ candidate, ...own }) => {
      const size = sizeOfMetric(metric, own)
      const [one = '', other = ''] = size ? sizeTexts(size) : []
      return size
        ? [
            [baseline, one],
            [candidate, other]
          ]
        : []
    })
  )
}

/**
 * Returns whether `--rounds` adds samples to a metric under a load: the rounds of the verdict play the deciding load only, and where
 * all variants share a core they measure CPU only.
 * @type {(part: LoadComparison, metric: RowName, analysis: Pick<Analysis, 'loads'>) => boolean}
 */
function hasAllRounds(part, metric, { loads }) {
  return part === loads[0] && !(part.isCostOnSharedCore && isRate(metric))
}

/**
 * Returns the latency in each open loop.
 * @param {Analysis} analysis @returns {Section[]}
 */
export function latencySections(analysis) {
  const { latencies, variants } = analysis
  return latencies.map(function sectionOf(table) {
    const { requests, roundsDiscarded, rows } = table
    const heading = latencyHeading(table)
    const discarded = `${formatCounted(roundsDiscarded, 'round')} excluded: the load generator sent late, or a server was saturated.`
    if (Object.values(requests).every(count => count === 0)) return { heading, lines: [`No result. ${discarded}`] }
    return {
      heading,
      table: comparisonTable(rows.map(rowOf), analysis, {
        more: [['requests', ...variants.map(name => formatCount(requests[name] ?? 0))]]
      }),
      notes: [...levelsOfChanges(analysis), ...LATENCY_NOTES, ...(roundsDiscarded === 0 ? [] : [discarded])]
    }

    /** @param {LatencyTable['rows'][0]} row */
    function rowOf({ quantile, responseMicros, serviceMicros, changes }) {
      // The longest request of each launch has no mean.
      const source = quantile === 1 ? { comparable: {} } : {}
      return comparedRow({ label: formatPercentile(quantile), values: responseMicros, text, changes }, analysis, source)

      /** @param {number | null | undefined} micros @param {string} variant */
      function text(micros, variant) {
        const service = serviceMicros[variant]
        if (typeof micros !== 'number') return '-'
        return formatMicros(micros) + (typeof service === 'number' ? ` (${formatMicros(service)})` : '')
      }
    }
  })
}

/**
 * Returns what the columns of changes are means of, as one note or none: a page folds all notes after the second.
 * @param {Pick<Analysis, 'candidates' | 'comparisons'>} analysis
 */
function levelsOfChanges(analysis) {
  const levels = analysis.candidates.flatMap(candidate => levelsInWords(analysis, candidate))
  return levels.length === 0 ? [] : [levels.join(' ')]
}

/** @param {LatencyTable} table */
function latencyHeading({ load, intendedRatePerSecond, requests }) {
  const isOne = Object.keys(requests).length === 1
  const whose = isOne ? "the server's" : "the slower variant's"
  const share = load.mode === 'open' ? `${formatExactPercent(load.capacityShare)} of ${whose} capacity` : ''
  if (intendedRatePerSecond === null) return `Latency at ${share}`
  return `Latency at ${formatCount(intendedRatePerSecond)} requests/s${isOne ? '' : ' per variant'} (${share})`
}
