/** The share of places that are taken, at which the table becomes larger. */
const FULL = 0.6
const FIRST_SIZE = 64
const EMPTY = -1

/**
 * The children of the nodes of a tree by what is called, as one table with open addressing: a tree of a million nodes takes 24 MB,
 * and with a Map per node ten times as much.
 */
export class ChildIndex {
  #size = FIRST_SIZE
  #parents = new Int32Array(FIRST_SIZE)
  #calls = new Int32Array(FIRST_SIZE)
  #nodes = new Int32Array(FIRST_SIZE).fill(EMPTY)
  #count = 0

  /**
   * Returns the child of a node.
   * @param {number} parent from -1 on
   * @param {number} call what the child calls, from 0 on
   * @returns {number} -1 where there is none
   */
  get(parent, call) {
    return this.#nodes[this.#placeOf(parent, call)] ?? EMPTY
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
    this.#parents[place] = parent
    this.#calls[place] = call
    this.#nodes[place] = node
  }

  /** @param {number} parent @param {number} call @returns {number} that of the child, or a free one */
  #placeOf(parent, call) {
    const mask = this.#size - 1
    let hash = Math.imul(parent, 0x9e3779b1) ^ Math.imul(call, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    let place = (hash ^ (hash >>> 13)) & mask
    while (this.#nodes[place] !== EMPTY && (this.#parents[place] !== parent || this.#calls[place] !== call))
      place = (place + 1) & mask
    return place
  }

  #grow() {
    const [parents, calls, nodes] = [this.#parents, this.#calls, this.#nodes]
    this.#size *= 2
    this.#parents = new Int32Array(this.#size)
    this.#calls = new Int32Array(this.#size)
    this.#nodes = new Int32Array(this.#size).fill(EMPTY)
    nodes.forEach((node, place) => {
      if (node !== EMPTY) this.#put(parents[place] ?? EMPTY, calls[place] ?? 0, node)
    })
  }
}
