/**
 * @import { AlonePair } from './side-by-side-methods.js'
 * @import { AloneBank } from './slice-bank.js'
 */

/**
 * Runs of those who measure one server after the other, from the launches that were recorded alone.
 */

/**
 * Both launches of the same round: they were played next to each other.
 * @param {AloneBank} bank
 * @param {number} slices of 5 s that each launch is given, from its first
 * @param {string} baseline
 * @param {string} candidate
 * @returns {AlonePair[]}
 */
export function alonePairs(bank, slices, baseline, candidate) {
  return bank.roundsOf(slices).flatMap(function pairUp(round) {
    const [one, other] = [round[baseline], round[candidate]]
    return one && other ? [{ baseline: one, candidate: other }] : []
  })
}

/**
 * @param {AloneBank} bank
 * @param {number} slices
 */
export function launchMs({ timing }, slices) {
  return timing.startMs + slices * timing.sliceMs
}

/**
 * @param {AloneBank} bank
 * @param {number} slices
 * @param {number} wallMs
 */
export function pairsThatFit(bank, slices, wallMs) {
  return Math.floor(wallMs / (2 * launchMs(bank, slices)))
}
