/** @import { FunctionCosts } from '../../blame/types.js' */
/** @import { ImportedKind } from '../../runs/types.js' */
/** @import { Analysis, Imported } from '../../types.js' */

/** @type {Record<FunctionCosts['unit'], { what: string, where: string }>} */
const costWords = {
  micros: { what: 'CPU per request', where: 'Where the CPU of a request goes' },
  bytes: { what: 'Bytes allocated per request', where: 'Where a request allocates bytes' },
  samples: { what: 'Samples per request', where: 'Where the samples of a request are' },
  latency: { what: 'Latency per request', where: 'Where a request waits' }
}
/** @type {Record<ImportedKind, string>} */
const importedNames = {
  cpu: 'CPU time',
  wall: 'wall time',
  time: 'time',
  allocated: 'allocated bytes',
  live: 'live bytes',
  bytes: 'bytes',
  samples: 'samples'
}

/** Returns what the costs of a unit are. @param {FunctionCosts['unit']} unit @param {Pick<Analysis, 'imported'>} analysis */
export function costWordsOf(unit, { imported }) {
  if (!imported) return costWords[unit]
  const [first = '', ...others] = importedCost(imported)
  const what = [first.toUpperCase(), ...others].join('')
  return { what, where: `${what} by function` }
}

/** Returns what the costs of imported profiles are, such as CPU time per profile. @param {Pick<Imported, 'counts' | 'isPerRequest'>} imported */
export function importedCost({ counts, isPerRequest }) {
  return `${importedName(counts)} per ${isPerRequest ? 'request' : 'profile'}`
}

/** Returns what profiles count. @param {ImportedKind | null} counts */
export function importedName(counts) {
  return counts === null ? '' : importedNames[counts]
}
