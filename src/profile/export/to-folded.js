import { roundKeepingSum } from '../../stats/means.js'
import { stackReader } from '../tree/call-tree.js'

/** @import { Frame, Profile } from '../types.js' */

/**
 * Returns folded stacks, the input of flamegraph.pl (https://github.com/brendangregg/FlameGraph): one `outer;inner weight` per
 * line, sorted, without idle. The weight follows the last space of a line, so that names may contain spaces. Weights are whole
 * numbers, because speedscope drops fractions; their sum is the rounded sum of the profile.
 * @param {Profile} profile
 * @returns {string} '' without samples
 */
export function toFolded(profile) {
  const names = profile.frames.map(toName)
  const stackOf = stackReader(profile)
  /** @type {Map<string, number>} */
  const weights = new Map()
  profile.nodes.self.forEach(function addToStack(self, index) {
    if (self <= 0) return
    const stack = stackOf(index)
      .map(frame => names[frame])
      .join(';')
    weights.set(stack, (weights.get(stack) ?? 0) + self)
  })
  const whole = roundKeepingSum([...weights.values()])
  return [...weights.keys()]
    .flatMap((stack, index) => (whole[index] ? `${stack} ${whole[index]}\n` : []))
    .sort()
    .join('')
}

/** @param {Frame} frame */
function toName({ name, file, line }) {
  const place = line === null ? file : `${file}:${line}`
  return (file ? `${name} (${place})` : name).replaceAll(';', ',').replace(/\s+/g, ' ')
}
