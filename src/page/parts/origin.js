import { commandText } from '../../errors/secrets.js'
import { machineInWords } from '../../report/words/words.js'

/**
 * @import { Variant } from '../../experiments/types.js'
 * @import { RunOrigin } from '../../runs/types.js'
 * @import { Part } from '../render-page.js'
 */

/**
 * Returns where a run was measured and how to repeat it.
 * @param {RunOrigin} manifest
 * @param {{ variants: Variant[], seed: number }} measured
 * @returns {Part[]}
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
