import { formatBinarySize } from '../../report/words/format.js'
import { formatSizeRange } from '../skeleton/figures.js'
import { copyRoute } from './experiment.js'
import { estimateCellsMs, plannedCells } from './plan.js'
import { copy } from './question.js'

/** @import { Lab } from '../skeleton/types.js' */
/** @import { CopyTypes } from './types.js' */

/** @type {Lab<CopyTypes>} */
export const copyLab = {
  question: copy,
  needsPackages: false,
  help: {
    about:
      'copies files byte by byte, with a buffer, as streams, whole, and in the kernel, and compares times and calls with those of the paper: three minutes',
    profiles: 'a server that copies files as a stream, compared with a synchronous copy',
    full: 'files of up to 64 MiB byte by byte too: about twenty minutes',
    quick: 'about 10 s'
  },
  profiled: { experiment: copyRoute, about: 'POST /copy, synchronous and not', profilers: 'prof,cdp' },
  types: { manifest: 'CopyManifest', analysis: 'CopyLabAnalysis' },
  records: {
    cells: { file: 'cells.jsonl', type: 'CellRecord' },
    otherRequests: { file: 'other-requests.jsonl', type: 'OtherRequestsRecord' }
  },
  plannedCells,
  estimateMs: estimateCellsMs,
  nouns: ['copy', 'copies'],
  cellInWords: ({ sizeBytes }) => formatBinarySize(sizeBytes),
  stages: {
    samples: 'writing sample files, where they are not there yet',
    'other-requests': 'measuring other requests of a server that copies'
  },
  inLists: {
    cells: ({ lab, plan }) => formatSizeRange(lab.variants.flatMap(({ sizes }) => sizes[plan.length])),
    workload: ({ lab, plan: { part, length } }) => [part, lab.variants.map(({ sizes }) => sizes[length])],
    metrics: { copyTime: 'time per copy' }
  },
  work: () => import('./work.js')
}
