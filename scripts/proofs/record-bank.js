import path from 'node:path'
import { parseArgs } from 'node:util'
import { sizesOf } from '../../src/measure/rounds/presets.js'
import { untilInterrupted } from '../until-interrupted.js'
import { savedRuns, saveRounds } from './bank/rounds.js'
import { bankExperiment, bankServers } from './bank/servers.js'
import { recordRun } from './lib/record.js'
import { prepareZoo } from './lib/zoo-setup.js'

/**
 * Records rounds of a baseline, of the same server and of four with a planted cost, on five kinds of servers, to be drawn
 * again as runs: `node scripts/proofs/record-bank.js [folder] [--rounds n]`. A run of few rounds of each kind is played
 * after the other, so that an interrupted recording has all kinds, and continues where it stopped: what is recorded is saved
 * in bank/rounds.jsonl.
 */
const ROUNDS_PER_RUN = 3
const { warmUp: WARM_UP } = sizesOf({ isShort: false, hasManyVariants: false })
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '60' } }
})
const folder = path.resolve(positionals[0] ?? 'profiles/bank')
const runs = Math.ceil(Number(values.rounds) / ROUNDS_PER_RUN)

await untilInterrupted(async function recordBank(signal) {
  const zoo = bankServers.map(({ name }) => name).filter(name => name !== 'info')
  await prepareZoo(zoo, signal)
  saveRounds(folder)
  for (let run = 0; run < runs; run++)
    for (const server of bankServers) {
      if (savedRuns(server.name) > run) continue
      await recordRun({
        seed: run,
        label: `${server.name}: run ${run + 1} of ${runs}`,
        experiment: bankExperiment(server),
        folder,
        reproduce: 'node scripts/proofs/record-bank.js',
        signal,
        // Six servers share the cores: each is warmed up as much as one of two.
        changes: {
          rounds: ROUNDS_PER_RUN,
          detailRounds: 0,
          endsWhenClear: false,
          warmUp: { ...WARM_UP, mostMs: 30_000 }
        }
      })
      saveRounds(folder)
    }
})
