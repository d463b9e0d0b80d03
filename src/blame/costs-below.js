/** @import { Owner, Place } from './cost-map.js' */

/**
 * @typedef {object} PlacedThread a tree of a launch
 * @property {number} launch
 * @property {number} costPerWeight
 * @property {Float64Array} self by node
 * @property {Int32Array} placeOf by node
 *
 * @typedef {PlacedThread & { first: Int32Array, next: Int32Array }} IndexedThread `first`: by place its first node; `next`: by node the
 *   next one of its place; -1 where there is none
 */

/**
 * The costs of owners in the owners that they lead to. They are not kept, because there are far more pairs of owners than owners.
 * Costs are added in the order of the nodes of each tree, so that a sum does not depend on the other launches.
 */
export class CostsBelow {
  #threads
  #count
  #launches
  /** @type {Int32Array} by place the number of its owner */
  #ownerOf
  /** @type {Map<string, number>} of owners by key */
  #numbers
  /** @type {Float64Array} by number of an owner, 0 between two sums */
  #sums
  /** @type {IndexedThread[][] | null} by launch */
  #indexed = null
  /** @type {Map<Owner, number[]>} */
  #totals = new Map()
  /**
   * The sum that was asked last of each owner: the figures and the graphs of a run ask for the same ones.
   * @type {Map<Owner, { keys: string[], costs: number[] }>}
   */
  #parts = new Map()

  /**
   * @param {PlacedThread[]} threads
   * @param {Place[]} places
   * @param {number} launches how many there are
   */
  constructor(threads, places, launches) {
    this.#threads = threads
    this.#count = places.length
    this.#launches = launches
    const keys = new Set(places.flatMap(({ owner }) => owner?.key ?? []))
    const numbers = new Map([...keys].map((key, number) => [key, number]))
    this.#numbers = numbers
    this.#sums = new Float64Array(keys.size)
    this.#ownerOf = Int32Array.from(places, ({ owner }) => (owner && numbers.get(owner.key)) ?? -1)
  }

  /**
   * Returns the cost of an owner in some of the owners it leads to.
   * @param {Owner} owner
   * @param {string[]} keys of these
   * @returns {number[]} by launch
   */
  in(owner, keys) {
    const known = this.#parts.get(owner)
    if (known && known.keys.length === keys.length && keys.every((key, index) => key === known.keys[index]))
      return known.costs
    const [all, asked] = [this.#numbersOf(owner.below), this.#numbersOf(keys)]
    const costs = this.#threadsByLaunch().map(threads => this.#sumOf(threads, owner, all, asked))
    this.#parts.set(owner, { keys, costs })
    return costs
  }

  /**
   * Returns the cost of each owner and of all it calls. Goes through the owners launch by launch: the columns of a launch fit into
   * the cache of a processor.
   * @param {Owner[]} owners
   * @returns {number[][]} by owner, costs by launch
   */
  totals(owners) {
    const unknown = owners.filter(owner => !this.#totals.has(owner))
    const below = unknown.map(owner => this.#numbersOf(owner.below))
    const totals = unknown.map(() => /** @type {number[]} */ ([]))
    for (const threads of unknown.length === 0 ? [] : this.#threadsByLaunch()) {
      unknown.forEach((owner, index) => {
        const all = below[index] ?? new Int32Array()
        totals[index]?.push(this.#sumOf(threads, owner, all, all))
      })
    }
    unknown.forEach((owner, index) => {
      this.#totals.set(owner, totals[index] ?? [])
    })
    return owners.map(owner => this.#totals.get(owner) ?? [])
  }

  /** @param {Iterable<string>} keys of owners; another profiler may have seen others */
  #numbersOf(keys) {
    return Int32Array.from([...keys].flatMap(key => this.#numbers.get(key) ?? []))
  }

  #threadsByLaunch() {
    if (this.#indexed) return this.#indexed
    const byLaunch = Array.from({ length: this.#launches }, () => /** @type {IndexedThread[]} */ ([]))
    for (const thread of this.#threads) byLaunch[thread.launch]?.push(indexThread(thread, this.#count))
    this.#indexed = byLaunch
    return byLaunch
  }

  /**
   * Returns the cost of a launch below an owner: first in each owner that it leads to, then of those that are asked for.
   * @type {(threads: IndexedThread[], owner: Owner, all: Int32Array, asked: Int32Array) => number}
   */
  #sumOf(threads, owner, all, asked) {
    const sums = this.#sums
    for (const thread of threads) addCosts(thread, owner, this.#ownerOf, sums)
    let total = 0
    for (let index = 0; index < asked.length; index++) total += sums[asked[index] ?? 0] ?? 0
    for (let index = 0; index < all.length; index++) sums[all[index] ?? 0] = 0
    return total
  }
}

/**
 * Adds each cost below an owner to that of the owner that has it, in the order of the nodes.
 * @type {(thread: IndexedThread, owner: Owner, ownerOf: Int32Array, sums: Float64Array) => void}
 */
function addCosts(thread, { places }, ownerOf, sums) {
  const { costPerWeight, self, placeOf } = thread
  const nodes = nodesAt(thread, places)
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index] ?? 0
    const weight = self[node] ?? 0
    if (weight <= 0) continue
    const number = ownerOf[placeOf[node] ?? 0] ?? 0
    sums[number] = (sums[number] ?? 0) + weight * costPerWeight
  }
}

/** @type {(thread: PlacedThread, count: number) => IndexedThread} */
function indexThread(thread, count) {
  const { placeOf } = thread
  const first = new Int32Array(count).fill(-1)
  const next = new Int32Array(placeOf.length)
  for (let node = placeOf.length - 1; node >= 0; node--) {
    const place = placeOf[node] ?? 0
    next[node] = first[place] ?? -1
    first[place] = node
  }
  return { ...thread, first, next }
}

/** @type {(thread: IndexedThread, places: number[]) => ArrayLike<number>} in ascending order */
function nodesAt({ first, next }, places) {
  /** @type {number[]} */
  const nodes = []
  let isAscending = true
  let last = -1
  for (let index = 0; index < places.length; index++) {
    for (let node = first[places[index] ?? 0] ?? -1; node !== -1; node = next[node] ?? -1) {
      isAscending &&= node > last
      last = node
      nodes.push(node)
    }
  }
  return isAscending ? nodes : Int32Array.from(nodes).sort()
}
