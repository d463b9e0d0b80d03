import { usableSlices } from '../verdict/usable-slices.js'
import { flameGraphs } from './flame-graphs.js'

/**
 * @import { Measured } from '../analyse-run.js'
 * @import { FlameGraph } from './types.js'
 */

/**
 * The flame graphs of a run, priced by the slices that count: a pure function of what was measured.
 * @param {Pick<Measured, 'manifest' | 'slices' | 'trees'>} measured
 * @returns {FlameGraph[]}
 */
export function analyseFlames({ manifest, slices, trees }) {
  const { experiment, design, folder } = manifest
  const [baseline = '', ...candidates] = experiment.variants.map(({ name }) => name)
  const valid = new Set(usableSlices(slices, experiment).valid)
  return flameGraphs({
    profilers: design.profilers.map(({ name }) => name),
    baseline,
    candidates,
    folder,
    trees,
    slices,
    isValid: slice => valid.has(slice),
    load: design.loads[0]
  })
}
