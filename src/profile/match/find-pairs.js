import { getOrAdd } from '../../stats/group-by.js'
import { sum } from '../../stats/means.js'

/** @import { FunctionSummary } from '../tree/summarise-functions.js' */

/**
 * @typedef {object} SharedFunctions of two variants
 * @property {FunctionSummary[]} before functions of the baseline
 * @property {FunctionSummary[]} after functions of the candidate; calls and places by the keys of the baseline
 * @property {Map<string, string>} matched functions of the candidate that are known to be one of the baseline, by key
 * @property {(file: string) => string} fileOf the file of the baseline for a file of the candidate
 *
 * @typedef {{ old: FunctionSummary, renewed: FunctionSummary, score: number }} Pair
 */

/** Functions without a name of their own are matched by place and behaviour only. */
const ANONYMOUS = '(anonymous)'
const SAME_PLACE_SHARE = 0.5
const SAME_BEHAVIOUR_SHARE = 0.7
/** What a pair can hide is its smaller cost: half of that must be in the same calls, unless it is less than this share. */
const EXPLAINED_SHARE = 0.5
const SMALL_SHARE = 0.005
const MOST_FUNCTIONS = 1500
/** Two pairs of one function with scores that differ less are ambiguous. */
const CLEAR_LEAD = 0.1

/**
 * Returns the functions that only the candidate has, each with the function of the baseline that it is. A pair nets out the
 * smaller of its two costs, so a wrong pair hides a culprit, and a missing one only adds a row. So a pair needs one of:
 * - the same name in the same file, whatever the line;
 * - the same line of the same file, below the same function;
 * - the same name in another file, below the same function or with the same calls;
 * - the same calls at the same cost below the same function, where these calls are most of what the pair nets out;
 * - in one file, of two functions without a name, the same calls and about the same cost, wherever they are called.
 * So two functions that call nothing are only matched by their name or their line: nothing else is known of what they do.
 * @param {SharedFunctions} functions
 * @returns {[string, string][]} key of the candidate and of the baseline; none that is ambiguous
 */
export function findPairs({ before, after, matched, fileOf }) {
  const taken = new Set(matched.values())
  const afterKeys = new Set(after.map(({ key }) => key))
  const beforeKeys = new Set(before.map(({ key }) => key))
  const vanished = costliest(before.filter(({ key }) => !afterKeys.has(key) && !taken.has(key)))
  const added = costliest(after.filter(({ key }) => !beforeKeys.has(key) && !matched.has(key)))
  const calls = new Map([...vanished, ...added].map(each => [each, callsOf(each)]))
  const pairs = added.flatMap(renewed => vanished.flatMap(old => pairOf(old, renewed)))
  const rivals = rivalsIn(pairs)
  return pairs.filter(pair => isClear(pair, rivals)).map(({ old, renewed }) => [renewed.key, old.key])

  /** @type {(old: FunctionSummary, renewed: FunctionSummary) => Pair[]} */
  function pairOf(old, renewed) {
    const { group, packageName } = old.category
    if (renewed.category.group !== group || renewed.category.packageName !== packageName) return []
    const score = scoreOf(old, renewed)
    return score === 0 ? [] : [{ old, renewed, score }]
  }

  /** @type {(old: FunctionSummary, renewed: FunctionSummary) => number} 0: not the same function */
  function scoreOf(old, renewed) {
    const isSameFile = old.frame.file !== '' && fileOf(renewed.frame.file) === old.frame.file
    const isSameName = renewed.frame.name === old.frame.name
    const [ofOld, ofRenewed] = [knownCalls(old), knownCalls(renewed)]
    const behaviour = agreement(ofOld, ofRenewed)
    const isBelowSame = Number(agreement(shares(old.below), shares(renewed.below))) >= SAME_PLACE_SHARE
    const isNamed = isSameName && old.frame.name !== ANONYMOUS
    if (isSameFile && isNamed) return 4 + ranks(old, renewed)
    if (isSameFile && isSameLine(old, renewed) && isBelowSame && behaviour !== 0) return isSameName ? 5 : 3
    const doesSame = Number(behaviour) >= SAME_BEHAVIOUR_SHARE && common(ofOld, ofRenewed) >= SMALL_SHARE
    const isSameInside = doesSame && isExplained(old, renewed)
    if (isNamed && behaviour !== 0 && (isBelowSame || isSameInside)) return 2 + Number(behaviour) / 2
    if (isSameInside && isBelowSame) return 1 + Number(behaviour) / 2
    return doesSame && isSameFile && isSameName && costsSame(old, renewed) ? Number(behaviour) / 2 : 0
  }

  /** @param {FunctionSummary} one */
  function knownCalls(one) {
    return calls.get(one) ?? callsOf(one)
  }

  /** Functions with one name in one file keep their order. @type {(old: FunctionSummary, renewed: FunctionSummary) => number} */
  function ranks(old, renewed) {
    const [olds, others] = [vanished.filter(isLike(old)), added.filter(isLike(renewed))].map(same =>
      same.sort(
        (a, b) => Number(a.frame.line) - Number(b.frame.line) || Number(a.frame.column) - Number(b.frame.column)
      )
    )
    const isSameRank = olds?.length === others?.length && olds?.indexOf(old) === others?.indexOf(renewed)
    return isSameRank ? 0.5 : Number(agreement(knownCalls(old), knownCalls(renewed))) / 4
  }
}

