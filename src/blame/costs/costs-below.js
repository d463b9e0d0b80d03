/** @import { NodeColumn } from '../../profile/types.js' */
/** @import { Above, Owner, Place } from './cost-map.js' */

/**
 * @typedef {object} PlacedThread a tree of a launch
 * @property {number} launch
 * @property {number} costPerWeight
 * @property {NodeColumn} self
 * @property {Int32Array} placeOf by node
 *
 * @typedef {PlacedThread & { start: Int32Array, nodes: Int32Array }} ListedThread `nodes`: those with a cost, by the owners that are
 *   above them, in ascending order; those of the owner with number n are from `start[n]` to before `start[n + 1]`
 */

/** The most entries of lists of nodes that are kept. Other lists are made each time they are needed. */
const MOST_KEPT = 24e6

/**
 * The costs of owners in the owners that they lead to. They are not kept, because there are far more pairs of owners than owners.
 * Costs are added in the order of the nodes of each tree, so that a sum does not depend on the other launches. What is kept of a
 * launch is as large as its own trees: the stacks of all launches together can be far more.
 */
export class CostsBelow {
  /** @type {PlacedThread[][]} by launch */
  #threads
  /** @type {(Above | null)[]} by place */
  #above
  /** @type {Int32Array} by place the number of its owner */
  #ownerOf
  /** @type {Map<string, number>} of owners by key */
  #numbers
  /** @type {Float64Array} by number of an owner, 0 between two sums */
  #sums
  /** @type {Map<PlacedThread[], ListedThread[]>} of the first launches */
  #listed = new Map()
  #kept = 0
  /** @type {Map<Owner, number[]>} */
  #totals = new Map()
  /**
   * The sum that was asked last of each owner: the figures and the graphs of a run ask for the same ones.
   * @type {Map<Owner, { keys: string[], costs: number[] }>}
   */
  #parts = new Map()

  /**
   * @param {PlacedThread[]} threads @param {Place[]} places
   * @param {Owner[]} owners by number
   * @param {number} launches how many there are
   */
  constructor(threads, places, owners, launches) {
    this.#threads = Array.from({ length: launches }, () => /** @type {PlacedThread[]} */ ([]))
    for (const thread of threads) this.#threads[thread.launch]?.push(thread)
    this.#above = places.map(({ above }) => above)
    this.#ownerOf = Int32Array.from(places, ({ owner }) => owner?.number ?? -1)
    this.#numbers = new Map(owners.map(({ key, number }) => [key, number]))
    this.#sums = new Float64Array(owners.length)
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
    const costs = this.#threads.map(threads => this.#sumOf(this.#listedOf(threads), owner, all, asked))
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
    for (const threads of unknown.length === 0 ? [] : this.#threads) {
      const listed = this.#listedOf(threads)
      unknown.forEach((owner, index) => {
        const all = below[index] ?? new Int32Array()
        totals[index]?.push(this.#sumOf(listed, owner, all, all))
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

  /** @param {PlacedThread[]} threads of a launch */
  #listedOf(threads) {
    const known = this.#listed.get(threads)
    if (known) return known
    const listed = threads.map(thread => listNodes(thread, this.#above, this.#sums.length))
    this.#kept += listed.reduce((entries, { start, nodes }) => entries + start.length + nodes.length, 0)
    if (this.#kept <= MOST_KEPT) this.#listed.set(threads, listed)
    return listed
  }

  /**
   * Returns the cost of a launch below an owner: first in each owner that it leads to, then of those that are asked for.
   * @type {(threads: ListedThread[], owner: Owner, all: Int32Array, asked: Int32Array) => number}
   */
  #sumOf(threads, { number }, all, asked) {
    const sums = this.#sums
    for (const thread of threads) addCosts(thread, number, this.#ownerOf, sums)
    let total = 0
    for (let index = 0; index < asked.length; index++) total += sums[asked[index] ?? 0] ?? 0
    for (let index = 0; index < all.length; index++) sums[all[index] ?? 0] = 0
    return total
  }
}

/**
 * Adds each cost below an owner to that of the owner that has it, in the order of the nodes.
 * @type {(thread: ListedThread, number: number, ownerOf: Int32Array, sums: Float64Array) => void}
 */
function addCosts({ costPerWeight, self, placeOf, start, nodes }, number, ownerOf, sums) {
  const end = start[number + 1] ?? 0
  for (let index = start[number] ?? 0; index < end; index++) {
    const node = nodes[index] ?? 0
    const holder = ownerOf[placeOf[node] ?? 0] ?? 0
    sums[holder] = (sums[holder] ?? 0) + (self[node] ?? 0) * costPerWeight
  }
}

/** @type {(thread: PlacedThread, aboveOf: (Above | null)[], count: number) => ListedThread} `count`: of owners */
function listNodes(thread, aboveOf, count) {
  const start = new Int32Array(count + 1)
  forEachAbove(thread, aboveOf, number => {
    start[number + 1] = (start[number + 1] ?? 0) + 1
  })
  for (let number = 0; number < count; number++) start[number + 1] = (start[number + 1] ?? 0) + (start[number] ?? 0)
  const nodes = new Int32Array(start[count] ?? 0)
  const next = start.slice()
  forEachAbove(thread, aboveOf, (number, node) => {
    const place = next[number] ?? 0
    nodes[place] = node
    next[number] = place + 1
  })
  return { ...thread, start, nodes }
}

/**
 * Calls a function for each owner that is above a node with a cost, in the order of the nodes.
 * @type {(thread: PlacedThread, aboveOf: (Above | null)[], take: (number: number, node: number) => void) => void}
 */
function forEachAbove({ self, placeOf }, aboveOf, take) {
  for (let node = 0; node < self.length; node++) {
    if ((self[node] ?? 0) <= 0) continue
    for (let above = aboveOf[placeOf[node] ?? 0]; above; above = above.outer) take(above.owner.number, node)
  }
}

/** Costs by launch, of which there are few: most stacks have a cost in some launches only. */
export class LaunchSums {
  #count
  /** @type {number[]} those with a cost, in ascending order */
  #launches = []
  /** @type {number[]} */
  #costs = []

  /** @param {number} count of all launches */
  constructor(count) {
    this.#count = count
  }

  /** Adds a cost. @param {number} launch the last one that has a cost, or a later one @param {number} cost */
  add(launch, cost) {
    const last = this.#launches.length - 1
    if (last !== -1 && this.#launches[last] === launch) this.#costs[last] = (this.#costs[last] ?? 0) + cost
    else {
      this.#launches.push(launch)
      this.#costs.push(cost)
    }
  }

  /** Adds all costs to sums by launch. @param {number[]} sums */
  addTo(sums) {
    for (let index = 0; index < this.#launches.length; index++) {
      const launch = this.#launches[index] ?? 0
      sums[launch] = (sums[launch] ?? 0) + (this.#costs[index] ?? 0)
    }
  }

  /** Returns the costs of all launches. @returns {number[]} */
  toArray() {
    const costs = Array(this.#count).fill(0)
    this.addTo(costs)
    return costs
  }
}
