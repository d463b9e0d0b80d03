import { checkSlices } from '../verdict/slice-validity.js'
import { flameGraphs } from './flame-graphs.js'

/**
 * @import { SavedRun } from '../runs/read-run.js'
 * @import { FlameGraph } from './types.js'
 */

/**
 * The flame graphs of a run, priced by the slices that count: a pure function of what was measured.
 * @param {Pick<SavedRun, 'manifest' | 'slices' | 'trees'>} measured
 * @returns {FlameGraph[]}
 */
export function analyseFlames({ manifest, slices, trees }) {
  const { experiment, design, folder } = manifest
  const [baseline = '', ...candidates] = experiment.variants.map(({ name }) => name)
  const valid = new Set(checkSlices(slices, experiment).valid)
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
