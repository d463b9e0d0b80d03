import { badOption } from './bad-option.js'

/** What is about a verdict, or leaves out profilers, by the name that is typed. One server alone has no use for it. */
export const VERDICT_OPTIONS =
  'only until cold quick fail-if-slower allow-undecided save-baseline against force budgets shard'.split(' ')

/**
 * Refuses what one server alone has no use for, and a profile without a profiler.
 * @param {Record<string, unknown>} values by the name that is typed @param {string[]} [profilers]
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function checkProfile(values, profilers) {
  const wrong = VERDICT_OPTIONS.find(name => values[name] !== undefined)
  const allowed = 'a profile without it (--short for a quick trial), or two commands for compare'
  if (wrong) throw badOption(wrong === 'budgets' ? wrong : `--${wrong}`, 'one server alone has no verdict', allowed)
  if (profilers?.length === 0) throw badOption('--profiler', 'a profile needs one', 'prof, cdp or both, or none given')
}
