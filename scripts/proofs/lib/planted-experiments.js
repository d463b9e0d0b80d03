import { calibration, plantedVariant } from '../../../src/experiments/calibration.js'

/** @import { Experiment } from '../../../src/experiments/types.js' */

/** The experiments that proofs record beside the calibration: more sizes of planted costs, and one variant per launch. */

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

/**
 * Small costs: about 2, 5 and 10% of the CPU per request on the main thread, which was 177 µs on the machine where the
 * sizes were chosen. Each launch records what was planted and how much that cost.
 * @type {Experiment}
 */
export const plantedSlices = {
  ...calibration,
  name: 'planted-slices',
  question: 'How small a planted cost is found, and how often one where there is none?',
  variants: [
    plantedVariant('none'),
    plantedVariant('none again', 'none'),
    plantedVariant('burn:3.6'),
    plantedVariant('burn:9'),
    plantedVariant('burn:18')
  ]
}

/** For the methods that measure one server after the other. Its name is in recorded runs. @type {Experiment} */
export const plantedAlone = {
  ...plantedSlices,
  name: 'planted-alone',
  question: 'How small a planted cost is found by measuring one server after the other?',
  variants: [plantedVariant('none'), plantedVariant('none again', 'none'), plantedVariant('burn:9')]
}
