import { addTickSummaries } from '../profile/read-tick-summary.js'

/**
 * @typedef {import('../types.js').TickRow} TickRow
 * @typedef {import('../types.js').TickTable} TickTable
 * @typedef {import('../types.js').TickSummary} TickSummary
 * @typedef {import('../types.js').GeneratorName} GeneratorName
 */

/** @type {TickRow['name'][]} */
const rowNames = ['javascript', 'cpp', 'gc', 'sharedLibraries', 'unaccounted', 'total']
const NOTABLE_SHARE = 0.05

/**
 * Where V8's ticks went, by variant, summed over the profiled launches.
 * @param {import('../types.js').ProfileRecord[]} profiles
 * @param {import('../types.js').SliceRecord[]} slices all that were played while profiled
 * @param {string[]} variants
 * @param {boolean} hasNm whether V8 could look up the symbols of the node binary
 * @returns {TickTable[]} one a generator
 */
export function tickTables(profiles, slices, variants, hasNm) {
  /** @type {GeneratorName[]} */
  const generators = ['autocannon', 'artillery']
  return generators.flatMap(function tableOf(generator) {
    const seen = profiles.filter(profile => profile.ticks[generator])
    if (seen.length === 0) return []
    const columns = variants.map(name => [name, columnOf(name)])
    const table = { generator, variants: Object.fromEntries(columns), notes: /** @type {string[]} */ ([]) }
    table.notes = notesOn(table, slices, hasNm)
    return [table]

    /** @param {string} variant */
    function columnOf(variant) {
      const own = seen.filter(profile => profile.variant === variant)
      const sum = addTickSummaries(own.flatMap(profile => profile.ticks[generator] ?? []))
      const launches = new Set(own.map(profile => profile.launch))
      const played = slices.filter(slice => launches.has(slice.launch) && slice.load.generator === generator)
      const requests = played.reduce((total, slice) => total + slice.completed, 0)
      return { launches: own.length, requests, rows: rowNames.map(name => rowOf(name, sum, requests)) }
    }
  })
}

/**
 * @param {TickRow['name']} name
 * @param {TickSummary} sum
 * @param {number} requests
 * @returns {TickRow}
 */
function rowOf(name, sum, requests) {
  const hasNonlibShare = name === 'javascript' || name === 'cpp' || name === 'gc'
  return {
    name,
    ticks: sum[name],
    share: sum[name] / sum.total,
    nonlibShare: hasNonlibShare ? sum[name] / (sum.total - sum.sharedLibraries) : null,
    ticksPer1000Requests: (sum[name] / requests) * 1000
  }
}

/**
 * The oddities of such a table, each in a sentence, where they show.
 * @param {TickTable} table
 * @param {import('../types.js').SliceRecord[]} slices
 * @param {boolean} hasNm
 * @returns {string[]}
 */
function notesOn(table, slices, hasNm) {
  const mode = slices.find(slice => slice.load.generator === table.generator)?.load.mode
  const notes = [
    mode === 'closed'
      ? 'The time is fixed, so a dearer variant does not get more ticks but serves fewer requests: compare ticks per 1,000 requests.'
      : 'The number of requests is fixed, so the ticks themselves can be compared between variants.',
    'C++ holds the compiled code of node and V8 with the system calls they make: the write of a console.log is counted here, not under JavaScript.'
  ]
  if (largest('gc') > 0)
    notes.push(
      'The rows add up to more than all ticks: a tick during garbage collection counts as GC and again in the row of the code that was running.'
    )
  if (largest('unaccounted') >= NOTABLE_SHARE)
    notes.push(
      'Unaccounted are ticks at addresses V8 has no name for, such as kernel code and stubs it did not log; Node 20 has far more of them than 24.'
    )
  if (!hasNm)
    notes.push('Without nm V8 cannot look up the symbols of the node binary: all its C++ counts as Shared libraries.')
  else if (largest('sharedLibraries') > 0)
    notes.push(
      'Shared libraries are libc, the vdso and parts of the node binary without a symbol of their own; nonlib is the share of the ticks outside them.'
    )
  return notes

  /** @param {TickRow['name']} name */
  function largest(name) {
    return Math.max(
      ...Object.values(table.variants).flatMap(({ rows }) =>
        rows.filter(row => row.name === name).map(row => row.share)
      )
    )
  }
}
