import { badOption } from '../../compare/ask/bad-option.js'
import { designOf } from '../../compare/ask/design-of.js'
import { measureWords, readMeasureOptions, seedOf } from '../../compare/ask/measure-options.js'
import { APP_PACKAGES, packagesOf, requirePackages } from '../../compare/ask/require-packages.js'
import { measureExperiment } from '../../compare/save/measure-and-save.js'
import { WorkshopError } from '../../errors/errors.js'
import { usableCores } from '../../system/cores.js'
import { typedCommand } from '../../system/files/workshop-root.js'
import { experiments } from '../options/experiments.js'
import { command } from '../options/read-arguments.js'
import { measureRuns } from './measure-runs.js'

/** @import { Given } from '../options/read-arguments.js' */
/** @import { Session } from './measure-runs.js' */

/** `workshop run`: measures one experiment after the other, each in its own run folder, and reports each. */
export const runCommand = command({ name: 'run', options: readRunOptions, run: measureAll })

/** @param {ReturnType<typeof readRunOptions>} options */
async function measureAll(options) {
  const seed = seedOf(options)
  const cores = await usableCores()
  const asked = options.experiments.map(function toAsked(experiment) {
    const design = designOf(experiment, options, seed, cores)
    const reproduce = [typedCommand, 'run', experiment.name, ...measureWords(options, seed)].join(' ')
    const measure = (/** @type {Session} */ session) => measureExperiment({ experiment, design, reproduce, ...session })
    return { experiment, design, measure }
  })
  requirePackages([...APP_PACKAGES, ...asked.flatMap(({ design }) => packagesOf(design))])
  return measureRuns(asked, options, {
    json: analyses => (asked.length === 1 ? (analyses[0] ?? null) : analyses)
  })
}

/**
 * Returns the options of `workshop run`.
 * @param {Given} given
 * @throws {WorkshopError} ERR_BAD_OPTION, ERR_UNKNOWN_EXPERIMENT
 */
export function readRunOptions({ values, words }) {
  return { ...readMeasureOptions(values), experiments: readExperiments(words) }
}

/** @param {string[]} names */
function readExperiments(names) {
  const allowed = [...experiments.keys()].join(', ')
  if (names.length === 0) throw badOption('run', 'name an experiment', allowed)
  return names.map(function find(name) {
    const experiment = experiments.get(name)
    if (!experiment) throw new WorkshopError('ERR_UNKNOWN_EXPERIMENT', { name, allowed })
    return experiment
  })
}
