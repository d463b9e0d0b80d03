import {
  formatChange,
  formatChangeInText,
  formatCost,
  formatCount,
  formatCounted,
  formatExactPercent,
  formatPercent
} from '../words/format.js'
import { listed, placeInWords } from '../words/text.js'
import { isTooWideForOverhead, WIDEST_OVERHEAD_RATIO } from '../words/too-few-samples.js'
import { metricInWords, modeNotes, stateWords, tickNotes, tickWords } from '../words/words.js'
import { approximateNotes, cellsOf, comparisonHeader, metricRow } from './comparison-tables.js'

/** @import { HeavyTable, StateRow, TickOddity, TickRow, TickTable } from '../../blame/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { RowName } from '../../verdict/slices/launch-metrics.js' */
/** @import { ProfiledLoad } from '../../verdict/types.js' */
/** @import { Section } from './sections.js' */

/** @type {RowName[]} what the tables of the load generators are about */
const PROFILED_METRICS = ['requestsPerSecond', 'latencyP50', 'latencyP99']
const PROFILED_NOTE = 'A profiler changes these figures, each variant by another amount: no verdict uses them.'
const FILES_NOTE =
  'tables/ in the run folder has the tables that the load generators print, with and without each profiler.'

const PER_REQUESTS = 'per 1,000 requests'
const ONE_LAUNCH_NOTE = 'A change has no interval here: it needs two launches per variant.'

/** What a reader of the bottom-up tables would otherwise get wrong. @type {Record<HeavyTable['unit'], string[]>} */
const HEAVY_NOTES = {
  micros: [
    'Times are wall time of all launches; shares are of the time that was not idle. Blame has the differences, in CPU per request.',
    'As in Chrome DevTools, garbage collection is in the total of the function that it interrupted. Blame and flame graph show it apart.'
  ],
  bytes: ['Bytes are of all launches. Blame has the differences, per request.'],
  latency: ['Times are of the requests that were followed. Blame has the differences, per request.']
}

/**
 * Returns the overhead of each profiler in a sentence, and what the load generators measured under each.
 * @param {Analysis} analysis
 */
export function overheadSections(analysis) {
  return [...profilerSections(analysis), ...profiledLoadSections(analysis)]
}

/** @param {Analysis} analysis @returns {Section[]} one or none */
function profilerSections({ profilerOverheads, candidates }) {
  if (profilerOverheads.length === 0) return []
  const lines = profilerOverheads.flatMap(({ profiler, metrics, changes }) => {
    const all = changes.find(({ variant }) => variant === null) ?? changes[0]
    const known = metrics.flatMap((metric, index) => {
      const change = all?.changes[index]
      return change && !isTooWideForOverhead(change) ? [`${metricInWords(metric)} ${formatChangeInText(change)}`] : []
    })
    return known.length === 0 ? [] : [`${profiler} changes ${listed(known)}.`]
  })
  const { generator = '' } = profilerOverheads[0] ?? {}
  const none = `No overhead is known to about ±${formatExactPercent(WIDEST_OVERHEAD_RATIO)}: use more rounds.`
  return [
    {
      heading: 'Profiler overhead',
      lines: lines.length > 0 ? [`${generator}, launches of the same rounds. ${lines.join(' ')}`] : [none],
      notes: candidates.length > 0 ? ['No verdict uses profiled launches.'] : []
    }
  ]
}

/** @param {Analysis} analysis @returns {Section[]} */
export function tickSections({ ticks, tickOddities }) {
  if (ticks.length === 0) return []
  /** @type {('wall' | 'cpp' | TickOddity)[]} */
  const noted = tickOddities.includes('no-nm') ? ['wall', ...tickOddities] : ['wall', 'cpp', ...tickOddities]
  return [...ticks.map(tickSection), { heading: 'How to read ticks', notes: noted.map(oddity => tickNotes[oddity]) }]
}

