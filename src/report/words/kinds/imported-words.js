import { groupBy } from '../../../stats/group-by.js'
import { mean } from '../../../stats/means.js'
import { differenceText } from '../../sections/blame-sections.js'
import { importedName } from '../cost-words.js'
import { formatChangePoint, formatCost, formatCostMean, formatCounted, formatFigure, formatTooFew } from '../format.js'

/** @import { Imported } from '../../../types.js' */
/** @import { Headline } from '../answer-words.js' */

/** Returns what imported files say first: the whole cost, and the requests/s of each variant. @param {Imported} imported @returns {Headline[]} */
export function importedHeadlines(imported) {
  const loads = imported.files.flatMap(({ variant, load }) =>
    load ? [{ variant, rate: (1e3 * load.requests) / load.durationMs }] : []
  )
  return [
    ...costHeadline(imported),
    ...[...groupBy(loads, ({ variant }) => variant)].map(([variant, own]) => ({
      before: `${variant}: `,
      number: formatFigure(mean(own.map(({ rate }) => rate))),
      after: ' requests/s',
      detail: meanOf(own.length, 'result')
    }))
  ]
}

/** @param {Imported} imported @returns {Headline[]} one, or none without profiles */
function costHeadline({ files, counts, isPerRequest, unit, profiles, mean: own, cost }) {
  const [baseline = '', candidate = ''] = new Set(files.map(({ variant }) => variant))
  const after = `${counts === unit ? '' : ` of ${importedName(counts)}`}${isPerRequest ? ' per request' : ''}`
  if (own) {
    const number = profiles === 1 ? formatCost(own.value, unit) : formatCostMean(own, unit)
    return [{ before: `${baseline}: `, number, after, detail: meanOf(profiles, 'profile') }]
  }
  if (!cost) return []
  const before = `${candidate} compared with ${baseline}: `
  const [one, other] = [cost.baseline, cost.candidate].map(value => formatCost(value, unit))
  const sides = `from ${one} to ${other}`
  const each = `${formatCounted(profiles, 'profile')} on each side`
  const number = differenceText(cost, { unit, total: cost })
  if (number === formatTooFew())
    return [{ before, number, after: ' for a difference', detail: `${sides}${after}; ${each}` }]
  const relative = cost.difference / cost.baseline
  const detail = `${sides}${Number.isFinite(relative) ? `, ${formatChangePoint({ relative })}` : ''}`
  const interval = profiles === 1 ? `no interval: ${each.replace('1', 'one')}` : `95% interval over ${each}`
  return [{ before, number, after, detail: `${detail}; ${interval}` }]
}

/** Returns the same as sentences. @param {Imported} imported */
export function importedLines(imported) {
  return importedHeadlines(imported).map(
    ({ before, number, after, detail }) => `${before}${number}${after}, ${detail}.`
  )
}

/** Returns what a reader of imported files would otherwise get wrong. @param {Imported | undefined} imported @returns {string[]} */
export function importedNotes(imported) {
  if (!imported) return []
  const { files, isPerRequest, cost } = imported
  const others = files.flatMap(({ name, readBy }) =>
    readBy
      ? [`${name} was read by Node.js ${readBy}, which did not write it: inlined functions may have wrong names.`]
      : []
  )
  if (isPerRequest || !cost) return others
  return [...others, 'Without a number of requests, both sides must have done the same work.']
}

/** @param {number} count @param {string} noun */
function meanOf(count, noun) {
  return count === 1 ? `in one ${noun}` : `mean of ${formatCounted(count, noun)}`
}
