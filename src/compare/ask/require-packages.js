import { WorkshopError } from '../../errors/errors.js'
import { installCommand, missingPackages, otherMajors, testedPackages } from '../../system/missing-package.js'

/** @import { Design } from '../../measure/types.js' */

/** What the built-in app is made of. */
export const APP_PACKAGES = ['express', 'compression', 'bootstrap', 'ejs']
/** By the beginning of the name of a profiler. */
const profilerPackages = { '0x': '0x', clinic: 'clinic' }
const ARTILLERY = ['artillery', '@artilleryio/int-core']

/**
 * Refuses to begin what needs a package that is not installed, or is in another major version: not every use needs the tools that
 * few users name.
 * @param {string[]} names
 * @throws {WorkshopError} ERR_NOT_INSTALLED, ERR_OTHER_MAJOR
 */
export function requirePackages(names) {
  const others = otherMajors(names)
  if (others.length > 0) {
    const details = { installed: others.join(', '), packages: testedPackages(names) }
    throw new WorkshopError('ERR_OTHER_MAJOR', details)
  }
  const missing = missingPackages(names)
  if (missing.length === 0) return
  throw new WorkshopError('ERR_NOT_INSTALLED', { packages: missing.join(', '), command: installCommand(missing) })
}

/**
 * Returns the packages of the profilers and load generators of a design.
 * @param {Pick<Design, 'profilers' | 'loads'>} design
 */
export function packagesOf({ profilers, loads }) {
  const named = Object.entries(profilerPackages).flatMap(([beginning, name]) =>
    profilers.some(profiler => profiler.name.startsWith(beginning)) ? [name] : []
  )
  return loads.some(({ generator }) => generator === 'artillery') ? [...named, ...ARTILLERY] : named
}