/** @param {TickTable} table @returns {Section} */
function tickSection({ profiler, generator, mode, variants, changes }) {
  const [first] = Object.values(variants)
  const hasChanges = Object.values(changes).some(own => Object.values(own).some(Boolean))
  const columns = Object.entries(variants).map(([variant, { rows, states = [] }]) => {
    const own = hasChanges && changes[variant] ? [`${variant}: change ${PER_REQUESTS} (95% CI)`] : []
    const names = [`${variant}: ticks, share, nonlib`, `${variant}: ${PER_REQUESTS}`, ...own]
    const cellsOf = (/** @type {TickRow['name']} */ name) => {
      const change = changes[variant]?.[name]
      return [...tickCells(rows.find(row => row.name === name)), ...own.map(() => (change ? formatChange(change) : ''))]
    }
    const stateCells = (/** @type {StateRow['state']} */ name) => {
      const state = states.find(each => each.state === name)
      return [...tickCells(state && { ...state, nonlibShare: null }), ...own.map(() => '')]
    }
    return { names, cellsOf, stateCells }
  })
  const header = ['', ...columns.flatMap(({ names }) => names)]
  const rows = (first?.rows ?? []).map(({ name }) => [
    tickWords[name],
    ...columns.flatMap(({ cellsOf }) => cellsOf(name))
  ])
  const byState = (first?.states ?? []).map(({ state }) => [
    stateWords[state],
    ...columns.flatMap(({ stateCells }) => stateCells(state))
  ])
  const isAlone = Object.keys(variants).length === 1
  const launches = formatCounted(first?.launches ?? 0, 'launch', 'launches')
  const rest = `${generator}, ${launches} per variant`
  const [heading, short] = [`V8 ticks (${profiler}), ${rest}`, `${profiler}, ${rest}`]
  return {
    heading,
    short,
    table: { header, rows: [...rows, ...byState], textColumns: 1 },
    notes: isAlone ? [] : hasChanges ? [modeNotes[mode]] : [modeNotes[mode], ONE_LAUNCH_NOTE]
  }
}

/** Returns such as 59 (12.3%, 13.0%), and the ticks per 1,000 requests. @param {Omit<TickRow, 'name'> | undefined} row */
function tickCells(row) {
  if (!row) return ['-', '-']
  const shares = [row.share, row.nonlibShare].flatMap(share => (share === null ? [] : [formatPercent(share)]))
  return [`${formatCount(row.ticks)} (${shares.join(', ')})`, formatCount(row.ticksPer1000Requests)]
}

/**
 * Returns the bottom-up tables, as Chrome DevTools shows them, with all variants side by side.
 * @param {Analysis} analysis @returns {Section[]}
 */
export function heavySections({ heavyTables, folder }) {
  return heavyTables.map(function sectionOf({ profiler, unit, variants, frames, rows }) {
    const body = rows.map(({ frame, self, total }) => {
      const called = /** @type {HeavyTable['frames'][0]} */ (frames[frame])
      return [called.name, placeInWords(called, folder), ...weighed(self), ...weighed(total)]
    })
    const idle = variants.map(variant => (variant.idle > 0 ? formatCost(variant.idle, unit) : ''))
    if (idle.some(Boolean)) body.push(['(idle)', '', ...idle, ...idle])
    const columns = ['self', 'total'].flatMap(kind => variants.map(({ name }) => `${kind}, ${name}`))
    const short = `${profiler}, ${formatCounted(variants[0]?.launches ?? 0, 'launch', 'launches')} per variant`
    return {
      heading: `Bottom-up, ${short}`,
      short,
      table: { header: ['function', 'where', ...columns], rows: body, textColumns: 2 },
      notes: variants.length > 1 ? HEAVY_NOTES[unit] : []
    }

    /** @param {number[]} weights by variant */
    function weighed(weights) {
      const shareOf = (/** @type {number} */ weight, /** @type {number} */ at) => weight / (variants[at]?.busy || 1)
      return weights.map((weight, at) => `${formatCost(weight, unit)} ${formatPercent(shareOf(weight, at))}`)
    }
  })
}

/** @param {Pick<Analysis, 'profiledLoads' | 'baseline' | 'candidates'>} analysis @returns {Section[]} one or none */
export function profiledLoadSections({ profiledLoads, baseline, candidates }) {
  const variants = [baseline, ...candidates]
  const rows = profiledLoads.flatMap(rowsOf)
  if (rows.length === 0) return []
  const shown = profiledLoads.flatMap(load => load.rows).filter(({ metric }) => PROFILED_METRICS.includes(metric))
  return [
    {
      heading: 'Load generators under each profiler',
      table: { header: ['profiler', 'load', ...comparisonHeader(variants, candidates)], rows, textColumns: 3 },
      notes: [...approximateNotes({ rows: shown }), ...(candidates.length > 0 ? [PROFILED_NOTE] : []), FILES_NOTE]
    }
  ]

  /** @param {ProfiledLoad} profiled @returns {string[][]} */
  function rowsOf({ profiler, load, rateRounds, rows: all }) {
    const known = all.filter(
      ({ metric, estimates }) => PROFILED_METRICS.includes(metric) && Object.values(estimates).some(Boolean)
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
