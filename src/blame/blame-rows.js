import { WAIT_FILE } from '../profile/tree/frames.js'
import { ALPHA } from '../stats/levels.js'
import { discoveryThreshold } from '../stats/multiple-tests.js'
import { addTo, ownCosts, sumOf } from './costs/cost-map.js'
import { callsTo, takeMoved } from './moved-work.js'

/** @import { CostMap, CostNode, Owner } from './costs/cost-map.js' */
/** @import { MovedWork } from './moved-work.js' */
/** @import { CostDifference } from './types.js' */

/** A call that carries this share of a difference stands for it. */
const CARRYING_SHARE = 0.8
/** A part is named after the calls that have this share of it. */
const NAMING_SHARE = 0.5
/** A part with less of its owner's difference than this is left with its owner. */
const NOTABLE_SHARE = 0.1

/** @typedef {{ node: CostNode, path: CostNode[], costs: number[], cost: CostDifference }} Place */

/** @typedef {{ node: CostNode, costs: number[], cost: CostDifference }} Measured */
/** @typedef {Place & { owner: CostNode }} OwnPlace */

/** Functions that cost less than this share of a request in both variants are not tested. */
export const TESTED_SHARE = 0.005

/**
 * @typedef {{ owner: CostNode, calls: CostNode[], path: CostNode[] }} RowSource where a row's cost is: below these calls of an
 *   owner, or without calls what other rows leave of the owner's own cost. `path`: the calls that name it
 *
 * @typedef {object} FoundRow
 * @property {CostNode} owner an {@link Owner}, or code without an owner above it
 * @property {CostNode[]} path below the owner
 * @property {number[]} costs by launch
 * @property {CostDifference} cost
 * @property {boolean} isSpread over what the owner calls, rather than its own
 * @property {boolean} isMoved the net of a function over all owners that call it, see {@link takeMoved}
 * @property {string[]} spreadOver keys of the owners that the difference is spread over
 * @property {RowSource[]} sources several where the row is merged from several
 */

/**
 * Returns the significant differences between the variants, none of which contains another. Work that moved to another caller
 * is one difference, by its net. Then every owner is tested by its own cost, calls into Node.js included, and each significant
 * difference is given to the calls that carry it. Then every function of the app is tested by what remains below it: a
 * difference spread over its callees, none of which differs significantly, is a row of that function.
 * @param {CostMap} map @param {(costs: number[]) => CostDifference} compare
 * @param {number} meanCost per request, of which a share decides what is tested
 * @param {number[]} otherPValues of tests that are not in the map
 * @returns {{ rows: FoundRow[], netted: RowSource[], threshold: number }} `netted`: where work moved and has no net; p-values up to
 *   the threshold are significant
 */
export function findRows(map, compare, meanCost, otherPValues) {
  const { owners } = map
  const { moved, nodes } = takeMoved(map, compare, TESTED_SHARE * meanCost)
  const nets = moved.map(work => toNetRow(work, compare))
  const places = nodes.map(node => measure(node, ownCosts(node))).filter(isTested)
  const callers = owners.filter(owner => owner.category.group === 'app' && owner.below.size > 1)
  const totals = map.costsBelow
    .totals(callers)
    .map((costs, index) => measure(/** @type {Owner} */ (callers[index]), costs))
    .filter(isTested)
  const pValues = [...nets, ...places, ...totals].map(({ cost }) => cost.pValue)
  const threshold = discoveryThreshold([...pValues, ...otherPValues])
  const decided = places.filter(isSignificant).map(({ node, ...own }) => ({ owner: node, node, path: [], ...own }))
  const significant = [...decided, ...significantWaits(places.filter(place => !isSignificant(place)))]
  const rows = significant.flatMap(place => splitOwn(place, compare))
  return {
    rows: [...nets.filter(isSignificant), ...rows, ...spreadRows(totals.filter(isSignificant))],
    netted: nets.filter(net => !isSignificant(net)).flatMap(({ sources }) => sources),
    threshold
  }

  /**
   * Starts at the functions that call least, so that no cost is in two rows.
   * @param {Measured[]} significantTotals
   */
  function spreadRows(significantTotals) {
    const attributed = new Set(significant.map(({ owner }) => owner.key))
    const cheapestFirst = significantTotals.toSorted(
      (a, b) => a.cost.candidate + a.cost.baseline - b.cost.candidate - b.cost.baseline
    )
    return cheapestFirst.flatMap(function spreadBelow({ node }) {
      const owner = /** @type {Owner} */ (node)
      const rest = [...owner.below].filter(key => !attributed.has(key))
      if (rest.length === 0) return []
      const costs = [...spreadCosts(owner, rest, map, compare)]
      const asked = new Set(rest)
      for (const { root, costs: taken } of moved.flatMap(({ places }) => places))
        if (asked.has(root.key)) addTo(costs, taken, -1)
      const cost = compare(costs)
      if (cost.pValue > threshold) return []
      for (const key of rest) attributed.add(key)
      return [
        {
          owner: node,
          path: [],
          costs,
          cost,
          isSpread: true,
          isMoved: false,
          spreadOver: rest,
          sources: [{ owner: node, calls: [], path: [] }]
        }
      ]
    })
  }

  /**
   * Returns the waits that differ by themselves, of owners that do not: a longer one that is never the same would hide them. What is
   * shorter in one and longer in another has moved between them.
   * @param {Measured[]} undecided owners @returns {OwnPlace[]}
   */
  function significantWaits(undecided) {
    const families = undecided.map(({ node }) => waitsOf(node)).filter(({ length }) => length > 1)
    const level = ALPHA / 2 / families.flat().length
    return families.flatMap(waits =>
      waits.filter(({ cost }) => cost.pValue <= level && !waits.some(other => isOpposite(other.cost, cost)))
    )
  }

  /** @param {CostNode} owner @returns {OwnPlace[]} */
  function waitsOf(owner) {
    return [...owner.parts.values()]
      .filter(({ frame }) => frame.file === WAIT_FILE)
      .map(wait => ({ owner, path: [wait], ...measure(wait, ownCosts(wait)) }))
      .filter(isTested)
  }

  /** @param {CostNode} node @param {number[]} costs @returns {Measured} */
  function measure(node, costs) {
    return { node, costs, cost: compare(costs) }
  }

  /** @param {{ cost: CostDifference }} place */
  function isTested({ cost }) {
    return Math.max(cost.baseline, cost.candidate) >= TESTED_SHARE * meanCost
  }

  /** @param {{ cost: CostDifference }} place */
  function isSignificant({ cost }) {
    return cost.pValue <= threshold
  }
}

