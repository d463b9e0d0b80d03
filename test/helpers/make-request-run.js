import { infoLog } from '../../src/experiments/info.js'
import { makeManifest, makeMeasured, makeSlice } from './make-run.js'

/** @import { SavedRun } from '../../src/runs/read-run.js' */
/** @import { SliceRecord } from '../../src/runs/types.js' */

const headers = { accept: '*/*' }
export const requests = [
  { name: 'GET /a', weight: 9, path: '/a', headers },
  { name: 'GET /b', weight: 1, path: '/b', headers }
]
const variants = /** @type {typeof infoLog.variants} */ (
  infoLog.variants.map(variant => ({ ...variant, contentEncoding: null }))
)
export const requestManifest = makeManifest({ experiment: { ...infoLog, variants, requests } })
/** Microseconds of the baseline per request, and by how much the candidate takes longer. Of the mix: (9 x 100 + 200) / 10. */
const truth = {
  mix: { micros: 110, ratio: 1.0182 },
  'GET /a': { micros: 100, ratio: 1 },
  'GET /b': { micros: 200, ratio: 1.1 }
}

/**
 * Returns nine rounds of one request alone, or of the mix, while the machine changes its speed.
 * @param {keyof typeof truth} name
 * @param {Partial<SliceRecord>} [changes]
 * @returns {SliceRecord[]}
 */
export function roundsOf(name, changes = {}) {
  const { micros, ratio } = truth[name]
  return Array.from({ length: 9 }, (_, round) => round).flatMap(round =>
    ['log=off', 'log=sync'].map(function sliceOf(variant) {
      const cost = micros * (variant === 'log=sync' ? ratio : 1) * (1 + (round % 3) / 10)
      return makeSlice({
        variant,
        round,
        launch: `${round}-${variant}`,
        cpuMicros: 1000 * cost,
        durationMs: cost * 10,
        ...(name !== 'mix' && { request: name }),
        ...changes
      })
    })
  )
}

/**
 * Returns a saved run in which `GET /b` alone is slower, a tenth of all requests.
 * @param {Partial<SavedRun>} [changes]
 */
export function makeRequestRun(changes = {}) {
  const requestSlices = [...roundsOf('GET /a'), ...roundsOf('GET /b')]
  return makeMeasured({ manifest: requestManifest, slices: roundsOf('mix'), requestSlices, ...changes })
}
