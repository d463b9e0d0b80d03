/**
 * Nothing finer than a tenth of a unit is to be seen in a picture.
 * @param {number} value
 */
export function toTenths(value) {
  return Math.round(value * 10) / 10
}
