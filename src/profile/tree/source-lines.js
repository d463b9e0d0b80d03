/** @import { LineColumns, Profile, ProfileLines } from '../types.js' */

/** More than a tree has lines or places. A node and a line are one number: no line may be larger. */
export const MOST_LINES = 2 ** 26

/** Sums weights by node and line, or by node and another number that stands for a place in a source. */
export class LineSums {
  /** @type {Map<number, number>} by node and line */
  #weights = new Map()

  /** @param {number} node @param {number} line @param {number} weight */
  add(node, line, weight) {
    const key = node * MOST_LINES + line
    this.#weights.set(key, (this.#weights.get(key) ?? 0) + weight)
  }

  /** @returns {{ node: number[], line: number[], weight: number[] }} */
  toColumns() {
    const keys = [...this.#weights.keys()]
    return {
      node: keys.map(key => Math.floor(key / MOST_LINES)),
      line: keys.map(key => key % MOST_LINES),
      weight: [...this.#weights.values()]
    }
  }
}

/** Collects the lines of trees that become one. */
export class LinesOfTree {
  #self = new LineSums()
  #calls = new LineSums()

  /**
   * Adds the lines of a tree.
   * @param {Pick<Profile, 'lines'>} profile
   * @param {(node: number, isCall: boolean) => number} placeOf the node that takes the lines of another one; -1: none does
   */
  add({ lines }, placeOf) {
    if (!lines) return
    forEachLine(lines.self, (node, line, weight) => addTo(this.#self, placeOf(node, false), line, weight))
    forEachLine(lines.calls, (node, line, weight) => addTo(this.#calls, placeOf(node, true), line, weight))
  }

  /** Returns the lines as a property of a profile; none where no tree had any. @returns {Pick<Profile, 'lines'>} */
  toLines() {
    return linesOf({ self: this.#self.toColumns(), calls: this.#calls.toColumns() })
  }
}

/** @type {(sums: LineSums, node: number, line: number, weight: number) => void} */
function addTo(sums, node, line, weight) {
  if (node >= 0) sums.add(node, line, weight)
}

/** Returns lines as a property of a profile; none where there are none. @param {ProfileLines} lines @returns {Pick<Profile, 'lines'>} */
export function linesOf(lines) {
  return lines.self.node.length + lines.calls.node.length === 0 ? {} : { lines }
}

/**
 * Calls a function for each entry of lines.
 * @param {LineColumns} columns @param {(node: number, line: number, weight: number) => void} take
 */
export function forEachLine({ node, line, weight }, take) {
  for (let index = 0; index < node.length; index++) take(node[index] ?? -1, line[index] ?? 0, weight[index] ?? 0)
}
