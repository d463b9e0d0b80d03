import { commandText } from '../../errors/secrets.js'
import { fileInWords, filesInWords, machineInWords } from '../../report/words/words.js'

/** @import { Variant } from '../../experiments/types.js' */
/** @import { SavedRun } from '../../runs/read-run.js' */
/** @import { RunOrigin } from '../../runs/types.js' */
/** @import { Part } from '../render-page.js' */

/**
 * Returns where a run was measured and how to repeat it.
 * @param {RunOrigin} manifest @param {{ variants: Variant[], seed: number }} measured @returns {Part[]}
 */
export function originOf({ startedAt, machine, versions, gitCommit, reproduce }, { variants, seed }) {
  const programs = Object.entries(versions).map(entry => entry.join(' '))
  const facts = [
    ['Measured', startedAt],
    ['Machine', machineInWords(machine)],
    ['Versions', programs.join(', ')],
    ['Commit', gitCommit ?? 'unknown'],
    ['Seed', String(seed)],
    ...variants.map(variant => [variant.name, commandText(variant)])
  ]
  return [{ template: 'origin', reproduce, facts }]
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
    return { words, paths: variants.map(name => same.find(({ variant }) => variant === name)?.path ?? null) }
  })
  const hasTexts = artifacts.some(({ kind }) => kind === 'ticks')
  const summary = filesInWords(artifacts)
  return [{ template: 'files', summary, variants, files, hasTexts, hasLaunches: launches.length > 0 }]
}
