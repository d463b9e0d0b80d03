import * as pprof from 'pprof-format'
import { getOrAdd } from '../../stats/group-by.js'
import { roundKeepingSum } from '../../stats/means.js'
import { forEachLine } from '../tree/source-lines.js'
import { weightedSamples } from '../tree/tree-columns.js'

/** @import { Frame, LineColumns, Profile } from '../types.js' */

/** @typedef {{ stack: number[], lines: number[], weight: number }} LinedStack frames, the innermost first, and the line of each, 0 where it is not known */

/** Of a number that is a sum of fractions: less is left of rounding. */
const NOTHING = 1e-6

/**
 * Returns a profile as pprof reads it, not compressed (https://github.com/google/pprof/blob/main/proto/profile.proto): a location is a
 * frame with one of its lines. Idle is in no sample.
 * @param {Profile} profile
 * @param {{ startedAt: string, sampleNanos: number }} about `sampleNanos`: how long a sample without a duration is
 */
export function toPprof(profile, { startedAt, sampleNanos }) {
  const strings = new pprof.StringTable()
  const values = valuesOf(profile.unit, sampleNanos)
  const stacks = linedStacks(profile)
  const columns = values.map(({ scale }) => roundKeepingSum(stacks.map(({ weight }) => weight * scale)))
  /** @type {Map<string, pprof.Location>} */
  const locations = new Map()
  const file = new pprof.Profile({
    stringTable: strings,
    timeNanos: BigInt(Date.parse(startedAt)) * 1_000_000n,
    sampleType: values.map(valueType),
    ...(profile.unit === 'samples' && {
      period: sampleNanos,
      periodType: valueType({ type: 'cpu', unit: 'nanoseconds' })
    }),
    function: profile.frames.map(toFunction),
    sample: stacks.flatMap(function toSample({ stack, lines }, index) {
      const value = columns.map(column => column[index] ?? 0)
      const locationId = stack.map((frame, depth) => locationOf(frame, lines[depth] ?? 0).id)
      return value.some(one => one > 0) ? [{ locationId, value }] : []
    })
  })
  file.location = [...locations.values()]
  return file.encode()

  /** @param {{ type: string, unit: string }} value */
  function valueType({ type, unit }) {
    return { type: strings.dedup(type), unit: strings.dedup(unit) }
  }

  /** @param {Frame} frame @param {number} index */
  function toFunction({ name, file, line }, index) {
    return { id: index + 1, name: strings.dedup(name), filename: strings.dedup(file), startLine: line ?? 0 }
  }

  /** @param {number} frame @param {number} line */
  function locationOf(frame, line) {
    return getOrAdd(locations, `${frame}:${line}`, function addLocation() {
      return new pprof.Location({ id: locations.size + 1, line: [{ functionId: frame + 1, line }] })
    })
  }
}

/** Returns what a sample has of each unit; pprof shows the last one first. @type {(unit: Profile['unit'], sampleNanos: number) => { type: string, unit: string, scale: number }[]} */
function valuesOf(unit, sampleNanos) {
  if (unit === 'bytes') return [{ type: 'alloc_space', unit: 'bytes', scale: 1 }]
  if (unit === 'latency') return [{ type: 'latency', unit: 'nanoseconds', scale: 1000 }]
  if (unit === 'micros') return [{ type: 'cpu', unit: 'nanoseconds', scale: 1000 }]
  return [
    { type: 'samples', unit: 'count', scale: 1 },
    { type: 'cpu', unit: 'nanoseconds', scale: sampleNanos }
  ]
}

/**
 * Returns the stacks of a profile with their lines. A profile has the weight of each line of a function, and not which lines were in one
 * stack: the lines of a function are laid along the stacks through it one after the other, so that each has its weight.
 * @param {Profile} profile @returns {LinedStack[]}
 */
function linedStacks(profile) {
  const { frame, parent } = profile.nodes
  const selfOf = linesByNode(profile.lines?.self)
  const callsOf = linesByNode(profile.lines?.calls)
  return weightedSamples({ ...profile, samples: null }).flatMap(({ node, weight }) =>
    node === -1 ? [] : stacksOf(node, weight)
  )

  /** @param {number} node @param {number} weight its own */
  function stacksOf(node, weight) {
    const path = pathOf(node)
    const stack = path.map(each => frame[each] ?? -1)
    const ahead = [selfOf(node), ...path.slice(0, -1).map(callsOf)]
    /** @type {LinedStack[]} */
    const stacks = []
    for (let left = weight; left > NOTHING; ) {
      const lines = ahead.map(each => each.at(-1) ?? { line: 0, left: Infinity })
      const step = Math.min(left, ...lines.map(each => each.left))
      stacks.push({ stack, lines: lines.map(({ line }) => line), weight: step })
      left -= step
      for (const each of lines) each.left -= step
      for (const each of ahead) if ((each.at(-1)?.left ?? 1) <= NOTHING) each.pop()
    }
    return stacks
  }

  /** @param {number} node */
  function pathOf(node) {
    const path = []
    for (let at = node; at !== -1; at = parent[at] ?? -1) path.push(at)
    return path
  }
}

/** Returns a function that returns the lines of a node, with what is left of their weights. @param {LineColumns | undefined} columns */
function linesByNode(columns) {
  /** @type {Map<number, { line: number, left: number }[]>} */
  const lines = new Map()
  if (columns) forEachLine(columns, (node, line, weight) => listOf(node).push({ line, left: weight }))
  return listOf

  /** @param {number} node */
  function listOf(node) {
    return getOrAdd(lines, node, () => [])
  }
}
