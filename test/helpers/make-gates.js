import { analyse } from '../../src/analyse.js'
import { makeManifest, makeMeasured, makeSlice } from './make-run.js'

/** @import { Load } from '../../src/load/types.js' */
/** @import { SliceRecord } from '../../src/runs/types.js' */
/** @import { Budget } from '../../src/verdict/types.js' */

export const [baseline, candidate] = ['log=off', 'log=sync']
/** The half-width of a t interval of six values that are d above and below their mean by turns: t(0.975, 5) d / sqrt(5). */
export const HALF_OF_SIX = 2.570582 / Math.sqrt(5)
/** @type {Load} */
export const open = { generator: 'paced', mode: 'open', arrivals: 'constant', capacityShare: 0.5 }

/**
 * Returns rounds of one slice per variant: the candidate costs 5% more, by 1% more or less in turn.
 * @param {number} rounds
 * @param {(place: { isCandidate: boolean, round: number }) => Partial<SliceRecord['server']>} [counted] per request
 */
export function roundsOf(rounds, counted = () => ({})) {
  return Array.from({ length: rounds }, (_, round) => round).flatMap(round =>
    [baseline, candidate].map(function sliceOf(variant) {
      const isCandidate = variant === candidate
      const factor = isCandidate ? 1.05 * Math.exp(round % 2 === 0 ? 0.01 : -0.01) : 1
      const completed = 1000
      const place = { variant, launch: `${round}-${variant}`, round }
      const slice = makeSlice({ ...place, completed, durationMs: 1000 * factor, cpuMicros: 100 * factor * completed })
      const counts = Object.entries(counted({ isCandidate, round })).map(([name, count]) => [
        name,
        Number(count) * completed
      ])
      return { ...slice, server: { ...slice.server, ...Object.fromEntries(counts) } }
    })
  )
}

/** @param {SliceRecord[]} slices @param {Budget[]} budgets @param {Load[]} [more] loads */
export function analysisOf(slices, budgets, more = []) {
  const manifest = makeManifest()
  const { design } = manifest
  const loads = /** @type {[Load, ...Load[]]} */ ([...design.loads, ...more])
  return analyse(makeMeasured({ manifest: { ...manifest, design: { ...design, loads, budgets } }, slices })).analysis
}

/** @param {SliceRecord[]} slices @param {Budget} budget @param {Load[]} [more] */
export function gateOf(slices, budget, more) {
  const [gate] = analysisOf(slices, [budget], more).gates ?? []
  if (!gate) throw new Error('no gate')
  return gate
}

/** @param {SliceRecord[]} slices @param {Partial<SliceRecord['server']>} counts */
export function withCounts(slices, counts) {
  return slices.map(slice => ({ ...slice, server: { ...slice.server, ...counts } }))
}
