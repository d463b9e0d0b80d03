import { growTree } from './tree.js'

/** @import { FlameTree } from './types.js' */

/**
 * What a function calls, from wherever it is called, as one tree with the function as its root. A call of itself is below
 * its first one.
 * @param {FlameTree} tree
 * @param {number} frame
 * @returns {FlameTree}
 */
export function calleesOf(tree, frame) {
  const merged = startMerging(tree, frame)
  const places = new Int32Array(tree.parent.length).fill(-1)
  for (let node = 0; node < places.length; node++) {
    const isRoot = tree.frame[node] === frame && tree.isOutermost[node] === 1
    const above = places[tree.parent[node] ?? -1] ?? -1
    if (!isRoot && above < 0) continue
    const place = isRoot ? 0 : merged.child(above, tree.frame[node] ?? 0)
    places[node] = place
    merged.add(place, node, tree.self)
    merged.addNoise(place, node)
  }
  return merged.finish()
}

/**
 * Who calls a function, as one tree with the function as its root and its callers below it. What a node costs is what the
 * function costs when called that way.
 * @param {FlameTree} tree
 * @param {number} frame
 * @returns {FlameTree}
 */
export function callersOf(tree, frame) {
  const merged = startMerging(tree, frame)
  for (let node = 0; node < tree.parent.length; node++) {
    if (tree.frame[node] !== frame || tree.isOutermost[node] !== 1) continue
    let place = 0
    merged.addNoise(place, node)
    for (let above = tree.parent[node] ?? -1; above >= 0; above = tree.parent[above] ?? -1) {
      place = merged.child(place, tree.frame[above] ?? 0)
      merged.addNoise(place, node)
    }
    merged.add(place, node, tree.total)
  }
  return merged.finish()
}

/**
 * The noise of a sum is at most the sum of the noise of its parts, however they go together (standard deviations do not
 * add up to more), so merged nodes have that.
 * @param {FlameTree} tree
 * @param {number} rootFrame
 */
function startMerging({ frames, tiers, tier, total, self, noise }, rootFrame) {
  const parents = [-1]
  const mergedFrames = [rootFrame]
  const mergedTiers = [{ tier: -1, cost: -1 }]
  const costs = self.map(() => [0])
  const noises = noise.map(column => column && [0])
  /** @type {Map<number, number>} */
  const known = new Map()
  return { child, add, addNoise, finish }

  /**
   * @param {number} parent
   * @param {number} frame
   */
  function child(parent, frame) {
    const key = parent * frames.length + frame
    const found = known.get(key)
    if (found !== undefined) return found
    for (const column of [...costs, ...noises]) column?.push(0)
    mergedFrames.push(frame)
    mergedTiers.push({ tier: -1, cost: -1 })
    known.set(key, parents.length)
    return parents.push(parent) - 1
  }

  /**
   * @param {number} place
   * @param {number} node
   * @param {Float64Array[]} columns
   */
  function add(place, node, columns) {
    costs.forEach((column, variant) => {
      column[place] = (column[place] ?? 0) + (columns[variant]?.[node] ?? 0)
    })
    const cost = total.reduce((sum, column) => sum + (column[node] ?? 0), 0)
    if (columns === self && cost > (mergedTiers[place]?.cost ?? 0)) {
      mergedTiers[place] = { tier: tier[node] ?? -1, cost }
    }
  }

  /**
   * @param {number} place
   * @param {number} node
   */
  function addNoise(place, node) {
    noises.forEach((column, candidate) => {
      if (column) column[place] = (column[place] ?? 0) + (noise[candidate]?.[node] ?? 0)
    })
  }

  function finish() {
    return growTree({
      frames,
      tiers,
      parent: Int32Array.from(parents),
      frame: Int32Array.from(mergedFrames),
      tier: Int8Array.from(mergedTiers.map(each => each.tier)),
      self: costs.map(column => Float64Array.from(column)),
      noise: noises.map(column => column && Float64Array.from(column)),
      isNoiseBound: true
    })
  }
}
