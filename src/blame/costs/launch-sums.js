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

  /**
   * Adds a cost.
   * @param {number} launch the last one that has a cost, or a later one
   * @param {number} cost
   */
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
