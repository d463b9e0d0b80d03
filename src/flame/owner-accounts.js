import { entersOwner, isOwner } from '../blame/costs/cost-map.js'
import { StackPlaces } from '../blame/costs/stack-places.js'
import { knownCalls } from '../blame/places.js'
import { getOrAdd } from '../stats/group-by.js'

/** @import { RowSource } from '../blame/blame-rows.js' */
/** @import { LocatedBlame } from '../blame/blame.js' */
/** @import { CostNode } from '../blame/costs/cost-map.js' */
/** @import { Category, KnownFunction } from '../profile/tree/frames.js' */
/** @import { Frame, Profile } from '../profile/types.js' */
/** @import { SeenThread } from './flame-graphs.js' */

/** V8 keeps 255 frames of a stack. */
const MOST_APPS = 256
/** Stands for the owner of code without an owner, whose functions are calls below it. */
const OUTSIDE = ''

/**
 * @typedef {object} OwnerPart a part of an owner's cost that a row of the blame has
 * @property {CostNode[]} path the calls that name it
 *
 * @typedef {object} PartStep calls below an owner, as a trie
 * @property {OwnerPart | null} part the part that begins with the last of these calls
 * @property {Map<string, PartStep>} next by key of the function that is called
 *
 * @typedef {Map<string, PartStep>} OwnerParts by key of the owner
 *
 * @typedef {object} Account what a frame of the graph by owner stands for
 * @property {Frame | null} frame null: code without an owner
 * @property {Category} category
 * @property {OwnerPart | null} part of `within`
 * @property {Account | null} within the owner, or the part of it, that this is a part of
 * @property {Float64Array} self by launch
 * @property {number} total cost of all stacks that it is on, all launches together; of a package entry its own cost
 * @property {Map<Account, number>} above of that the cost below each function of the app, where that comes first
 *
 * @typedef {object} Place of a stack
 * @property {Account | null} owner
 * @property {Account} account
 * @property {PartStep | undefined} step
 * @property {Account[]} apps the functions of the app on it, each once, the outermost first
 * @property {number} cost of all launches together
 */

/**
 * Returns all costs by owner, by the rule of `costMap`, and by the parts of owners that rows of the blame have.
 * @param {Pick<SeenThread, 'tree' | 'costPerWeight'>[]} launches @param {OwnerParts} parts
 * @returns {Account[]} a part after what it is a part of
 */
export function ownerAccounts(launches, parts) {
  /** @type {Map<string | OwnerPart, Account>} */
  const accounts = new Map()
  /** @type {StackPlaces<Place>} */
  const stacks = new StackPlaces(enter)
  /** @type {Set<Place>} */
  const spent = new Set()
  launches.forEach(function addLaunch({ tree, costPerWeight }, launch) {
    if (tree) addTree(tree.profile, costPerWeight, launch)
  })
  for (const place of spent) addToStack(place)
  return [...accounts.values()]

  /** @type {(profile: Profile, costPerWeight: number, launch: number) => void} */
  function addTree(profile, costPerWeight, launch) {
    const placeOf = stacks.placesOf(profile)
    const { self: weights } = profile.nodes
    for (let node = 0; node < weights.length; node++) {
      const weight = weights[node] ?? 0
      if (weight <= 0) continue
      const place = /** @type {Place} */ (stacks.places[placeOf[node] ?? -1])
      const { self } = place.account
      const cost = weight * costPerWeight
      self[launch] = (self[launch] ?? 0) + cost
      place.cost += cost
      spent.add(place)
    }
  }

  /** @type {(above: Place | null, called: KnownFunction) => Place} */
  function enter(above, { frame, key, category }) {
    const { group } = category
    const apps = above?.apps ?? []
    if (entersOwner(category, above?.owner?.category)) {
      const owner = getOrOpen(key, frame, category)
      const isFirst = group === 'app' && apps.length < MOST_APPS && !apps.includes(owner)
      return { owner, account: owner, step: parts.get(key), apps: isFirst ? [...apps, owner] : apps, cost: 0 }
    }
    const step = (above ? above.step : parts.get(OUTSIDE))?.next.get(key)
    const within = above?.account ?? getOrOpen(group, null, { group, packageName: null })
    const account = step?.part && step.part !== within.part ? openPart(step.part, within) : within
    return { owner: above?.owner ?? null, account, step, apps, cost: 0 }
  }

  /** @param {Place} place */
  function addToStack({ owner, apps, cost }) {
    const onStack = owner && !apps.includes(owner) ? [...apps, owner] : apps
    onStack.forEach(function addTo(each, depth) {
      each.total += cost
      for (const app of apps.slice(0, depth)) each.above.set(app, (each.above.get(app) ?? 0) + cost)
    })
  }

  /** @type {(part: OwnerPart, within: Account) => Account} */
  function openPart(part, within) {
    const [last = null] = knownCalls(part.path.map(({ frame }) => frame)).slice(-1)
    return getOrOpen(part, last, within.category, part, within)
  }

  /** @type {(key: string | OwnerPart, frame: Frame | null, category: Category, part?: OwnerPart | null, within?: Account | null) => Account} */
  function getOrOpen(key, frame, category, part = null, within = null) {
    const known = accounts.get(key)
    if (known) return known
    const self = new Float64Array(launches.length)
    const account = { frame, category, part, within, self, total: 0, above: new Map() }
    accounts.set(key, account)
    return account
  }
}

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
      const last = calls.reduce((step, { key }) => getOrAdd(step.next, key, newStep), getOrAdd(parts, owner, newStep))
      if (calls.length === 0 || last.part) continue
      const path = isOwner(source.owner) ? source.path : [source.owner, ...source.path]
      const name = JSON.stringify([owner, ...knownCalls(path.map(({ frame }) => frame)).map(call => call.name)])
      last.part = getOrAdd(named, name, () => ({ path }))
    }
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
