import { makeColumns, packProfile, tiers } from '../profile/tree/packed-profile.js'
import { parse } from './folder-reader.js'

/**
 * @import { NodeColumns } from '../profile/tree/packed-profile.js'
 * @import { LaunchTrees, Profile } from '../profile/types.js'
 */

/**
 * @typedef {Map<unknown, NodeColumns>} NodeLists nodes that were cut out of a text, by the number of their list
 * @typedef {Profile & { list?: number }} CutProfile `list`: the number of its nodes, where these were cut out
 */

const LIST = Buffer.from('"nodes":[')
const FIRST = Buffer.from('"nodes":[{"frame":')
const FRAME = Buffer.from('{"frame":')
const PARENT = Buffer.from(',"parent":')
const OUTERMOST = Buffer.from('-1')
const SELF = Buffer.from(',"self":')
const TIER = Buffer.from(',"tier":')
const TIERS = tiers.map(tier => Buffer.from(JSON.stringify(tier)))
const NODE_END = Buffer.from('}')
const COMMA = Buffer.from(',')
const LIST_END = Buffer.from(']')

/** With the comma or the bracket after it. */
const SHORTEST_NODE = JSON.stringify({ frame: 0, parent: 0, self: 0, tier: null }).length + 1
const MOST_DIGITS = 9
const LONGEST_NUMBER = 40
const [ZERO = 0, NINE = 0] = Buffer.from('09')

/**
 * Cuts the nodes out of the JSON text of call trees, and reads them as columns. A run may have millions of nodes: as objects, which are
 * then checked one by one, they take most of the time to read it. Each list of nodes becomes an empty one, with its number as `list`
 * beside it. Only nodes that come after their parents, as JSON.stringify writes them, are cut out. All others stay in the text.
 * @param {Buffer} bytes
 * @returns {{ text: string, lists: NodeLists }}
 */
export function cutNodes(bytes) {
  /** @type {NodeLists} */
  const lists = new Map()
  const room = makeColumns(Math.ceil(bytes.length / SHORTEST_NODE))
  let text = ''
  let end = 0
  let start = bytes.indexOf(FIRST)
  while (start !== -1) {
    const cursor = new Cursor(bytes, start + LIST.length)
    const count = readNodes(cursor, room)
    if (count > 0) {
      text += `${bytes.toString('utf8', end, start)}"nodes":[],"list":${lists.size}`
      lists.set(lists.size, firstOf(room, count))
      end = cursor.at
    }
    start = bytes.indexOf(FIRST, cursor.at)
  }
  return { text: text + bytes.toString('utf8', end), lists }
}

/**
 * Returns call trees with the nodes that were cut out of their text.
 * @param {LaunchTrees} launch
 * @param {NodeLists} lists
 * @returns {LaunchTrees}
 */
export function withNodes(launch, lists) {
  return { ...launch, trees: launch.trees.map(tree => ({ ...tree, profile: whole(tree.profile) })) }

  /** @param {CutProfile} profile @returns {Profile} */
  function whole({ list, nodes, ...others }) {
    const columns = lists.get(list)
    return columns ? packProfile(others, columns) : { ...others, nodes }
  }
}

/**
 * Reads a list of nodes.
 * @param {Cursor} cursor is moved from after the bracket of the list to its end
 * @param {NodeColumns} columns have room for all nodes of the text
 * @returns {number} how many nodes it has; 0 where they have another form
 */
function readNodes(cursor, { frame, parent, self, tier }) {
  for (let node = 0; ; node++) {
    cursor.expect(FRAME)
    frame[node] = cursor.wholeNumber()
    cursor.expect(PARENT)
    const caller = cursor.skip(OUTERMOST) ? -1 : cursor.wholeNumber()
    parent[node] = caller
    cursor.expect(SELF)
    self[node] = cursor.number()
    cursor.expect(TIER)
    tier[node] = cursor.oneOf(TIERS)
    cursor.expect(NODE_END)
    if (!cursor.isExpected || caller >= node) return 0
    if (cursor.skip(LIST_END)) return node + 1
    cursor.expect(COMMA)
  }
}

/** A place in a text, which moves over what is there. */
class Cursor {
  /** Whether all up to here is what was expected. */
  isExpected = true
  #bytes

  /** @param {Buffer} bytes @param {number} at */
  constructor(bytes, at) {
    this.#bytes = bytes
    this.at = at
  }

  /** Moves over these bytes if they come next. @param {Buffer} expected @returns {boolean} whether they do */
  skip(expected) {
    for (let index = 0; index < expected.length; index++)
      if (this.#bytes[this.at + index] !== expected[index]) return false
    this.at += expected.length
    return true
  }

  /** @param {Buffer} expected */
  expect(expected) {
    if (!this.skip(expected)) this.isExpected = false
  }

  /** @param {Buffer[]} expected @returns {number} the index of the one that comes next */
  oneOf(expected) {
    for (let index = 0; index < expected.length; index++)
      if (this.skip(/** @type {Buffer} */ (expected[index]))) return index
    this.isExpected = false
    return 0
  }

  /** Returns the number from 0 on whose digits come next, of at most {@link MOST_DIGITS}. */
  wholeNumber() {
    const start = this.at
    const most = start + MOST_DIGITS
    let value = 0
    for (let digit = this.#byte(); digit >= ZERO && digit <= NINE && this.at < most; digit = this.#byte()) {
      value = value * 10 + digit - ZERO
      this.at++
    }
    const hasLeadingZero = this.#bytes[start] === ZERO && this.at > start + 1
    if (this.at === start || hasLeadingZero) this.isExpected = false
    return value
  }

  /** Returns the number from 0 on that comes next, up to a comma. */
  number() {
    const start = this.at
    const whole = this.wholeNumber()
    if (this.#byte() === COMMA[0]) return whole
    const [text = ''] = this.#bytes.toString('latin1', start, start + LONGEST_NUMBER).split(',', 1)
    const value = parse(text)
    this.at = start + text.length
    if (typeof value === 'number' && value <= Number.MAX_SAFE_INTEGER) return value
    this.isExpected = false
    return 0
  }

  #byte() {
    return this.#bytes[this.at] ?? 0
  }
}

/** @param {NodeColumns} columns @param {number} count @returns {NodeColumns} a copy of the first nodes */
function firstOf({ frame, parent, self, tier }, count) {
  return {
    frame: frame.slice(0, count),
    parent: parent.slice(0, count),
    self: self.slice(0, count),
    tier: tier.slice(0, count)
  }
}
