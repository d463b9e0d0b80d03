import { sum } from '../../stats/means.js'
import { stackReader } from '../tree/call-tree.js'
import { weightedSamples } from '../tree/tree-columns.js'

/** @import { Frame, Profile } from '../types.js' */

const units = /** @type {const} */ ({
  micros: 'microseconds',
  samples: 'none',
  bytes: 'bytes',
  latency: 'microseconds'
})

/**
 * Returns profiles as a file in speedscope's own format, https://www.speedscope.app/file-format-schema.json (src/lib/file-format-spec.ts
 * there). Lines and columns count from 1.
 * @param {Profile[]} profiles each is named by its label
 * @param {string} name of the file
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

/** @param {Frame} frame */
function toSpeedscopeFrame({ name, file, line, column }) {
  return { name, ...(file && { file }), ...(line && { line }), ...(column && { col: column }) }
}

/**
 * Returns a profile with its stacks as indices into the shared frames, the outermost first; idle is an empty stack.
 * @param {Profile} profile
 * @param {number} firstFrame index of its first frame among the shared ones
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
