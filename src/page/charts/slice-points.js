import { launchMetrics } from '../../verdict/launch-metrics.js'
import { slicesFor, usableUnprofiledSlices } from '../../verdict/usable-slices.js'

/**
 * @import { RunManifest, SliceRecord } from '../../runs/types.js'
 * @import { RowName } from '../../verdict/launch-metrics.js'
 */

/**
 * @typedef {object} PlacedSlice
 * @property {SliceRecord} slice
 * @property {number} position rounds since the start, with the slices of a round an even way apart
 * @property {string[]} flaws why it does not count; empty where it does
 *
 * @typedef {object} SlicePoint
 * @property {string} variant
 * @property {number} round from 0
 * @property {number} index among the slices of its launch
 * @property {number} position
 * @property {number} minutes since the run began
 * @property {number} value of the metric; infinite where it was divided by no requests
 * @property {string[]} flaws
 *
 * @typedef {object} SlicePoints
 * @property {RowName} metric
 * @property {string[]} variants the baseline first
 * @property {SlicePoint[]} points in the order they were played
 */

/**
 * What each slice says of a metric, the void ones too, of those that metric is taken from: bare ones under the deciding
 * load.
 * @param {RowName} metric
 * @param {{ manifest: RunManifest, slices: SliceRecord[] }} run
 * @returns {SlicePoints}
 */
export function slicePoints(metric, { manifest, slices }) {
  const points = placedSlices(metric, { manifest, slices }).flatMap(function pointOf({ slice, position, flaws }) {
    const value = launchMetrics([slice])[0]?.values[metric][0]
    if (value === undefined) return []
    const { variant, round, index } = slice
    const minutes = (Date.parse(slice.startedAt) - Date.parse(manifest.startedAt)) / 60e3
    return { variant, round, index, position, minutes, value, flaws }
  })
  return { metric, variants: manifest.experiment.variants.map(({ name }) => name), points }
}

/**
 * @param {RowName} metric
 * @param {{ manifest: RunManifest, slices: SliceRecord[] }} run
 * @returns {PlacedSlice[]} in the order they were played
 */
export function placedSlices(metric, { manifest: { design, experiment }, slices }) {
  const [load] = design.loads
  const judged = usableUnprofiledSlices(slices, experiment)
  const { all } = judged
  const usable = new Set(slicesFor(metric, load, judged))
  const flaws = new Map(judged.flawed.map(({ slice, flaws }) => [slice, flaws.map(({ text }) => text)]))
  const meant = slicesFor(metric, load, { all, valid: all, paced: all }).toSorted(byStart)
  const rounds = [...new Set(meant.map(({ round }) => round))]
  return rounds.flatMap(round => meant.filter(slice => slice.round === round).map(place))

  /** @type {(slice: SliceRecord, at: number, ofRound: SliceRecord[]) => PlacedSlice} */
  function place(slice, at, ofRound) {
    const position = slice.round + (at + 0.5) / ofRound.length
    return { slice, position, flaws: usable.has(slice) ? [] : (flaws.get(slice) ?? []) }
  }
}

/** @type {(one: SliceRecord, other: SliceRecord) => number} */
function byStart(one, other) {
  return Date.parse(one.startedAt) - Date.parse(other.startedAt)
}
