/** The share of entries that are taken, at which the table becomes larger. */
const FULL = 0.6
const FIRST_SIZE = 64
/** Numbers of an entry: the parent, what is called, and the child. They are side by side, because memory is read in lines. */
const WIDTH = 3
const EMPTY = -1

/**
 * The children of the nodes of a tree by what is called, as one table with open addressing: a tree of a million nodes takes 24 MB,
 * and with a Map per node ten times as much.
 */
export class ChildIndex {
  #size = FIRST_SIZE
  #entries = new Int32Array(WIDTH * FIRST_SIZE).fill(EMPTY)
  #count = 0

  /**
   * Returns the child of a node.
   * @param {number} parent from -1 on
   * @param {number} call what the child calls, from 0 on
   * @returns {number} -1 where there is none
   */
  get(parent, call) {
    return this.#entries[this.#placeOf(parent, call) + 2] ?? EMPTY
  }

  /**
   * Adds a child that is not there yet.
   * @param {number} parent
   * @param {number} call
   * @param {number} node
   */
  set(parent, call, node) {
    if (this.#count + 1 > FULL * this.#size) this.#grow()
    this.#put(parent, call, node)
    this.#count++
  }

  /** @param {number} parent @param {number} call @param {number} node */
  #put(parent, call, node) {
    const place = this.#placeOf(parent, call)
    this.#entries[place] = parent
    this.#entries[place + 1] = call
    this.#entries[place + 2] = node
  }

  /** @param {number} parent @param {number} call @returns {number} the first number of the child's entry, or of a free one */
  #placeOf(parent, call) {
    const entries = this.#entries
    const mask = this.#size - 1
    let hash = Math.imul(parent, 0x9e3779b1) ^ Math.imul(call, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    let index = (hash ^ (hash >>> 13)) & mask
    for (;;) {
      const place = WIDTH * index
      if (entries[place + 2] === EMPTY || (entries[place] === parent && entries[place + 1] === call)) return place
      index = (index + 1) & mask
    }
  }

  #grow() {
    const entries = this.#entries
    this.#size *= 2
    this.#entries = new Int32Array(WIDTH * this.#size).fill(EMPTY)
    for (let place = 0; place < entries.length; place += WIDTH) {
      const node = entries[place + 2] ?? EMPTY
      if (node !== EMPTY) this.#put(entries[place] ?? EMPTY, entries[place + 1] ?? 0, node)
    }
  }
}
