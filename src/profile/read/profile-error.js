/** @import { ProfileFault, ProfileValue } from '../../errors/types.js' */

/** What is wrong in the content of a profile. The caller that opened the file knows its name, and adds it. */
export class ProfileError extends Error {
  /** @param {ProfileFault} fault */
  constructor(fault) {
    super(JSON.stringify(fault))
    this.name = 'ProfileError'
    this.fault = fault
  }
}

/**
 * Returns the error of a value that is missing, or of another type or size than the format has.
 * @param {string} at the place in the file, such as `nodes[3].callFrame.url`
 * @param {ProfileValue} expected
 */
export function wrongValue(at, expected) {
  return new ProfileError({ code: 'wrong-value', at, expected })
}
