/**
 * Digits and units of the texts of numbers, see format.js: at most three significant digits, a comma between thousands.
 *
 * @typedef {{ size: number, name: string }[]} Units from the smallest, which has size 1
 */

const MOST_DECIMALS = 2
/** @type {Units} */
export const TIME_UNITS = [
  { size: 1, name: 'µs' },
  { size: 1e3, name: 'ms' },
  { size: 1e6, name: 's' }
]
/** @type {Units} */
export const BYTE_UNITS = [
  { size: 1, name: 'B' },
  { size: 1e3, name: 'kB' },
  { size: 1e6, name: 'MB' },
  { size: 1e9, name: 'GB' }
]
/** @type {Units} */
export const BINARY_UNITS = [
  { size: 1, name: 'B' },
  { size: 2 ** 10, name: 'KiB' },
  { size: 2 ** 20, name: 'MiB' },
  { size: 2 ** 30, name: 'GiB' }
]
/** @type {Units} */
export const LINK_UNITS = [
  { size: 1, name: 'bit/s' },
  { size: 1e3, name: 'kbit/s' },
  { size: 1e6, name: 'Mbit/s' },
  { size: 1e9, name: 'Gbit/s' }
]
/** @type {Units} */
export const SAMPLE_UNITS = [{ size: 1, name: 'samples' }]
/** @type {Units} */
export const NO_UNITS = [{ size: 1, name: '' }]

/** @param {number} value @param {Units} units */
export function withUnit(value, units) {
  const { size, name } = unitFor(Math.abs(value), units)
  const figure = value / size
  return `${fixed(roundedTo3(figure), decimalsOf(figure))} ${name}`.trimEnd()
}

/** Returns the largest unit of which there is at least one after rounding. @param {number} size @param {Units} units */
export function unitFor(size, units) {
  const rounded = roundedTo3(size)
  return units.findLast(unit => rounded >= unit.size) ?? { size: 1, name: units[0]?.name ?? '' }
}

/** @param {number} value */
export function roundedTo3(value) {
  return Number(value.toPrecision(3))
}

/** @param {number} value what is left of three digits after the point, two at most */
export function decimalsOf(value) {
  const size = Math.abs(roundedTo3(value))
  if (size === 0 || size >= 100) return 0
  return size >= 10 ? 1 : MOST_DECIMALS
}

/** @param {number} half of an interval */
export function halfWidthDecimals(half) {
  return half === 0 ? MOST_DECIMALS : Math.max(0, -Math.floor(Math.log10(half / 2)))
}

/**
 * @param {number} value @param {number} decimals
 * @returns {string} with a comma between thousands, and no sign before zero
 */
export function fixed(value, decimals) {
  const text = Math.abs(value).toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals
  })
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text
}

/** @param {number} value @param {string} text of its size */
export function signed(value, text) {
  if (!/[1-9]/.test(text)) return text
  return value < 0 ? `-${text}` : `+${text}`
}
