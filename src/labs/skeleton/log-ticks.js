import { formatTick } from '../../report/words/format.js'

/** Returns a power of ten as text, such as 10 ms or 1 s. @param {number} ms */
export function formatTickMs(ms) {
  if (ms >= 1000) return `${formatTick(ms / 1000)} s`
  return ms >= 1 ? `${formatTick(ms)} ms` : `${formatTick(ms * 1000)} µs`
}

/** Returns the powers of ten between the least and the largest value. @param {number[]} values above 0 */
export function powersOfTen(values) {
  const [first, last] = [Math.ceil(Math.log10(Math.min(...values))), Math.floor(Math.log10(Math.max(...values)))]
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index))
}

/** Returns 1, 2 and 5 times the powers of ten between the least and the largest value. @param {number[]} values above 0 */
export function stepsOfTen(values) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return powersOfTen([least / 10, most])
    .flatMap(power => [power, 2 * power, 5 * power])
    .filter(step => step >= least && step <= most)
}
