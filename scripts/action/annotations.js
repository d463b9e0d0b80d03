import { MOST_LINES, shownLines } from '../../src/blame/places.js'
import { fileInFolder } from '../../src/profile/tree/file-in-folder.js'
import { firstVerdictLines } from '../../src/report/sections/sections.js'
import { cardView } from '../../src/report/words/card-words.js'
import { formatCostDifference, formatCounted } from '../../src/report/words/format.js'
import { visible } from '../../src/report/words/text.js'

/** @import { Card, CardCost } from '../../src/blame/types.js' */
/** @import { Analysis } from '../../src/types.js' */

/**
 * @typedef {object} Annotation a remark on a line of a source file
 * @property {string} file from the top of the repository, with /
 * @property {number} line
 * @property {string} title such as +41 µs ± 6 per request, changed in this range: inspect, writeSync
 * @property {string} message the verdict
 *
 * @typedef {Annotation & { low: CardCost['low'], isInRange: boolean }} Found `low`: the lower end of the cost
 */

/** In a run of few rounds, rows whose interval begins near zero are often of code that did not change. */
const LEAST_SHARE = 0.1
/** Runners keep ten errors of a step, newer ones 100. Source: `_maxIssueCount` of github.com/actions/runner, ExecutionContext.cs. */
const MOST = 10

/**
 * Returns a remark for every blamed line of a slower candidate whose whole interval is above zero: of the largest cost, and of those
 * whose whole interval is above a tenth of the difference. Where none of a function's lines changed, the changed lines that call it
 * have one too. The cost of a package that the app does not call is at the lines that bring it in. There are at most ten, the changed lines
 * first. A file outside of the repository, or of a package, has none.
 * @param {Analysis} analysis
 * @param {string} top the folder of the repository, absolute
 * @returns {Annotation[]}
 */
export function annotationsOf(analysis, top) {
  const slower = analysis.cards.filter(({ verdict }) => verdict === 'slower')
  return slower
    .flatMap(card => annotateCard(card, analysis))
    .flatMap(each => inRepository(each, top))
    .sort((a, b) => Number(b.isInRange) - Number(a.isInRange))
    .slice(0, MOST)
    .map(({ low, isInRange, ...annotation }) => annotation)
}

/** @param {Card} card @param {Analysis} analysis @returns {Found[]} the costliest function first, and its costliest line */
function annotateCard(card, analysis) {
  const verdict = analysis.verdicts.find(({ candidate }) => candidate === card.candidate)
  const message = verdict ? firstVerdictLines(analysis, verdict).map(visible).join('\n') : ''
  const view = cardView(card, analysis)
  const least = LEAST_SHARE * (card.total?.difference.micros ?? 0)
  return card.places.flatMap(function annotatePlace(each, at) {
    const { place, lines = [], changedCalls = [], broughtInAt = [] } = each
    const { name = '', blamed = [], cost: whole = '' } = view.lines[at] ?? {}
    if (!place) return []
    if (broughtInAt.length > 0) return broughtInAt.slice(0, MOST_LINES).map(annotateOrigin).filter(isSure)
    const own = shownLines(each).map(function annotateLine({ line, cost: { low } }) {
      const { cost = '' } = blamed.find(({ number }) => number === line) ?? {}
      const isInRange = lines.some(each => each.line === line && each.inRange === 'changed')
      const where = each.line ? '' : ', no line is known'
      return { file: place.file, line, title: `${perRequest(cost)}${where}: ${name}`, message, low, isInRange }
    })
    // The price of a function that is not in the diff itself.
    const calls = own.some(({ isInRange }) => isInRange) ? [] : changedCalls.map(annotateCall)
    return [own, calls].flatMap(found => found.filter(isSure))

    /** @param {Found} found @param {number} index */
    function isSure({ low }, index) {
      return low !== null && low > (at === 0 && index === 0 ? 0 : least)
    }

    /** @param {typeof broughtInAt[0]} line @returns {Found} */
    function annotateOrigin({ file, line, inRange }) {
      const others = broughtInAt.length - 1
      const also = others > 0 ? `, brought in here and on ${formatCounted(others, 'other line')}` : ''
      return {
        file,
        line,
        title: `${perRequest(whole)}${also}: ${name}`,
        message,
        low: each.cost.low,
        isInRange: inRange === 'changed'
      }
    }

    /** @param {typeof changedCalls[0]} call @returns {Found} */
    function annotateCall({ file, line, cost }) {
      const title = `${formatCostDifference(cost, 'micros')} per request, called here: ${name}`
      return { file, line, title, message, low: cost.low, isInRange: true }
    }
  })
}

/** @param {string} cost of a line, then what it is besides its cost */
function perRequest(cost) {
  return cost.replace(/^[^,]+/, '$& per request')
}

/** @param {Found} found @param {string} top @returns {Found[]} none outside of the repository */
function inRepository(found, top) {
  const file = fileInRepository(found.file, top)
  return file === null ? [] : [{ ...found, file }]
}

/** @type {(file: string, top: string) => string | null} with /; null outside of the repository, or of a package */
export function fileInRepository(file, top) {
  const own = fileInFolder(file, top)
  return own === file || /(^|[\\/])node_modules[\\/]/.test(own) ? null : own.replaceAll('\\', '/')
}
