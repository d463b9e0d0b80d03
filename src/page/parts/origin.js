import { commandText } from '../../errors/secrets.js'
import { fileInWords, filesInWords, machineInWords } from '../../report/words/words.js'

/** @import { Variant } from '../../experiments/types.js' */
/** @import { SavedRun } from '../../runs/read-run.js' */
/** @import { Artifact, RunOrigin } from '../../runs/types.js' */
/** @import { Part } from '../render-page.js' */

/**
 * Returns where a run was measured and how to repeat it.
 * @param {RunOrigin} manifest @param {{ variants: Variant[], seed: number }} measured @returns {Part[]}
 */
export function originOf(manifest, { variants, seed }) {
  const commands = variants.map(variant => [variant.name, commandText(variant)])
  const facts = [...factsOf(manifest), ['Seed', String(seed)], ...commands]
  return [{ template: 'origin', reproduce: manifest.reproduce, facts }]
}

/** @param {RunOrigin} manifest @returns {[name: string, value: string][]} */
function factsOf({ startedAt, machine, versions, gitCommit }) {
  return [
    ['Measured', startedAt],
    ['Machine', machineInWords(machine)],
    [
      'Versions',
      Object.entries(versions)
        .map(entry => entry.join(' '))
        .join(', ')
    ],
    ['Commit', gitCommit ?? 'unknown']
  ]
}

/**
 * Returns the files of a run as a table of links: one row per kind of file, one column per variant.
 * @param {Pick<SavedRun, 'artifacts' | 'launches'>} run @param {string[]} variants
 * @returns {Part[]} none without files
 */
export function filesPart({ artifacts, launches }, variants) {
  if (artifacts.length === 0 && launches.length === 0) return []
  const kinds = [...new Set(artifacts.map(fileInWords))]
  const files = kinds.map(function rowOf(words) {
    const same = artifacts.filter(artifact => fileInWords(artifact) === words)
    return { words, paths: variants.map(name => pathOf(same, name)) }
  })
  return [
    {
      template: 'files',
      summary: filesInWords(artifacts),
      variants,
      files,
      hasTexts: artifacts.some(({ kind }) => kind === 'ticks'),
      hasLaunches: launches.length > 0
    }
  ]
}

/** @param {Artifact[]} artifacts @param {string} name */
function pathOf(artifacts, name) {
  return artifacts.find(({ variant }) => variant === name)?.path ?? null
}
