import { isAmount, isCount } from '../../errors/type-guards.js'
import { CallTree, weightOf } from '../tree/call-tree.js'
import { gcFrame, nativeFrame, programFrame, sourceFile } from '../tree/frames.js'
import { LineSums, linesOf, MOST_LINES } from '../tree/source-lines.js'
import { wrongValue } from './profile-error.js'

/** @import { Frame, Profile } from '../types.js' */

/** @typedef {{ frame: number, line?: number }} Call `line`: the one that runs or calls; absent where the format has none */

/** What profilers of V8 name in the place of a function. */
const metaFrames = new Map([gcFrame, programFrame].map(frame => [frame.name, frame]))
const timeUnits = new Map(Object.entries({ nanoseconds: 1e-3, microseconds: 1, milliseconds: 1e3, seconds: 1e6 }))
const IDLE = '(idle)'
const ROOT = '(root)'

/** The stacks of a format that says of no frame what kind of code it is, summed into a tree. */
export class ForeignStacks {
  #tree = new CallTree()
  #self = new LineSums()
  #calls = new LineSums()
  #idle = 0

  /** Returns the index of a frame: what has a file is JavaScript. @param {Pick<Frame, 'name' | 'file'> & { line: unknown, column: unknown }} frame */
  frame({ name, file, line, column }) {
    const known = name || '(anonymous)'
    if (file === '') return this.#tree.frame(metaFrames.get(name) ?? nativeFrame(known))
    const place = { line: positionOf(line), column: positionOf(column) }
    return this.#tree.frame({ name: known, file: sourceFile(file), ...place, kind: 'javascript' })
  }

  /** @param {Call[]} stack the outermost call first; idle where it is empty @param {number} weight */
  add(stack, weight) {
    const [root] = stack
    const calls = root && this.#nameOf(root) === ROOT ? stack.slice(1) : stack
    const top = calls.at(-1)
    if (!top || this.#nameOf(top) === IDLE) {
      this.#idle += weight
      return
    }
    let node = -1
    for (const [index, { frame }] of calls.entries()) {
      node = this.#tree.child(node, frame, null)
      const line = positionOf(calls[index - 1]?.line)
      if (line !== null) this.#calls.add(node, line, weight)
    }
    const line = positionOf(top.line)
    if (line !== null) this.#self.add(node, line, weight)
    this.#tree.add(node, weight)
  }

  /** @param {Profile['unit']} unit @param {string} label @returns {Profile} @throws {ProfileError} where the weights have no exact sum */
  toProfile(unit, label) {
    const { frames, nodes } = this.#tree
    if (!isAmount(this.#idle + weightOf({ nodes }))) throw wrongValue('the sum of its weights', 'amount')
    const lines = linesOf({ self: this.#self.toColumns(), calls: this.#calls.toColumns() })
    return { unit, label, frames, nodes, idle: this.#idle, samples: null, ...lines }
  }

  /** @param {Call} call */
  #nameOf({ frame }) {
    return this.#tree.frames[frame]?.name
  }
}

/** Returns a line or a column as a profile has it. @param {unknown} value */
function positionOf(value) {
  return isCount(value) && value > 0 && value < MOST_LINES ? value : null
}

/** Returns what a number of a format is in a profile: microseconds, bytes, or samples of a time that is not known. @param {string} unit */
export function foreignUnit(unit) {
  const micros = timeUnits.get(unit)
  if (micros !== undefined) return { unit: /** @type {const} */ ('micros'), scale: micros }
  return { unit: unit === 'bytes' ? /** @type {const} */ ('bytes') : /** @type {const} */ ('samples'), scale: 1 }
}
