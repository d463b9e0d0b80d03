import { formatSizeRange } from '../skeleton/figures.js'
import { estimateUploadsMs, plannedUploads } from './plan.js'
import { upload } from './question.js'
import { uploadCellInWords, uploadOutcomeWords } from './report/words.js'

/** @import { Lab } from '../skeleton/types.js' */
/** @import { UploadTypes } from './types.js' */

/** @type {Lab<UploadTypes>} */
export const uploadLab = {
  question: upload,
  needsPackages: true,
  help: {
    about:
      'sends 125 files of 1 MiB, and 25 and 125 of 10 MiB, at once to a server with 512 MiB that takes uploads in six ways, and compares times, memory and outcomes with those of the paper: three to four minutes',
    parts: { limits: 'the largest file, and the most uploads at once, that each way survives' },
    full: '125 files of 10 MiB, 10 and 50 at once, and 1 GiB of memory',
    quick: '30 files of 1 MiB'
  },
  types: { manifest: 'UploadManifest', analysis: 'UploadLabAnalysis' },
  records: {
    cells: { file: 'cells.jsonl', type: 'UploadRecord' },
    launches: { file: 'launches.jsonl', type: 'UploadLaunchRecord' },
    probes: { file: 'probes.jsonl', type: 'LimitProbe' }
  },
  plannedCells: plannedUploads,
  estimateMs: estimateUploadsMs,
  nouns: ['cell', 'cells'],
  cellInWords: (cell, { settings }, { length }) => uploadCellInWords(cell, settings[length][0]),
  stages: {},
  inLists: {
    cells: ({ lab, plan }) => formatSizeRange(lab.batches[plan.length].map(({ sizeBytes }) => sizeBytes)),
    workload: ({ lab, plan: { part, length } }) => [part, lab.batches[length], lab.settings[length]],
    metrics: { uploadTime: 'time per file' },
    losses: uploadOutcomeWords
  },
  work: () => import('./work.js')
}
