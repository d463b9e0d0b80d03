/** A name is that of a folder: it has no separator, and does not begin with a dot. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** What {@link isBaselineName} allows, in words. */
export const BASELINE_NAMES = 'up to 64 letters, digits and any of . _ -, the first a letter or digit'

/** Returns whether a baseline can have a name. @param {string} name */
export function isBaselineName(name) {
  return NAME.test(name)
}
