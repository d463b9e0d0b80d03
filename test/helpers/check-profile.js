import { expect } from '@jest/globals'
import { ProfileError } from '../../src/profile/read/profile-error.js'
import { stackReader, tiers } from '../../src/profile/tree/call-tree.js'
import { rowsOf } from './call-trees.js'

/** @import { ProfileFault } from '../../src/errors/types.js' */
/** @import { Frame, Profile } from '../../src/profile/types.js' */

export { recording } from './recordings.js'

export const majors = ['20', '22', '24', '26']

/**
 * Asserts what holds for every profile of every reader.
 * @param {Profile} profile
 * @param {number} total weight in the recording, idle included
 */
export function checkProfile(profile, total) {
  const { frames, idle } = profile
  const nodes = rowsOf(profile.nodes)
  expect(nodes.reduce((sum, node) => sum + node.self, idle)).toBeCloseTo(total, 3)
  expect(nodes.every((node, i) => node.parent >= -1 && node.parent < i)).toBe(true)
  expect(nodes.every(node => frames[node.frame] !== undefined)).toBe(true)
  expect([...profile.nodes.tier].every(tier => tiers[tier] !== undefined)).toBe(true)
  expect(new Set(nodes.map(({ frame, parent, tier }) => `${frame} ${parent} ${tier}`)).size).toBe(nodes.length)
  expect(new Set(frames.map(frame => JSON.stringify(frame))).size).toBe(frames.length)
  for (const frame of frames) checkFrame(frame)
  if (profile.samples) checkSamples(profile, profile.samples)
}

/** @param {Frame} frame */
function checkFrame({ name, file, line, column, kind }) {
  expect(name).not.toMatch(/^$|^[*~^+]|^\((root|idle|GC)\)$/)
  expect(file).toMatch(/^$|^\/srv\/|^\/usr\/lib|^node:/)
  expect([line, column].every(position => position === null || position >= 1)).toBe(true)
  // Native code has the place of its caller, where nothing else names it.
  if (kind === 'javascript' || kind === 'native') return
  expect([line, column]).toEqual([null, null])
  if (kind === 'gc') expect(name).toBe('(garbage collector)')
  if (kind === 'program') expect(name).toBe('(program)')
}

/**
 * @param {Profile} profile
 * @param {NonNullable<Profile['samples']>} samples
 */
function checkSamples({ unit, nodes, idle }, samples) {
  const { atMicros } = samples
  expect(samples.nodes).toHaveLength(atMicros.length)
  expect(atMicros.every((at, i) => i === 0 || at >= (atMicros[i - 1] ?? 0))).toBe(true)
  const weights = new Map()
  samples.nodes.forEach((node, i) => {
    weights.set(node, (weights.get(node) ?? 0) + (unit === 'micros' ? microsAt(atMicros, i) : 1))
  })
  expect(weights.get(-1) ?? 0).toBeCloseTo(idle, 3)
  nodes.self.forEach((self, i) => {
    expect(weights.get(i) ?? 0).toBeCloseTo(self, 3)
  })
}

/**
 * @param {number[]} atMicros
 * @param {number} i
 */
function microsAt(atMicros, i) {
  const [first = 0, last = 0] = [atMicros[0], atMicros.at(-1)]
  const next = atMicros[i + 1]
  return next === undefined ? (last - first) / (atMicros.length - 1) : next - (atMicros[i] ?? 0)
}

/**
 * @param {() => unknown} read
 * @returns {ProfileFault | null} what a reader finds wrong
 */
export function faultOf(read) {
  try {
    read()
  } catch (error) {
    if (error instanceof ProfileError) return error.fault
    throw error
  }
  return null
}

/**
 * @param {Profile} profile
 * @param {number} node
 * @returns {string} the names on the stack, the outermost first: `a;b;c`
 */
export function stackOf(profile, node) {
  return stackReader(profile)(node)
    .map(frame => profile.frames[frame]?.name)
    .join(';')
}

/**
 * @param {Profile} profile
 * @returns {Record<string, number>} own weights above 0 by stack
 */
export function selfByStack(profile) {
  /** @type {Record<string, number>} */
  const weights = {}
  profile.nodes.self.forEach((self, i) => {
    const stack = stackOf(profile, i)
    if (self > 0) weights[stack] = (weights[stack] ?? 0) + self
  })
  return weights
}
