import { wrongProblem, wrongValueIn } from './check-record.js'
import { isFileName } from './file-name.js'

/**
 * @import { Experiment } from '../experiments/types.js'
 * @import { KnownLabs } from './lab-types.js'
 * @import { RunManifest } from './types.js'
 */

/**
 * Returns what is wrong with a run.json, as a part of a sentence.
 * @param {any} manifest in the present schema
 * @param {KnownLabs} [labs] without them the run of any lab is checked for what every lab has
 * @returns {string | null}
 */
export function manifestFault(manifest, labs) {
  const type = 'lab' in manifest ? labTypeOf(manifest, labs) : 'RunManifest'
  if (type === null) return `this version has no lab ${JSON.stringify(manifest.lab.name)}`
  const wrong =
    wrongValueIn(type, manifest, { isMeasured: false }) ?? (manifest.problem && wrongProblem(manifest.problem))
  if (wrong) return `${wrong.place} ${wrong.problem}`.trim()
  return 'lab' in manifest ? namesFault(manifest.lab.variants) : experimentFault(manifest)
}

/** @param {{ lab: unknown }} manifest @param {KnownLabs} [labs] @returns {string | null} null where there is no such lab */
function labTypeOf({ lab }, labs) {
  const name = /** @type {{ name?: unknown } | null} */ (lab)?.name
  if (!labs || typeof name !== 'string') return 'LabManifest'
  return labs.get(name)?.types.manifest ?? null
}

/** @param {RunManifest} manifest */
function experimentFault({ experiment, design }) {
  const known = new Set(experiment.variants.map(({ name }) => name))
  const unknown = [...toggled(experiment), ...(design.profiledVariants ?? [])].find(name => !known.has(name))
  if (unknown !== undefined) return `it has no variant ${JSON.stringify(unknown)}`
  if (new Set(experiment.toggles?.map(({ pairs: [[baseline]] }) => baseline)).size > 1)
    return '/experiment/toggles must have one baseline'
  const profilers = design.profilers.find(({ name }) => !isFileName(name))
  if (profilers) return `/design/profilers has ${JSON.stringify(profilers.name)}, which is no name`
  return namesFault(experiment.variants)
}

/** @param {Experiment} experiment */
function toggled({ toggles = [] }) {
  return toggles.flatMap(({ pairs }) => pairs.flat())
}

/** @param {{ name: string }[]} variants */
function namesFault(variants) {
  const names = variants.map(({ name }) => name)
  const wrong = names.find((name, index) => !isFileName(name) || names.indexOf(name) < index)
  return wrong === undefined ? null : `a variant is called ${JSON.stringify(wrong)}, which is no name of its own`
}
