import { sum } from '../../stats/means.js'
import { stackReader } from '../tree/call-tree.js'
import { weightedSamples } from '../tree/weighted-samples.js'

/** @import { Frame, Profile } from '../types.js' */

/**
 * Writes speedscope's own format, https://www.speedscope.app/file-format-schema.json (src/lib/file-format-spec.ts there).
 *
 * @typedef {{ name: string, file?: string, line?: number, col?: number }} SpeedscopeFrame lines and columns from 1
 * @typedef {object} SpeedscopeProfile
 * @property {'sampled'} type
 * @property {string} name
 * @property {'microseconds' | 'none' | 'bytes'} unit
 * @property {number} startValue
 * @property {number} endValue
 * @property {number[][]} samples stacks, the outermost frame first, as indices into the shared frames; idle is an empty one
 * @property {number[]} weights
 * @typedef {object} SpeedscopeFile
 * @property {'https://www.speedscope.app/file-format-schema.json'} $schema
 * @property {string} exporter
 * @property {string} name
 * @property {number} activeProfileIndex
 * @property {{ frames: SpeedscopeFrame[] }} shared
 * @property {SpeedscopeProfile[]} profiles
 */

const units = /** @type {const} */ ({ micros: 'microseconds', samples: 'none', bytes: 'bytes' })

/**
 * Returns profiles as a file for speedscope.
 * @param {Profile[]} profiles each is named by its label
 * @param {string} name of the file
 * @returns {SpeedscopeFile}
 */
export function toSpeedscope(profiles, name) {
  const firstFrames = profiles.map((_, index) => sum(profiles.slice(0, index).map(({ frames }) => frames.length)))
  return {
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    exporter: 'profiling-workshop',
    name,
    activeProfileIndex: 0,
    shared: { frames: profiles.flatMap(profile => profile.frames.map(toSpeedscopeFrame)) },
    profiles: profiles.map((profile, index) => toSpeedscopeProfile(profile, firstFrames[index] ?? 0))
  }
}

/** @type {(frame: Frame) => SpeedscopeFrame} */
function toSpeedscopeFrame({ name, file, line, column }) {
  return { name, ...(file && { file }), ...(line && { line }), ...(column && { col: column }) }
}

/**
 * @param {Profile} profile
 * @param {number} firstFrame index of its first frame among the shared ones
 * @returns {SpeedscopeProfile}
 */
function toSpeedscopeProfile(profile, firstFrame) {
  const stackOf = stackReader(profile)
  const samples = weightedSamples(profile).filter(sample => sample.weight > 0)
  const sampled = new Set(samples.map(sample => sample.node))
  const stacks = new Map([...sampled].map(node => [node, stackOf(node).map(frame => firstFrame + frame)]))
  return {
    type: 'sampled',
    name: profile.label,
    unit: units[profile.unit],
    startValue: 0,
    endValue: sum(samples.map(sample => sample.weight)),
    samples: samples.map(sample => stacks.get(sample.node) ?? []),
    weights: samples.map(sample => sample.weight)
  }
}
