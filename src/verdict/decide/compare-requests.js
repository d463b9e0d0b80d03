import { sum } from '../../stats/means.js'
import { countsPerTurn } from '../../stats/weighted-order.js'
import { checkSlices, toDiscarded, unprofiledOf } from '../slices/slice-validity.js'
import { encodingOf } from './compare-answers.js'
import { compareUnderLoad } from './compare-under-load.js'
import { comparisonsOf } from './comparisons.js'
import { verdictsOnEach } from './decide.js'
import { sizeOf } from './size-of.js'

/**
 * @import { Experiment } from '../../experiments/types.js'
 * @import { Answers, RunManifest, SliceRecord } from '../../runs/types.js'
 * @import { RequestComparison } from '../types.js'
 */

/**
 * Returns what each of several requests costs alone. The verdicts are corrected for the number of requests and candidates together;
 * the verdict on the load of the experiment is not one of them.
 * @param {Pick<RunManifest, 'experiment' | 'design' | 'answers'>} manifest
 * @param {SliceRecord[]} slices of single requests
 * @param {number | null} roundMs the duration of a round of this run
 * @returns {RequestComparison[]} none of an experiment with one request
 */
export function compareRequests({ experiment, design, answers = [] }, slices, roundMs) {
  const { requests = [], variants } = experiment
  const counts = countsPerTurn(requests.map(({ weight }) => weight))
  const names = variants.map(({ name }) => name)
  const comparisons = comparisonsOf(experiment)
  const groups = requests.map(({ name }) =>
    unprofiledOf(
      checkSlices(
        slices.filter(({ request }) => request === name),
        withEncodings(experiment, answers, name)
      )
    )
  )
  const verdicts = verdictsOnEach({ experiment, design }, groups, roundMs)
  return groups.flatMap(function ofGroup(own, index) {
    const request = requests[index]
    if (!request) return []
    const { name, method = 'GET', path, weight } = request
    return {
      name,
      method,
      path,
      weight,
      share: (counts[index] ?? 0) / sum(counts),
      verdicts: verdicts[index] ?? [],
      sizes: comparisons.map(each => sizeOf(each, design.detailLoad, own.valid, comparisons.length * groups.length)),
      load: { load: design.detailLoad, ...compareUnderLoad(design.detailLoad, names, comparisons, own) },
      checks: { slices: own.all.length, discarded: own.discarded.map(toDiscarded) }
    }
  })
}

/**
 * Returns the experiment with the encoding that the responses to one request had before the run.
 * @type {(experiment: Experiment, answers: Answers[], name: string) => Experiment}
 */
function withEncodings(experiment, answers, name) {
  const own = answers.filter(({ request }) => request === name)
  const variants = experiment.variants.map(function withEncoding(variant) {
    const responses = own.find(each => each.variant === variant.name)?.answers ?? []
    return { ...variant, contentEncoding: encodingOf(responses) }
  })
  return { ...experiment, variants: /** @type {Experiment['variants']} */ (variants) }
}
