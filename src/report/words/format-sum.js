import { decimalsOf, fixed, halfWidthDecimals, signed, TIME_UNITS, unitFor } from './digits.js'

/**
 * Returns a sum of costs of CPU that adds up as printed: start, parts of all groups, rest and end have one unit and the
 * decimals of the whole difference, and the rest takes what rounding leaves. A total can have more than three digits here.
 * @param {object} sum
 * @param {number} sum.start
 * @param {{ micros: number, low: number, high: number }} sum.difference end - start
 * @param {{ parts: number[], low: number | null, high: number | null }[]} sum.groups
 * @param {{ low: number | null, high: number | null } | null} sum.rest null where there are no groups
 */
export function formatSum({ start, difference, groups, rest }) {
  const { micros, low, high } = difference
  const width = (high - low) / 2
  const { size, name } = unitFor(Math.max(Math.abs(micros), width), TIME_UNITS)
  const decimals = Math.min(decimalsOf(Math.max(Math.abs(micros), width) / size), halfWidthDecimals(width / size))
  const scale = 10 ** decimals / size
  const [begin, whole] = [start, micros].map(rounded)
  const rounds = groups.map(({ parts }) => parts.map(rounded))
  const sums = rounds.map(parts => parts.reduce((total, part) => total + part, 0))
  const left = sums.reduce((total, part) => total - part, whole ?? 0)
  return {
    start: `${text(begin ?? 0)} ${name}`,
    end: `${text((begin ?? 0) + (whole ?? 0))} ${name}`,
    difference: withHalf(whole ?? 0, difference),
    groups: groups.map((group, index) => ({
      sum: withHalf(sums[index] ?? 0, group),
      parts: (rounds[index] ?? []).map(change)
    })),
    rest: rest && { figure: change(left), half: halfOf(rest) }
  }

  /** @param {number} value */
  function rounded(value) {
    return Math.round(value * scale)
  }

  /** @param {number} value scaled */
  function text(value) {
    return fixed(value / 10 ** decimals, decimals)
  }

  /** @param {number} value scaled */
  function change(value) {
    return signed(value, text(Math.abs(value)))
  }

  /** @param {number} value scaled @param {{ low: number | null, high: number | null }} interval */
  function withHalf(value, interval) {
    return `${change(value)} ${name}${halfOf(interval)}`
  }

  /** @param {{ low: number | null, high: number | null }} interval at least one unit of the last decimal */
  function halfOf({ low, high }) {
    return low === null || high === null ? '' : ` ± ${text(Math.max(1, rounded((high - low) / 2)))}`
  }
}
