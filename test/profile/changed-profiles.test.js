import { test } from '@jest/globals'
import fc from 'fast-check'
import { profileTargets } from '../helpers/profile-fuzz.js'

test.each(profileTargets)(
  '$name: what is changed is read as a sound profile, or refused',
  async ({ arbitrary, check }) => {
    await fc.assert(
      fc.asyncProperty(arbitrary, async changes => void (await check(changes))),
      { seed: 16, numRuns: 50 }
    )
  }
)
