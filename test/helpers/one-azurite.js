import { afterAll, beforeAll } from '@jest/globals'
import { startAzurite } from './azurite.js'

/** @import { Azurite } from './azurite.js' */

/**
 * Starts one blob store for a test file, and ends it after all its tests. Call it once at the top of the file.
 * @returns {() => Azurite} returns the store; to be called in tests
 */
export function oneAzurite() {
  /** @type {Azurite} */
  let azurite
  beforeAll(async () => {
    azurite = await startAzurite()
  })
  afterAll(() => azurite.end())
  return () => azurite
}
