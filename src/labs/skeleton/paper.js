import { formatCount, formatCounted } from '../../report/words/format.js'
import { formatMeanOrValue, NOTHING } from './figures.js'

/** @import { Section } from '../../report/sections/sections.js' */
/** @import { LabLength } from '../../runs/lab-types.js' */
/** @import { Checked, Claim, ClaimRow, Conclusion, ConclusionRow, Outcome } from './types.js' */

/**
 * A paper as data: each lab has one row per claim and per conclusion in its `paper.js`. The analysis keeps ids, values and codes; the
 * reports make words of them with the same rows.
 */

/** The columns of a table of claims that have figures. */
export const CLAIM_FIGURES = ['its figure', 'by its own data', 'measured here']

/** @type {Record<Outcome, string>} */
const outcomeWords = {
  holds: 'Holds here',
  'does not hold': 'Does not hold here',
  'cannot tell': 'Cannot tell',
  differs: 'Depends on the machine and the minute'
}

/**
 * Returns the claims of a paper beside what was measured, in the order of the paper.
 * @template Measured
 * @param {Pick<Claim<Measured>, 'id' | 'claimed' | 'right' | 'measured'>[]} claims @param {Measured} measured
 * @returns {ClaimRow[]}
 */
export function claimRows(claims, measured) {
  return claims.map(({ id, claimed: [claimed, unit], right = null, measured: measure }) => {
    const found = measure?.(measured) ?? null
    const row = { id, unit, claimed, right }
    if (typeof found === 'string') return { ...row, measured: null, code: found }
    return { ...row, measured: typeof found === 'number' ? { value: found, low: null, high: null } : found }
  })
}

/** Returns whether the data of the paper give another figure than its own. @param {ClaimRow} row */
export function isWrong({ claimed, right }) {
  return right !== null && claimed !== right
}

/** Returns the figure of the paper. @param {ClaimRow[]} rows @param {string} id */
export function claimedIn(rows, id) {
  return rows.find(row => row.id === id)?.claimed ?? 0
}

/**
 * Returns a claim as the cells of the columns {@link CLAIM_FIGURES}.
 * @param {ClaimRow} row @param {(value: number, unit: string) => string} format @returns {string[]}
 */
export function claimFigures({ unit, claimed, right, measured }, format) {
  const [its, own] = [claimed, right].map(value => (value === null ? NOTHING : format(value, unit)))
  return [its ?? '', own ?? '', measured ? formatMeanOrValue(measured, value => format(value, unit)) : NOTHING]
}

/**
 * Returns a row for a list of conclusions, each of which has values of its own.
 * @template Measured
 * @template {Checked} Found
 * @param {Conclusion<Measured, Found>} row @returns {Conclusion<Measured, any>}
 */
export function conclusion(row) {
  return row
}

/**
 * Returns what a run says about a conclusion, which it neither confirms nor refutes where both are false.
 * @param {{ holds: boolean, fails: boolean }} found @returns {Outcome}
 */
export function outcomeOf({ holds, fails }) {
  return fails ? 'does not hold' : holds ? 'holds' : 'cannot tell'
}

/**
 * Returns the conclusions of a paper, each checked with the figures of a run; one without figures is left out.
 * @template Measured
 * @param {Conclusion<Measured, any>[]} conclusions @param {Measured} measured @returns {ConclusionRow[]}
 */
export function conclusionRows(conclusions, measured) {
  return conclusions.flatMap(({ id, check }) => {
    const found = check(measured)
    if (found === null) return []
    const { outcome, ...values } = found
    return [{ id, outcome, values }]
  })
}

/**
 * Returns what a run says about each conclusion of a paper.
 * @param {Conclusion<any, any>[]} conclusions @param {ConclusionRow[]} rows
 * @param {string[]} [more] lines below them
 * @returns {Section}
 */
export function conclusionSection(conclusions, rows, more = []) {
  return {
    heading: 'Conclusions of the paper',
    lines: [...rows.map(row => conclusionInWords(conclusions, row)), ...more]
  }
}

/**
 * Returns what a run says about a conclusion, with what the paper says.
 * @param {Conclusion<any, any>[]} conclusions @param {ConclusionRow} row
 */
export function conclusionInWords(conclusions, row) {
  const { quote, words } = rowOf(conclusions, row)
  return `${outcomeInWords(row)}: ${quote}. ${words({ ...row.values, outcome: row.outcome })}`
}

/**
 * Returns the same beside a text that quotes the paper.
 * @param {Conclusion<any, any>[]} conclusions @param {ConclusionRow} row
 */
export function outcomeWithEvidence(conclusions, row) {
  const { words } = rowOf(conclusions, row)
  return `${outcomeInWords(row)}. ${words({ ...row.values, outcome: row.outcome })}`
}

/** @param {ConclusionRow} row */
function outcomeInWords({ outcome, outcomes = [] }) {
  const each = outcomes.map(one => outcomeWords[one].toLowerCase()).join(', ')
  return each === '' ? outcomeWords[outcome] : `${outcomeWords[outcome]} (${each})`
}

/**
 * Returns the row of a paper that a row of the analysis was made of.
 * @template {{ id: string }} Row
 * @param {Row[]} rows of the paper
 * @param {{ id: string }} analysed @returns {Row}
 */
export function rowOf(rows, { id }) {
  const row = rows.find(each => each.id === id)
  if (!row) throw new RangeError(`The paper has no row "${id}".`)
  return row
}

/**
 * Returns how many conclusions of the paper hold, and what would decide those that stay open, as sentences.
 * @param {{ name: string, length: LabLength, conclusions: ConclusionRow[] }} lab
 * @param {{ conclusions: Conclusion<any, any>[], fullTakes: string }} paper `fullTakes`: how long a run with --full takes
 * @returns {string[]} none without a conclusion
 */
export function outcomesInWords({ name, length, conclusions: rows }, { conclusions, fullTakes }) {
  if (rows.length === 0) return []
  const count = (/** @type {Outcome} */ outcome) => rows.filter(row => row.outcome === outcome).length
  const [holds, not, open, differs] = [count('holds'), count('does not hold'), count('cannot tell'), count('differs')]
  const undecided = [
    ...(open > 0 ? [`this run cannot tell about ${formatCount(open)}`] : []),
    ...(differs > 0 ? [`the runs differ on ${formatCount(differs)}`] : [])
  ]
  const all = formatCounted(rows.length, 'conclusion')
  const decided = `Of ${all} of the paper, ${formatCount(holds)} ${holds === 1 ? 'holds' : 'hold'} here and ${formatCount(not)} ${not === 1 ? 'does' : 'do'} not`
  const counts =
    open === rows.length
      ? `This run cannot tell whether ${all} of the paper ${open === 1 ? 'holds' : 'hold'}.`
      : `${[decided, ...undecided].join('; ')}.`
  return [counts, ...openInWords()]

  /** @returns {string[]} one sentence, or none */
  function openInWords() {
    const quotes = rows.filter(({ outcome }) => outcome === 'cannot tell').map(row => rowOf(conclusions, row).quote)
    if (quotes.length === 0) return []
    const more =
      length === 'full'
        ? 'a quieter machine, or more of them'
        : `npm run lab:${name} -- --full (${fullTakes}), or a quieter machine`
    return [`Open: ${quotes.join('; ')}. What may decide ${quotes.length === 1 ? 'it' : 'them'}: ${more}.`]
  }
}
