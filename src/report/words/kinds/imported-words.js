import { groupBy } from '../../../stats/group-by.js'
import { mean } from '../../../stats/means.js'
import { differenceText } from '../../sections/blame-sections.js'
import { importedName } from '../cost-words.js'
import { formatChangePoint, formatCost, formatCostMean, formatCounted, formatFigure } from '../format.js'
import { isTooWideCost } from '../too-few-samples.js'

/** @import { Blame, FunctionCosts } from '../../../blame/types.js' */
/** @import { Analysis } from '../../../types.js' */
/** @import { Headline } from '../answer-words.js' */

/** Returns what imported files say first: the whole cost, and the requests/s of each variant. @param {Analysis} analysis @returns {Headline[]} */
export function importedHeadlines({ imported, profile, blames, baseline, candidates }) {
  if (!imported) return []
  const { files, counts, isPerRequest } = imported
  const loads = files.flatMap(({ variant, load }) => (load ? [{ variant, ...load }] : []))
  const [first, ...others] = [...groupBy(loads, ({ variant }) => variant)].map(([variant, own]) => ({
    before: `${variant}: `,
    number: formatFigure(1e3 * mean(own.map(({ requests, durationMs }) => requests / durationMs))),
    after: ' requests/s',
    detail: meanOf(own.length, 'result')
  }))
  const sides = others.map(({ before, number, after }) => before + number + after)
  const rates = first ? [{ ...first, detail: [...sides, first.detail].join(', ') }] : []
  return [...(profile?.costs ?? []).map(ofOne), ...blames.map(ofTwo), ...rates]

  /** @param {FunctionCosts} costs @returns {Headline} */
  function ofOne({ unit, launches, total }) {
    const number = launches === 1 ? formatCost(total.value, unit) : formatCostMean(total, unit)
    return { before: `${baseline}: `, number, after: what(unit), detail: meanOf(launches, 'profile') }
  }

  /** @param {Blame} blame @returns {Headline} */
  function ofTwo(blame) {
    const { unit, rounds, total } = blame
    const before = `${candidates[0]} compared with ${baseline}: `
    const [one, other] = [total.baseline, total.candidate].map(value => formatCost(value, unit))
    const sides = `from ${one} to ${other}`
    const each = `${formatCounted(rounds, 'profile')} on each side`
    const number = differenceText(total, blame)
    if (isTooWideCost(total, Math.max(total.baseline, total.candidate)))
      return { before, number, after: ' for a difference', detail: `${sides}${what(unit)}; ${each}` }
    const relative = total.difference / total.baseline
    const percent = Number.isFinite(relative) ? `, ${formatChangePoint({ relative })}` : ''
    const interval = rounds === 1 ? `no interval: ${each.replace('1', 'one')}` : `95% interval over ${each}`
    return { before, number, after: what(unit), detail: `${sides}${percent}; ${interval}` }
  }

  /** @param {Blame['unit']} unit */
  function what(unit) {
    return `${counts === unit ? '' : ` of ${importedName(counts)}`}${isPerRequest ? ' per request' : ''}`
  }
}

/** Returns the same as sentences. @param {Analysis} analysis */
export function importedLines(analysis) {
  return importedHeadlines(analysis).map(
    ({ before, number, after, detail }) => `${before}${number}${after}, ${detail}.`
  )
}

/** Returns what a reader of imported files would otherwise get wrong. @param {Pick<Analysis, 'imported' | 'blames'>} analysis @returns {string[]} */
export function importedNotes({ imported, blames }) {
  const { files = [], isPerRequest = true } = imported ?? {}
  const others = files.flatMap(({ name, readBy }) =>
    readBy
      ? [`${name} was read by Node.js ${readBy}, which did not write it: inlined functions may have wrong names.`]
      : []
  )
  if (isPerRequest || blames.length === 0) return others
  return [...others, 'Without a number of requests, both sides must have done the same work.']
}

/** @param {number} count @param {string} noun */
function meanOf(count, noun) {
  return count === 1 ? `in one ${noun}` : `mean of ${formatCounted(count, noun)}`
}
