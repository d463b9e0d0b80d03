import { storeQueues } from './experiment.js'
import { estimateStoreMs, plannedStoreCells } from './measure/plan.js'
import { store } from './question.js'
import { storeCellInWords } from './report/words.js'

/** @import { Lab } from '../skeleton/types.js' */
/** @import { StoreTypes } from './types.js' */

/** @type {Lab<StoreTypes>} */
export const storeLab = {
  question: store,
  needsPackages: true,
  help: {
    about:
      'compares five ways to put a pool of threads and a queue in front of an embedded store, with PUT and GET: four to five minutes',
    parts: { search: 'the best pool and queue among 12, in about seven minutes' },
    profiles: 'two kinds of queue by CPU, bytes allocated and queue wait: about five minutes',
    full: '25% to 250% of the knee, 64 and 128 connections: about half an hour',
    quick: 'one to two minutes'
  },
  profiled: { experiment: storeQueues, about: 'a store behind two kinds of queue', profilers: 'cdp,heap' },
  types: { manifest: 'StoreManifest', analysis: 'StoreLabAnalysis' },
  records: {
    cells: { file: 'cells.jsonl', type: 'StoreRecord' },
    capacities: { file: 'capacities.jsonl', type: 'CapacityRecord' },
    costs: { file: 'costs.jsonl', type: 'CostRecord' },
    trials: { file: 'trials.jsonl', type: 'TrialRecord' }
  },
  otherNames: ({ lab }) => lab.search.candidates.map(({ name }) => name),
  plannedCells: plannedStoreCells,
  estimateMs: estimateStoreMs,
  nouns: ['cell', 'cells'],
  cellInWords: storeCellInWords,
  stages: {
    'store-data': 'filling the store, where it is not filled yet, and copying it for this run',
    capacity: 'finding what each strategy can serve, and the highest rate that all serve',
    'task-cost': 'finding from which cost of a task on a pool pays',
    search: 'searching the best pool and queue'
  },
  inLists: {
    cells: ({ lab }) => `${lab.operations.join(' and ')} at constant rates`,
    workload: ({ lab, plan: { part, length } }) => [part, lab.operations, lab.levels[length], lab.durationMs[length]]
  },
  work: () => import('./work.js')
}
