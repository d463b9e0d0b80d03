import { planted, plantedVariant } from './planted.js'

/** @import { Experiment } from './types.js' */

/** A server beside itself, and beside itself with a known cost: what a machine's verdicts and blame are worth. */

/** @type {Experiment} */
export const calibration = {
  ...planted,
  name: 'calibration',
  question: 'Are servers that are the same told apart, and planted costs found?',
  variants: [
    plantedVariant('none'),
    plantedVariant('none again', 'none'),
    plantedVariant('burn:10'),
    plantedVariant('log'),
    plantedVariant('allocate')
  ]
}

/**
 * Of the variants: the one that is the baseline again, and the function that has each planted cost. With fewer rounds neither
 * spreads nor false alarms mean much.
 */
export const calibrationTruths = {
  fewestRounds: 6,
  identical: 'none again',
  plantedFunctions: new Map([
    ['burn-10', 'burn'],
    ['log', 'log'],
    ['allocate', 'allocate']
  ])
}
