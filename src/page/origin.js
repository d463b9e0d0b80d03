import { commandText } from '../errors.js'
import { machineInWords } from '../report/words.js'

/**
 * @import { SavedRun } from '../runs/read-run.js'
 * @import { RunManifest } from '../runs/types.js'
 * @import { Part } from './render-page.js'
 */

/**
 * Returns where a run was measured and how to repeat it.
 * @param {Pick<SavedRun, 'manifest'>} run
 * @returns {Part[]}
 */
export function originOf({ manifest }) {
  const { reproduce, experiment } = manifest
  const commands = experiment.variants.map(variant => [variant.name, commandText(variant)])
  return [{ template: 'origin', reproduce, facts: [...factsOf(manifest), ...commands] }]
}

/** @param {RunManifest} manifest @returns {[name: string, value: string][]} */
function factsOf({ startedAt, machine, versions, gitCommit, design }) {
  return [
    ['Measured', startedAt],
    ['Machine', machineInWords(machine)],
    [
      'Versions',
      Object.entries(versions)
        .map(entry => entry.join(' '))
        .join(', ')
    ],
    ['Commit', gitCommit ?? 'unknown'],
    ['Seed', String(design.seed)]
  ]
}
