import { StackPlaces } from '../blame/costs/stack-places.js'
import { knownCalls } from '../blame/known-calls.js'
import { columnsOf } from '../profile/tree/packed-profile.js'
import { OUTSIDE } from './owner-parts.js'

/**
 * @import { Category } from '../profile/tree/categorise-frame.js'
 * @import { KnownFunction } from '../profile/match/known-function.js'
 * @import { Frame, Profile } from '../profile/types.js'
 * @import { OwnerPart, OwnerParts, PartStep } from './owner-parts.js'
 * @import { SeenThread } from './same-threads.js'
 */

/** V8 keeps 255 frames of a stack. */
const MOST_APPS = 256

/**
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
 * @param {Pick<SeenThread, 'tree' | 'costPerWeight'>[]} launches
 * @param {OwnerParts} parts
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
    const { self: weights } = columnsOf(profile)
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
    const { group, packageName } = category
    const apps = above?.apps ?? []
    if (group === 'app' || (group === 'package' && above?.owner?.category.packageName !== packageName)) {
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

  /** @type {(key: string, frame: Frame | null, category: Category) => Account} */
  function getOrOpen(key, frame, category) {
    const account = accounts.get(key) ?? newAccount(frame, category, null, null)
    accounts.set(key, account)
    return account
  }

  /** @type {(part: OwnerPart, within: Account) => Account} */
  function openPart(part, within) {
    const [last = null] = knownCalls(part.path.map(({ frame }) => frame)).slice(-1)
    const account = accounts.get(part) ?? newAccount(last, within.category, part, within)
    accounts.set(part, account)
    return account
  }

  /** @type {(frame: Frame | null, category: Category, part: OwnerPart | null, within: Account | null) => Account} */
  function newAccount(frame, category, part, within) {
    return { frame, category, part, within, self: new Float64Array(launches.length), total: 0, above: new Map() }
  }
}
