import { info } from '../../src/experiments/info.js'
import { makeManifest, makeMeasured, makeSlice } from './make-run.js'

/** @import { SavedRun } from '../../src/runs/read-run.js' */
/** @import { SliceRecord } from '../../src/runs/types.js' */

/** Microseconds of CPU per request; 70% of them on the main thread. */
export const toggleCosts = { off: 100, 'log=sync': 110, 'gzip=on': 200, both: 240 }

/**
 * Returns rounds of all four variants of `info`, as valid slices.
 * @param {number} rounds
 * @param {(cost: number, variant: string, round: number) => number} [disturb]
 * @returns {SliceRecord[]}
 */
export function makeToggleRounds(rounds, disturb = cost => cost) {
  return Array.from({ length: rounds }, (_, round) => round).flatMap(round =>
    Object.entries(toggleCosts).map(function sliceOf([variant, cost]) {
      const encoding = info.variants.find(({ name }) => name === variant)?.contentEncoding ?? ''
      return makeSlice({
        variant,
        round,
        launch: `${round}-${variant}`,
        cpuMicros: disturb(cost, variant, round) * 1000,
        contentEncodings: { [encoding]: 1000 }
      })
    })
  )
}

/**
 * Returns a saved run of `info`.
 * @param {Partial<SavedRun>} [changes]
 * @returns {SavedRun}
 */
export function makeToggleRun(changes = {}) {
  return makeMeasured({ manifest: makeManifest({ experiment: info }), slices: makeToggleRounds(6), ...changes })
}
