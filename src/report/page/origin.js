import { artifactInWords } from '../words.js'

/**
 * Where a run was made, how to make it again, and what it left to look at.
 * @param {import('../../types.js').RunManifest} manifest
 * @param {import('../../types.js').Analysis} analysis
 * @returns {import('./render-page.js').Part[]}
 */
export function originOf(manifest, { artifacts }) {
  const { reproduce, experiment } = manifest
  const files = artifacts.map(artifact => ({ words: artifactInWords(artifact), path: artifact.path }))
  const commands = experiment.variants.map(({ name, command, env }) => [
    name,
    [...Object.entries(env).map(([key, value]) => `${key}=${value}`), ...command].join(' ')
  ])
  return [
    { template: 'origin', reproduce, facts: [...factsOf(manifest), ...commands] },
    ...(files.length > 0 ? [{ template: 'files', files }] : [])
  ]
}

/**
 * @param {import('../../types.js').RunManifest} manifest
 * @returns {[name: string, value: string][]}
 */
export function factsOf({ startedAt, machine, versions, gitCommit, design }) {
  const memoryGiB = Math.round(machine.memoryBytes / 2 ** 30)
  return [
    ['Measured', startedAt],
    [
      'Machine',
      `${machine.cores} cores (${machine.cpuModel}), ${memoryGiB} GiB, ${machine.platform} ${machine.release}`
    ],
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
