/** @import { FlameFrame } from '../../../flame/types.js' */
/** @import { FlameTree, Place, Scene } from '../types.js' */

/** @typedef {Pick<FlameFrame, 'name' | 'file' | 'line'>} WantedFrame */

/** What the name of a row of the blame has after its functions. */
const ROW_ENDING = /( and its callees)?( and \d+ more)?( \(from [^)]*\))?$/
/** What it can have before them. */
const ROW_START = /^(node|native): /

/**
 * Returns by node 1: its name, file or package contains the query; null: the query is empty. A query such as `a > b` finds b
 * below a, with any others between them. The names of the rows of the blame are such queries.
 * @type {(tree: Pick<FlameTree, 'frames' | 'frame' | 'parent'>, query: string) => Uint8Array | null}
 */
export function matchNodes({ frames, frame, parent }, query) {
  const parts = partsOf(query)
  const last = parts.length - 1
  if (last < 0) return null
  const calls = frames.map(each =>
    callsIn(each).map(texts => parts.map(part => texts.some(text => text.includes(part))))
  )
  /** How many parts before the last one are on the stack, up to each node. */
  const reached = new Uint8Array(parent.length)
  return Uint8Array.from(frame, function isMatch(own, node) {
    let count = reached[parent[node] ?? -1] ?? 0
    let matches = 0
    for (const call of calls[own] ?? []) {
      if (count === last && call[last]) matches = 1
      else if (count < last && call[count]) count += 1
    }
    reached[node] = count
    return matches
  })
}

/** @param {string} query */
function partsOf(query) {
  const name = query.trim().toLowerCase().replace(ROW_ENDING, '').replace(ROW_START, '')
  return name
    .split(/\s>(?:\s|$)/)
    .map(part => part.trim())
    .filter(part => part !== '')
}

/** Returns the texts to search in, by call: a part of an owner stands for several. @type {(frame: FlameFrame) => string[][]} */
function callsIn({ name, file, packageName }) {
  const names = name.toLowerCase().split(' > ')
  const owner = packageName?.toLowerCase() ?? ''
  return names.map((each, call) => [each, `${owner} ${each}`, call === names.length - 1 ? file.toLowerCase() : ''])
}

/**
 * Returns the number of matching functions and their total costs by variant; a match below another counts once.
 * @type {(tree: FlameTree, isMatch: Uint8Array) => { functions: number, costs: number[] }}
 */
export function sumMatches({ parent, frame, total }, isMatch) {
  const isInside = new Uint8Array(parent.length)
  const costs = total.map(() => 0)
  const found = new Set()
  for (let node = 0; node < parent.length; node++) {
    const isBelow = isInside[parent[node] ?? -1] === 1
    isInside[node] = isBelow || isMatch[node] ? 1 : 0
    if (!isMatch[node]) continue
    found.add(frame[node])
    if (isBelow) continue
    total.forEach((column, variant) => {
      costs[variant] = (costs[variant] ?? 0) + (column[node] ?? 0)
    })
  }
  return { functions: found.size, costs }
}

/**
 * Returns the bars that match, the widest first.
 * @type {(scene: Scene, isMatch: (lane: number, node: number) => boolean) => Place[]}
 */
export function matchingPlaces({ rows }, isMatch) {
  /** @type {(Place & { width: number })[]} */
  const places = []
  rows.forEach(({ lane, bars }, row) => {
    bars?.node.forEach((node, bar) => {
      if (isMatch(lane, node)) places.push({ row, bar, width: (bars.end[bar] ?? 0) - (bars.start[bar] ?? 0) })
    })
  })
  places.sort((a, b) => b.width - a.width || a.row - b.row || a.bar - b.bar)
  return places.map(({ row, bar }) => ({ row, bar }))
}

/**
 * Returns the innermost of functions that are called one below the other, with any others between them; null: there is none.
 * Functions that the tree does not have are ignored.
 * @param {FlameTree} tree
 * @param {WantedFrame[]} path from the outer function to the inner one
 * @param {Float64Array} widths the widest occurrence is chosen
 */
export function findPath(tree, path, widths) {
  const wanted = path.map(frame => matchingFrames(tree.frames, frame)).filter(frames => frames.size > 0)
  let best = { inner: -1, width: -1 }
  for (let inner = 0; inner < tree.parent.length; inner++) {
    const width = widths[inner] ?? 0
    if (width > best.width && wanted.length > 0 && isEndOfPath(inner)) best = { inner, width }
  }
  return best.inner < 0 ? null : best.inner

  /** @param {number} inner */
  function isEndOfPath(inner) {
    if (!wanted.at(-1)?.has(tree.frame[inner] ?? -1)) return false
    let missing = wanted.length - 1
    for (let node = tree.parent[inner] ?? -1; node >= 0 && missing > 0; node = tree.parent[node] ?? -1) {
      if (wanted[missing - 1]?.has(tree.frame[node] ?? -1)) missing -= 1
    }
    return missing === 0
  }
}

/** @type {(frames: FlameFrame[], wanted: WantedFrame) => Set<number>} */
function matchingFrames(frames, wanted) {
  return new Set([...frames.keys()].filter(index => isSameFunction(frames[index], wanted)))
}

/** Files may be relative to different roots. @type {(frame: FlameFrame | undefined, wanted: WantedFrame) => boolean} */
function isSameFunction(frame, { name, file, line }) {
  if (!frame || frame.name !== name) return false
  if (frame.line !== null && line !== null && frame.line !== line) return false
  return frame.file === file || endsWithPath(file, frame.file) || endsWithPath(frame.file, file)
}

/** @type {(file: string, end: string) => boolean} */
function endsWithPath(file, end) {
  return end !== '' && /[\\/]$/.test(file.slice(0, -end.length)) && file.endsWith(end)
}