/**
 * Returns an owner's difference by the calls it is in. Follows the calls as far as one of them carries it, then splits it
 * over the parts that share it, each named after the calls that have most of it. What no part has is a row of the owner
 * where it differs significantly.
 * @param {OwnPlace} whole the owner, or a part of it
 * @param {(costs: number[]) => CostDifference} compare @returns {FoundRow[]}
 */
function splitOwn(whole, compare) {
  const { owner } = whole
  const fork = follow(whole, CARRYING_SHARE)
  const notable = partsOf(fork).filter(part => carries(part, whole, NOTABLE_SHARE) && part.cost.pValue <= ALPHA)
  const named = notable.length === 0 ? [fork] : notable
  const left = [...whole.costs]
  for (const part of named) addTo(left, part.costs, -1)
  const rest = compare(left)
  const rows = named.map(part => toRow(part, part === fork ? fork.path : follow(part, NAMING_SHARE).path))
  return rest.pValue <= ALPHA ? [...rows, toRow({ ...whole, costs: left, cost: rest }, whole.path)] : rows

  /** @type {(place: Place, share: number) => Place} */
  function follow(place, share) {
    let last = place
    for (;;) {
      const from = last
      const carrying = partsOf(from).find(part => carries(part, from, share))
      if (!carrying) return from
      last = carrying
    }
  }

  /** @param {Place} place @returns {Place[]} */
  function partsOf({ node, path }) {
    return [...node.parts.values()].map(function placeOf(part) {
      const own = ownCosts(part)
      return { node: part, path: [...path, part], costs: own, cost: compare(own) }
    })
  }

  /** @type {(place: Place, path: CostNode[]) => FoundRow} */
  function toRow({ path: calls, costs: own, cost }, path) {
    return {
      owner,
      path,
      costs: own,
      cost,
      isSpread: false,
      isMoved: false,
      spreadOver: [],
      sources: [{ owner, calls, path }]
    }
  }
}

/**
 * Returns moved work as a row, named by the place whose difference is the largest of the net's sign.
 * @type {(work: MovedWork, compare: (costs: number[]) => CostDifference) => FoundRow}
 */
function toNetRow({ places, costs }, compare) {
  const cost = compare(costs)
  const sign = Math.sign(cost.difference)
  const [largest] = places.toSorted((a, b) => sign * (b.cost.difference - a.cost.difference))
  const sources = places.map(({ root, call }) => ({ owner: root, calls: callsTo(call), path: callsTo(call) }))
  const { owner, path } = /** @type {RowSource} */ (sources[places.indexOf(/** @type {typeof places[0]} */ (largest))])
  return { owner, path, costs, cost, isSpread: false, isMoved: true, spreadOver: [], sources }
}

/** @param {CostDifference} one @param {CostDifference} other */
function isOpposite(one, other) {
  return one.pValue <= ALPHA && one.difference * other.difference < 0
}

/** @type {(part: Place, whole: Place, share: number) => boolean} */
function carries(part, whole, share) {
  return part.cost.difference / whole.cost.difference >= share
}

/**
 * Returns what some of the owners below an owner cost there, by launch. If they cost less elsewhere by what they cost more
 * here, they are only called from another place, as below a new middleware: then it is what they cost everywhere.
 * @param {Owner} owner
 * @param {string[]} keys of owners below it
 * @param {CostMap} map @param {(costs: number[]) => CostDifference} compare @returns {number[]}
 */
export function spreadCosts(owner, keys, { owners, costsBelow }, compare) {
  const here = costsBelow.in(owner, keys)
  const asked = new Set(keys)
  const everywhere = sumOf(owners.filter(({ key }) => asked.has(key)).map(ownCosts))
  const elsewhere = [...everywhere]
  addTo(elsewhere, here, -1)
  const moved = compare(elsewhere)
  const isMoved = moved.pValue <= ALPHA && moved.difference * compare(here).difference < 0
  return isMoved ? everywhere : here
}
