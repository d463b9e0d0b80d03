import { ChildIndex } from '../../profile/tree/call-tree.js'
import { knownFunction } from '../../profile/tree/frames.js'
import { getOrAdd } from '../../stats/group-by.js'

/** @import { KnownFunction } from '../../profile/tree/frames.js' */
/** @import { Profile } from '../../profile/types.js' */

/**
 * The distinct stacks of call trees, whatever the launch and the tier. What is known of a stack is found out once, when it is first
 * seen, and not in every launch that has it.
 * @template Place
 */
export class StackPlaces {
  /** @type {Place[]} a place after the one that it is below */
  places = []
  #index = new ChildIndex()
  /** @type {Map<string, number>} by key of the function */
  #functions = new Map()
  #enter

  /** @param {(above: Place | null, called: KnownFunction) => Place} enter returns the place of a function below another place */
  constructor(enter) {
    this.#enter = enter
  }

  /** Returns the index of the place of each node of a tree. @param {Profile} profile */
  placesOf(profile) {
    const called = profile.frames.map(knownFunction)
    const numbers = called.map(({ key }) => getOrAdd(this.#functions, key, () => this.#functions.size))
    const { frame, parent } = profile.nodes
    const found = new Int32Array(frame.length)
    for (let node = 0; node < found.length; node++) {
      const above = found[parent[node] ?? -1] ?? -1
      const index = frame[node] ?? -1
      const number = numbers[index] ?? -1
      const known = this.#index.get(above, number)
      found[node] = known === -1 ? this.#add(above, number, /** @type {KnownFunction} */ (called[index])) : known
    }
    return found
  }

  /** @param {number} above @param {number} number @param {KnownFunction} called */
  #add(above, number, called) {
    const place = this.places.push(this.#enter(this.places[above] ?? null, called)) - 1
    this.#index.set(above, number, place)
    return place
  }
}
