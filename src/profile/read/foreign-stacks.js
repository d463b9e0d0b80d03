import { isAmount, isCount } from '../../errors/type-guards.js'
import { CallTree, weightOf } from '../tree/call-tree.js'
import { gcFrame, nativeFrame, programFrame, sourceFile, wasmFrame } from '../tree/frames.js'
import { LineSums, linesOf, MOST_LINES } from '../tree/source-lines.js'
import { wrongValue } from './profile-error.js'

/** @import { ImportedKind } from '../../runs/types.js' */
/** @import { Frame, Profile } from '../types.js' */

/** @typedef {{ frame: number, line?: number }} Call `line`: the one that runs or calls; absent where the format has none */

/** What profilers of V8 name in the place of a function. */
const metaFrames = new Map([gcFrame, programFrame].map(frame => [frame.name, frame]))
const timeUnits = new Map(Object.entries({ nanoseconds: 1e-3, microseconds: 1, milliseconds: 1e3, seconds: 1e6 }))
const IDLE = '(idle)'
const ROOT = '(root)'
const WASM = /^wasm-function\[\d+\]$/

/** @typedef {{ unit: Profile['unit'], scale: number, counts: ImportedKind }} ForeignUnit `scale`: from a number of the file to that unit */
/** @typedef {Profile & Pick<ForeignUnit, 'counts'>} ForeignProfile */

/** The stacks of a format that says of no frame what kind of code it is, summed into a tree. */
export class ForeignStacks {
  #tree = new CallTree()
  #self = new LineSums()
  #calls = new LineSums()
  #idle = 0

  /** Returns the index of a frame: what has a file or a line is JavaScript. @param {Pick<Frame, 'name' | 'file'> & { line: unknown, column: unknown }} frame */
  frame({ name, file, line, column }) {
    const known = name || '(anonymous)'
    const place = { line: positionOf(line), column: positionOf(column) }
    if (file === '' && WASM.test(name)) return this.#tree.frame(wasmFrame(name))
    if (file === '' && place.line === null) return this.#tree.frame(metaFrames.get(name) ?? nativeFrame(known))
    return this.#tree.frame({ name: known, file: sourceFile(file), ...place, kind: 'javascript' })
  }

  /** @param {Call[]} stack the outermost call first; idle where it is empty @param {number} weight */
  add(stack, weight) {
    const [root] = stack
    const last = stack.at(-1)
    // As in a CPU profile, whatever ran before the collector: its cost is a row of its own.
    const isGc = last && this.#tree.frames[last.frame]?.kind === 'gc'
    const calls = isGc ? [last] : root && this.#nameOf(root) === ROOT ? stack.slice(1) : stack
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

  /** @param {Omit<ForeignUnit, 'scale'>} unit @param {string} label @returns {ForeignProfile} @throws {ProfileError} where the weights have no exact sum */
  toProfile({ unit, counts }, label) {
    const { frames, nodes } = this.#tree
    if (!isAmount(this.#idle + weightOf({ nodes }))) throw wrongValue('the sum of its weights', 'amount')
    const lines = linesOf({ self: this.#self.toColumns(), calls: this.#calls.toColumns() })
    return { unit, counts, label, frames: withOwner(frames), nodes, idle: this.#idle, samples: null, ...lines }
  }

  /** @param {Call} call */
  #nameOf({ frame }) {
    return this.#tree.frames[frame]?.name
  }
}

/** Returns frames: where none has a file, all names are functions of the app. @param {Frame[]} frames @returns {Frame[]} */
function withOwner(frames) {
  if (frames.some(({ file }) => file !== '')) return frames
  return frames.map(frame => (frame.kind === 'native' ? { ...frame, kind: 'javascript' } : frame))
}

/** Returns a line or a column as a profile has it. @param {unknown} value */
function positionOf(value) {
  return isCount(value) && value > 0 && value < MOST_LINES ? value : null
}

/**
 * Returns what a number of a format is in a profile: microseconds, bytes, or samples of a time that is not known.
 * @param {string} unit @param {string} [type] what is counted, where the format says so, such as cpu, wall or inuse_space @returns {ForeignUnit}
 */
export function foreignUnit(unit, type) {
  const scale = timeUnits.get(unit)
  if (scale !== undefined)
    return { unit: 'micros', scale, counts: type === undefined ? 'time' : type === 'cpu' ? 'cpu' : 'wall' }
  if (unit !== 'bytes') return { unit: 'samples', scale: 1, counts: 'samples' }
  return { unit: 'bytes', scale: 1, counts: type === undefined ? 'bytes' : /^alloc/.test(type) ? 'allocated' : 'live' }
}
