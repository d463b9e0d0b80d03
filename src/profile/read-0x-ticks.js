import { CallTree } from './call-tree.js'
import { frameOfCode, tierOfCode } from './code-entries.js'
import { programFrame } from './frames.js'

/**
 * @import { CodeEntry } from './code-entries.js'
 * @import { Profile } from './types.js'
 */

/**
 * Reads the ticks.json of 0x (--write-ticks) and the .clinic-flame-samples of clinic flame, which is 0x inside: an array
 * of stacks, the outermost frame first, each frame a code entry of V8's log (lib/v8-log-to-ticks.js in 0x).
 *
 * 0x keeps less than the log it made them from. Frames V8 could not name are gone, so that their ticks count for the
 * caller, or leave an empty stack: `(program)` here. The times, V8's states and the places in the code are gone too, so
 * inlined functions are not seen, garbage collection is told from no other native code, and idle is what waits for events
 * with nothing else on the stack. The first tick is left out. All of it is in the isolate-*.log.json that 0x 6 leaves
 * beside, which is what read-v8-ticks.js reads.
 */

const waitForEvents = /^(epoll_p?wait2?|kevent)$/

/**
 * @param {CodeEntry[][]} ticks
 * @param {{ label?: string }} [options]
 * @returns {Profile} unit samples, without the samples themselves
 * @throws {Error} when these are no ticks of 0x, or none at all
 */
export function read0xTicks(ticks, { label = 'main' } = {}) {
  if (!Array.isArray(ticks) || !ticks.every(Array.isArray))
    throw new TypeError('Not the ticks of 0x: no array of stacks')
  if (ticks.length === 0) throw new Error('0x has left no ticks')
  const tree = new CallTree()
  let idle = 0
  for (const stack of ticks) {
    if (isIdle(stack)) {
      idle += 1
      continue
    }
    let node = -1
    for (const entry of stack) node = tree.child(node, tree.frame(frameOfCode(entry)), tierOfCode(entry))
    if (node === -1) node = tree.child(-1, tree.frame(programFrame), null)
    tree.add(node, 1)
  }
  return { unit: 'samples', label, frames: tree.frames, nodes: tree.nodes, idle, samples: null }
}

/** @param {CodeEntry[]} stack */
function isIdle(stack) {
  const [entry] = stack
  return stack.length === 1 && entry !== undefined && waitForEvents.test(frameOfCode(entry).name)
}
