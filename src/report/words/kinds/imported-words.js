import { differenceText } from '../../sections/blame-sections.js'
import { signed } from '../digits.js'
import { formatChange, formatCost, formatCostMean, formatCounted, formatFigure, formatPercent } from '../format.js'

/** @import { Imported } from '../../../types.js' */
/** @import { Headline } from '../answer-words.js' */

/** Returns what imported files say first, one sentence per unit. @param {Imported} imported @returns {Headline[]} */
export function importedHeadlines({ isPerRequest, files, totals, rate }) {
  const [baseline = '', candidate] = new Set(files.map(({ variant }) => variant))
  const before = candidate === undefined ? `${baseline}: ` : `${candidate} compared with ${baseline}: `
  return [...totals.map(ofTotal), ...(rate ? [ofRate(rate)] : [])]

  /** @param {Imported['totals'][0]} total @returns {Headline} */
  function ofTotal({ unit, profiles, mean, cost }) {
    const after = `${unit === 'micros' ? ' of CPU' : ''}${isPerRequest ? ' per request' : ''}`
    if (cost) {
      const [one, other] = [cost.baseline, cost.candidate].map(value => formatCost(value, unit))
      const detail = `from ${one} to ${other}${percent(cost.difference / cost.baseline)}; ${over(profiles, 'profile')}`
      return { before, number: differenceText(cost, { unit, total: cost }), after, detail }
    }
    const isOne = profiles === 1 || !mean
    const number = isOne ? formatCost(mean?.value ?? 0, unit) : formatCostMean(mean, unit)
    const detail = isOne ? 'in one profile' : `mean of ${formatCounted(profiles, 'profile')}`
    return { before, number, after, detail }
  }

  /** @param {NonNullable<Imported['rate']>} rate @returns {Headline} */
  function ofRate({ results, baseline: one, candidate: other, change }) {
    const after = ' requests/s'
    if (other === null || !change) return { before, number: formatFigure(one), after, detail: '' }
    const { relative, low, high } = change
    const number = low === null || high === null ? percent(relative, '') : formatChange({ relative, low, high })
    const detail = `from ${formatFigure(one)} to ${formatFigure(other)}; ${over(results, 'result')}`
    return { before, number, after, detail }
  }
}

/** Returns the same as sentences. @param {Imported} imported */
export function importedLines(imported) {
  return importedHeadlines(imported).map(
    ({ before, number, after, detail }) => `${before}${number}${after}${detail && `, ${detail}`}.`
  )
}

/** Returns what a reader of imported files would otherwise get wrong. @param {Imported | undefined} imported @returns {string[]} */
export function importedNotes(imported) {
  if (!imported) return []
  const { files, isPerRequest, totals } = imported
  const others = files.flatMap(({ name, readBy }) =>
    readBy
      ? [`${name} was read by Node.js ${readBy}, which did not write it: inlined functions may have wrong names.`]
      : []
  )
  if (isPerRequest || totals.every(({ cost }) => cost === null)) return others
  return [...others, 'Without a number of requests, both sides must have done the same work.']
}

/** @param {number} ratio @param {string} [before] */
function percent(ratio, before = ', ') {
  return Number.isFinite(ratio) ? before + signed(ratio, formatPercent(Math.abs(ratio))) : ''
}

/** @param {number} count of each side @param {string} noun */
function over(count, noun) {
  return count === 1 ? `no interval: one ${noun} on each side` : `95% interval over ${count} ${noun}s on each side`
}
