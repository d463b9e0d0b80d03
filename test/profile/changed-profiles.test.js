import { test } from '@jest/globals'
import fc from 'fast-check'
import { profileTargets } from '../helpers/profile-fuzz.js'

test.each(profileTargets)('$name: what is changed is read as a sound profile, or refused', async ({ cases, holds }) => {
  await fc.assert(
    fc.asyncProperty(cases, async content => void (await holds(content))),
    { seed: 16, numRuns: 50 }
  )
})
