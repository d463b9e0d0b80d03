/** @import { FunctionCosts } from '../../blame/types.js' */
/** @import { Analysis } from '../../types.js' */

/** @typedef {Record<FunctionCosts['unit'], { what: string, where: string }>} CostWords */

/** @type {CostWords} */
const costWords = {
  micros: { what: 'CPU per request', where: 'Where the CPU of a request goes' },
  bytes: { what: 'Bytes allocated per request', where: 'Where a request allocates bytes' },
  samples: { what: 'Samples per request', where: 'Where the samples of a request are' },
  latency: { what: 'Latency per request', where: 'Where a request waits' }
}
/** @type {CostWords} */
const costWordsPerProfile = {
  ...costWords,
  micros: { what: 'CPU time per profile', where: 'Where the CPU time goes' },
  bytes: { what: 'Bytes per profile', where: 'Where the bytes are' },
  samples: { what: 'Samples per profile', where: 'Where the samples are' }
}

/** Returns what the costs of a unit are. @param {FunctionCosts['unit']} unit @param {Pick<Analysis, 'imported'>} analysis */
export function costWordsOf(unit, { imported }) {
  return (imported?.isPerRequest === false ? costWordsPerProfile : costWords)[unit]
}
