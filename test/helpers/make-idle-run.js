import { makeManifest, makeMeasured, makeSlice } from './make-run.js'

/** @import { Load } from '../../src/load/types.js' */
/** @import { RunManifest, SliceRecord } from '../../src/runs/types.js' */

/** @type {Load} */
const open = { generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.6 }
/** Milliseconds, by variant: under the usual load both wait for the same time. */
const waits = { 'log=off': { closed: 50, paced: 20 }, 'log=sync': { closed: 50, paced: 30 } }

/**
 * Returns six rounds of servers that wait: slices at one rate, and separate ones under both loads. Half of the rounds are 1%
 * slower, the others 1% faster.
 * @param {number} [factor] of the latency of the paced load
 * @returns {SliceRecord[]}
 */
function makeIdleRounds(factor = 1) {
  return [0, 1, 2, 3, 4, 5].flatMap(round =>
    Object.entries(waits).flatMap(function ofVariant([variant, { closed, paced }]) {
      const place = { variant, round, launch: `${round}-${variant}` }
      const swing = Math.exp(round % 2 === 0 ? 0.01 : -0.01)
      return [
        makeSlice({ ...place, load: open, beside: ['another'] }),
        makeSlice({ ...place, index: 1, latencyMicrosOfAll: closed * 1000 }),
        makeSlice({ ...place, index: 2, load: open, latencyMicrosOfAll: Math.round(paced * 1000 * factor * swing) })
      ]
    })
  )
}

/**
 * Returns a run whose verdict is on the p50 latency of the paced load: its candidate takes 30 ms, its baseline 20 ms.
 * @param {Partial<RunManifest>} [changes] @param {number} [factor] of these
 */
export function makeIdleRun(changes = {}, factor = 1) {
  const manifest = makeManifest(changes)
  const { design } = manifest
  const loads = /** @type {[Load, Load]} */ ([design.loads[0], open])
  return makeMeasured({ manifest: { ...manifest, design: { ...design, loads } }, slices: makeIdleRounds(factor) })
}
