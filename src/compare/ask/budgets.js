import { didYouMean } from '../../errors/words.js'
import { budgetedMetrics } from '../../verdict/gates/budgeted-metrics.js'
import { badOption } from './bad-option.js'

/** @import { BudgetedMetric } from '../../verdict/gates/budgeted-metrics.js' */
/** @import { Budget, BudgetedName } from '../../verdict/types.js' */

/** Before the name of a metric, in errors: the key of the configuration. */
export const BUDGETS_KEY = 'budgets'
const LARGEST = 1e12

/** By unit of a metric: what an amount can end with, as a multiple of that unit. @type {Record<BudgetedMetric['unit'], Record<string, number>>} */
const units = {
  // A micro sign is one of two characters.
  micros: { us: 1, '\u00b5s': 1, '\u03bcs': 1, ms: 1e3, s: 1e6 },
  perSecond: { '': 1, '/s': 1 },
  calls: { '': 1 },
  bytes: { B: 1, kB: 1e3, MB: 1e6 }
}

/** @type {Record<BudgetedMetric['unit'], string>} */
const examples = {
  micros: '"+3%" or "+20us" compared with the baseline, or at most "50ms"; units: us, ms, s',
  perSecond: '"-3%" or "-100" compared with the baseline, or at least "1000"',
  calls: '"+3%" or "+0.05" compared with the baseline, or at most "4"; without a unit',
  bytes: '"+3%" or "+100B" compared with the baseline, or at most "10kB"; units: B, kB, MB'
}

/**
 * Returns the budgets of a configuration.
 * @param {Record<string, string>} texts by metric, such as `{ cpuPerRequest: '+3%' }`
 * @returns {Budget[]}
 * @throws {WorkshopError} ERR_BAD_OPTION with the key as its option
 */
export function readBudgets(texts) {
  return Object.entries(texts).map(([name, text]) => readBudget(name, text))
}

/**
 * Returns the gates of a run, that on the verdict first.
 * @param {{ marginRatio: number | null } | undefined} failIfSlower @param {number} marginRatio of the experiment @param {Budget[]} budgets
 * @returns {Budget[]}
 */
export function gatesOf(failIfSlower, marginRatio, budgets) {
  if (!failIfSlower) return budgets
  const amount = failIfSlower.marginRatio ?? marginRatio
  return [{ name: 'slower', kind: 'relative', amount }, ...budgets.filter(({ name }) => name !== 'slower')]
}

/** @param {string} name @param {string} text @returns {Budget} */
function readBudget(name, text) {
  const names = Object.keys(budgetedMetrics)
  if (!isBudgeted(name)) {
    const problem = `no metric has this name${didYouMean(name, names)}`
    throw badOption(`${BUDGETS_KEY}.${name}`, problem, names.join(', '))
  }
  const { unit } = budgetedMetrics[name]
  const [, sign = '', digits = '', ending = ''] = /^\s*([+-]?)\s*(\d+(?:\.\d+)?)\s*(\D*?)\s*$/.exec(text) ?? []
  const worse = unit === 'perSecond' ? '-' : '+'
  const isRelative = ending === '%'
  const factor = isRelative ? 0.01 : units[unit][ending]
  const amount = Number(digits) * (factor ?? Number.NaN)
  if (digits === '') throw refused(`"${text}" is no amount`)
  if (factor === undefined) throw refused(`"${text}" has ${ending === '' ? 'no unit' : `another unit, ${ending}`}`)
  if (sign !== '' && sign !== worse) throw refused(`"${text}" would be a change for the better`)
  if (isRelative && sign === '') throw refused(`"${text}" has no sign: ${worse}${text.trim()}`)
  if (!(amount < LARGEST)) throw refused(`"${text}" is too large`)
  return { name, kind: isRelative ? 'relative' : sign === '' ? 'limit' : 'increase', amount }

  /** @param {string} problem */
  function refused(problem) {
    return badOption(`${BUDGETS_KEY}.${name}`, problem, examples[unit])
  }
}

/** @type {(name: string) => name is BudgetedName} */
function isBudgeted(name) {
  return Object.hasOwn(budgetedMetrics, name)
}
