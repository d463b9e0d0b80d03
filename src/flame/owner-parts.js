import { isOwner } from '../blame/costs/cost-map.js'
import { knownCalls } from '../blame/known-calls.js'

/**
 * @import { LocatedBlame } from '../blame/blame.js'
 * @import { RowSource } from '../blame/blame-rows.js'
 * @import { CostNode } from '../blame/costs/cost-map.js'
 */

/**
 * @typedef {object} OwnerPart a part of an owner's cost that a row of the blame has
 * @property {CostNode[]} path the calls that name it
 *
 * @typedef {object} PartStep calls below an owner, as a trie
 * @property {OwnerPart | null} part the part that begins with the last of these calls
 * @property {Map<string, PartStep>} next by key of the function that is called
 *
 * @typedef {Map<string, PartStep>} OwnerParts by key of the owner
 */

/** Stands for the owner of code without an owner, whose functions are calls below it. */
export const OUTSIDE = ''

/** Returns the parts of owners that rows of the blame name. @param {LocatedBlame[]} blames @returns {OwnerParts} */
export function ownerParts(blames) {
  /** @type {OwnerParts} */
  const parts = new Map([[OUTSIDE, newStep()]])
  for (const { sources, displacedSources } of blames) for (const row of [...sources, displacedSources]) addRow(row)
  return parts

  /** Calls of one owner that have one name are one part of it. @param {RowSource[]} row */
  function addRow(row) {
    /** @type {Map<string, OwnerPart>} */
    const named = new Map()
    for (const source of row) {
      const { owner, calls } = stepsOf(source)
      const last = calls.reduce(function follow(step, { key }) {
        const known = step.next.get(key) ?? newStep()
        step.next.set(key, known)
        return known
      }, stepOf(owner))
      if (calls.length === 0 || last.part) continue
      const path = isOwner(source.owner) ? source.path : [source.owner, ...source.path]
      const name = JSON.stringify([owner, ...knownCalls(path.map(({ frame }) => frame)).map(call => call.name)])
      const part = named.get(name) ?? { path }
      named.set(name, part)
      last.part = part
    }
  }

  /** @param {string} owner */
  function stepOf(owner) {
    const step = parts.get(owner) ?? newStep()
    parts.set(owner, step)
    return step
  }
}

/**
 * Returns the part that a row has, or null where the row has what other rows leave of its owner.
 * @type {(parts: OwnerParts, source: RowSource) => OwnerPart | null}
 */
export function partOfSource(parts, source) {
  const { owner, calls } = stepsOf(source)
  /** @type {PartStep | undefined} */
  let step = parts.get(owner)
  for (const { key } of calls) step = step?.next.get(key)
  return (calls.length > 0 && step?.part) || null
}

/** @param {RowSource} source @returns {{ owner: string, calls: CostNode[] }} */
function stepsOf({ owner, calls }) {
  return isOwner(owner) ? { owner: owner.key, calls } : { owner: OUTSIDE, calls: [owner, ...calls] }
}

/** @returns {PartStep} */
function newStep() {
  return { part: null, next: new Map() }
}
