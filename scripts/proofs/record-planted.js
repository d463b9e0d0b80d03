import path from 'node:path'
import { untilInterrupted } from '../until-interrupted.js'
import { planted, plantedAllocation } from './lib/planted-experiments.js'
import { recordNext } from './lib/record.js'

/**
 * Records launches of the planted servers, to be resampled by blame-table.js: `node scripts/proofs/record-planted.js [folder]`.
 * A round is a run of its own, so that an interrupted recording continues where it stopped. A round of the CPU bank has
 * about 80 s of load and warm-up, one of the allocations 20 s.
 */
const folder = path.resolve(process.argv[2] ?? 'profiles/planted')
const banks = [
  { experiment: planted, profilers: ['cdp', 'prof'], rounds: 8 },
  { experiment: plantedAllocation, profilers: ['heap'], rounds: 4 }
]

await untilInterrupted(async function recordBanks(signal) {
  for (const { experiment, profilers, rounds } of banks)
    for (let round = 0; round < rounds; round++)
      await recordNext(round, {
        label: `${experiment.name}: round ${round + 1} of ${rounds}`,
        experiment,
        folder,
        reproduce: 'node scripts/proofs/record-planted.js',
        signal,
        design: { profilers, rounds: 1 }
      })
})
