import path from 'node:path'
import { parseArgs } from 'node:util'
import { sizesOf } from '../../src/measure/rounds/presets.js'
import { untilInterrupted } from '../until-interrupted.js'
import { countSaved, saveRounds } from './bank/rounds.js'
import { bankExperiment, bankSeries, bankServers } from './bank/servers.js'
import { recordRun, sharedCoreOnly } from './lib/record.js'
import { prepareZoo } from './lib/zoo-setup.js'

/** @import { BankSeries } from './bank/servers.js' */

/**
 * Records rounds of a baseline, of the same server and of four with a planted cost, on five kinds of servers, to be drawn
 * again as runs: `node scripts/proofs/record-bank.js [folder] [--rounds n]`. All six of a kind play in one round, or each candidate in
 * rounds of its own. A run of few rounds of each series is played after the other, so that an interrupted recording has all of them, and
 * continues where it stopped: what is recorded is saved in bank/rounds.jsonl.
 */
const { warmUp: WARM_UP } = sizesOf({ isShort: false, hasManyVariants: false, servers: 2 })
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '60' } }
})
const folder = path.resolve(positionals[0] ?? 'profiles/bank')
const wanted = Number(values.rounds)

await untilInterrupted(async function recordBank(signal) {
  await prepareZoo(
    bankServers.map(({ name }) => name),
    signal
  )
  saveRounds(folder)
  for (const all of bankSeries())
    for (let rounds = 0; rounds < wanted; rounds++)
      for (const series of all) {
        const known = countSaved(series)
        if (known <= rounds) await recordOne(series, known, signal)
      }
})

/** @param {BankSeries} series @param {number} saved rounds @param {AbortSignal} signal */
async function recordOne({ server, planted, roundsPerRun }, saved, signal) {
  await recordRun({
    seed: saved,
    label: `${server.name} ${planted.join(', ')}: ${saved} of ${wanted} rounds`,
    experiment: bankExperiment(server, planted),
    folder,
    reproduce: 'node scripts/proofs/record-bank.js',
    signal,
    changes: {
      ...sharedCoreOnly,
      rounds: roundsPerRun,
      // Six servers share the cores: each is warmed up as much as one of two.
      warmUp: { ...WARM_UP, mostMs: planted.length > 1 ? 30_000 : WARM_UP.mostMs }
    }
  })
  saveRounds(folder)
}
