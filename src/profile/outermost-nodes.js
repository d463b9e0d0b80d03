/**
 * @typedef {{ childStart: Int32Array, children: Int32Array }} Listed the children of node n are those in `children` from
 *   `childStart[n + 1]` to before `childStart[n + 2]`; those of -1 have no caller
 */

/**
 * @param {ArrayLike<number>} parent by node; -1 for the outermost
 * @returns {Listed}
 */
export function listChildren(parent) {
  const childStart = new Int32Array(parent.length + 2)
  for (let node = 0; node < parent.length; node++) {
    const place = (parent[node] ?? -1) + 2
    childStart[place] = (childStart[place] ?? 0) + 1
  }
  for (let i = 1; i < childStart.length; i++) childStart[i] = (childStart[i] ?? 0) + (childStart[i - 1] ?? 0)
  const children = new Int32Array(parent.length)
  const next = childStart.slice()
  for (let node = 0; node < parent.length; node++) {
    const above = parent[node] ?? -1
    const place = next[above + 1] ?? 0
    children[place] = node
    next[above + 1] = place + 1
  }
  return { childStart, children }
}

/**
 * Of calls below each other of the same function the outermost: those in which the others are contained.
 * @param {ArrayLike<number>} frame the function, by node
 * @param {Listed} listed
 * @returns {Uint8Array} by node, 1: no call of the same function is above it
 */
export function outermostNodes(frame, { childStart, children }) {
  const isOutermost = new Uint8Array(frame.length)
  /** How many calls of each function are above. @type {Map<number, number>} */
  const open = new Map()
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
    const depth = open.get(called) ?? 0
    isOutermost[node] = depth === 0 ? 1 : 0
    open.set(called, depth + 1)
    ahead.push(~node)
    pushChildren(node)
  }

  /** @param {number} node */
  function leave(node) {
    const called = frame[node] ?? 0
    open.set(called, (open.get(called) ?? 0) - 1)
  }

  /** @param {number} node */
  function pushChildren(node) {
    const end = childStart[node + 2] ?? 0
    for (let i = childStart[node + 1] ?? 0; i < end; i++) ahead.push(children[i] ?? 0)
  }
}
