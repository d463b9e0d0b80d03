import { artifactInWords, commandInWords, machineInWords } from '../report/words.js'

/**
 * @import { SavedRun } from '../runs/read-run.js'
 * @import { RunManifest } from '../runs/types.js'
 * @import { Analysis } from '../types.js'
 * @import { Part } from './render-page.js'
 */

/**
 * Returns where a run was measured, how to repeat it, and its files.
 * @param {SavedRun} run
 * @param {Analysis} analysis
 * @returns {Part[]}
 */
export function originOf({ manifest, launches }, { artifacts }) {
  const { reproduce, experiment } = manifest
  const files = artifacts.map(artifact => ({ words: artifactInWords(artifact), path: artifact.path }))
  if (launches.length > 0) files.push({ words: 'server output and profiler files', path: 'launches/' })
  const commands = experiment.variants.map(variant => [variant.name, commandInWords(variant)])
  return [
    { template: 'origin', reproduce, facts: [...factsOf(manifest), ...commands] },
    ...(files.length > 0 ? [{ template: 'files', files }] : [])
  ]
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
