import { calibration, plantedVariant } from '../../../src/experiments/calibration.js'

/** @import { Experiment } from '../../../src/experiments/types.js' */

/** The experiments that proofs record beside the calibration: more sizes of planted costs. */

/** @type {Experiment} */
export const planted = {
  ...calibration,
  name: 'planted',
  question: 'Is a planted cost found, and nothing else?',
  variants: [
    plantedVariant('none'),
    plantedVariant('none again', 'none'),
    plantedVariant('burn:5'),
    plantedVariant('burn:20'),
    plantedVariant('burn:100'),
    plantedVariant('log'),
    plantedVariant('compress', 'compress', 'gzip')
  ]
}

/** @type {Experiment} */
export const plantedAllocation = {
  ...calibration,
  name: 'planted-allocation',
  question: 'Are planted bytes found, and nothing else?',
  variants: [plantedVariant('none'), plantedVariant('none again', 'none'), plantedVariant('allocate')]
}
