/**
 * @typedef {import('./shapes.js').FlameTree} FlameTree
 * @typedef {import('./shapes.js').TreeColumns} TreeColumns
 */

/**
 * @param {import('../../flame-types.js').FlameGraph} graph
 * @returns {FlameTree}
 */
export function treeOf({ frames, tiers, nodes }) {
  return growTree({
    frames,
    tiers,
    parent: Int32Array.from(nodes.parent),
    frame: Int32Array.from(nodes.frame),
    tier: Int8Array.from(nodes.tier),
    self: nodes.self.map(column => Float64Array.from(column)),
    noise: nodes.noise.map(column => column && Float64Array.from(column)),
    isNoiseBound: false
  })
}

/**
 * @param {TreeColumns} columns
 * @returns {FlameTree} with all that is computed once
 */
export function growTree(columns) {
  const { parent } = columns
  const listed = listChildren(parent)
  return {
    ...columns,
    ...listed,
    depth: depthsOf(parent),
    total: columns.self.map(self => sumUp(parent, self)),
    isOutermost: outermostOf(columns, listed)
  }
}

/**
 * @param {Int32Array} parent
 * @param {Float64Array} self
 * @returns {Float64Array} of each node with all below it
 */
export function sumUp(parent, self) {
  const sums = Float64Array.from(self)
  for (let node = sums.length - 1; node >= 0; node--) {
    const above = parent[node] ?? -1
    if (above >= 0) sums[above] = (sums[above] ?? 0) + (sums[node] ?? 0)
  }
  return sums
}

/**
 * @param {FlameTree} tree
 * @param {number} variant
 * @returns {number} the cost of all there is
 */
export function wholeCost({ self }, variant) {
  return self[variant]?.reduce((sum, cost) => sum + cost, 0) ?? 0
}

/** @param {Int32Array} parent */
function depthsOf(parent) {
  const depths = new Int32Array(parent.length)
  parent.forEach(function deeper(above, node) {
    if (above >= 0) depths[node] = (depths[above] ?? 0) + 1
  })
  return depths
}

/** @param {Int32Array} parent */
function listChildren(parent) {
  const childStart = new Int32Array(parent.length + 2)
  for (const above of parent) childStart[above + 2] = (childStart[above + 2] ?? 0) + 1
  for (let i = 1; i < childStart.length; i++) childStart[i] = (childStart[i] ?? 0) + (childStart[i - 1] ?? 0)
  const children = new Int32Array(parent.length)
  const next = childStart.slice()
  parent.forEach(function list(above, node) {
    const place = next[above + 1] ?? 0
    children[place] = node
    next[above + 1] = place + 1
  })
  return { childStart, children }
}

/**
 * @param {TreeColumns} columns
 * @param {{ childStart: Int32Array, children: Int32Array }} listed
 */
function outermostOf({ frames, frame }, { childStart, children }) {
  const isOutermost = new Uint8Array(frame.length)
  const open = new Int32Array(frames.length)
  /** @type {number[]} nodes to enter, and ~node to leave */
  const ahead = []
  pushChildren(-1)
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (next >= 0) enter(next)
    else leave(~next)
  }
  return isOutermost

  /** @param {number} node */
  function enter(node) {
    const called = frame[node] ?? 0
    const depth = open[called] ?? 0
    isOutermost[node] = depth === 0 ? 1 : 0
    open[called] = depth + 1
    ahead.push(~node)
    pushChildren(node)
  }

  /** @param {number} node */
  function leave(node) {
    const called = frame[node] ?? 0
    open[called] = (open[called] ?? 0) - 1
  }

  /** @param {number} node */
  function pushChildren(node) {
    const end = childStart[node + 2] ?? 0
    for (let i = childStart[node + 1] ?? 0; i < end; i++) ahead.push(children[i] ?? 0)
  }
}