/** @param {FunctionSummary} one */
function isLike({ frame }) {
  return (/** @type {FunctionSummary} */ other) => other.frame.name === frame.name && other.frame.file === frame.file
}

/**
 * Returns whether two functions begin at the same place of their file. The column of a sample is that of the parameters, after the name;
 * that of a wait is where `function` or `async` is, before the name.
 * @type {(old: FunctionSummary, renewed: FunctionSummary) => boolean}
 */
function isSameLine({ frame: old }, { frame: renewed }) {
  if (old.line === null || old.line !== renewed.line) return false
  return old.column === renewed.column || beginsAt(old) === beginsAt(renewed)
}

/** @param {FunctionSummary['frame']} frame */
function beginsAt({ name, column }) {
  return (column ?? 0) - (name === ANONYMOUS ? 0 : name.length)
}

/** @type {(old: FunctionSummary, renewed: FunctionSummary) => boolean} */
function isExplained(old, renewed) {
  const hidden = Math.min(old.own, renewed.own)
  return hidden < SMALL_SHARE || common(old.does, renewed.does) >= EXPLAINED_SHARE * hidden
}

/** @type {(old: FunctionSummary, renewed: FunctionSummary) => boolean} */
function costsSame({ own: one }, { own: other }) {
  return Math.min(one, other) >= SAME_BEHAVIOUR_SHARE * Math.max(one, other)
}

/** @param {FunctionSummary} one */
function callsOf({ does, leads }) {
  return new Map([...does, ...leads])
}

/**
 * Returns how much of the smaller of two sets of costs is in the other one too: all, where the larger one only adds to it.
 * @type {(one: Map<string, number>, other: Map<string, number>) => number | null} null where one of them is empty
 */
function agreement(one, other) {
  const smaller = Math.min(sum([...one.values()]), sum([...other.values()]))
  return smaller === 0 ? null : common(one, other) / smaller
}

/** @type {(one: Map<string, number>, other: Map<string, number>) => number} */
function common(one, other) {
  return sum([...one].map(([key, cost]) => Math.min(cost, other.get(key) ?? 0)))
}

/** @param {Map<string, number>} costs */
function shares(costs) {
  const whole = sum([...costs.values()])
  return new Map([...costs].map(([key, cost]) => [key, cost / whole]))
}

/**
 * Returns the costliest of too many functions to compare each with each: those whose costs a difference can be hidden in.
 * @param {FunctionSummary[]} functions
 */
function costliest(functions) {
  if (functions.length <= MOST_FUNCTIONS) return functions
  const totals = new Map(functions.map(each => [each, sum([...each.below.values()])]))
  return functions.toSorted((a, b) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0)).slice(0, MOST_FUNCTIONS)
}

/** @param {Pair[]} pairs @returns {Map<FunctionSummary, Pair[]>} by each of their functions */
function rivalsIn(pairs) {
  /** @type {Map<FunctionSummary, Pair[]>} */
  const rivals = new Map()
  for (const pair of pairs) for (const each of [pair.old, pair.renewed]) getOrAdd(rivals, each, () => []).push(pair)
  return rivals
}

/** @type {(pair: Pair, rivals: Map<FunctionSummary, Pair[]>) => boolean} */
function isClear(pair, rivals) {
  const others = [...(rivals.get(pair.old) ?? []), ...(rivals.get(pair.renewed) ?? [])]
  return others.every(other => other === pair || other.score < pair.score - CLEAR_LEAD)
}
