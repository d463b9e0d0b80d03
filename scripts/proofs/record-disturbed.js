import { fork } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { untilInterrupted } from '../until-interrupted.js'
import { bankExperiment } from './bank/servers.js'
import { BUSY_PERCENT, disturbedServers, PLANTED } from './disturbed/cases.js'
import { recordNext, sharedCoreOnly } from './lib/record.js'
import { prepareZoo } from './lib/zoo-setup.js'

/**
 * Records rounds of equal servers, and of one with a planted cost, beside a process that uses a part of a core:
 * `node scripts/proofs/record-disturbed.js [folder] [--rounds n]`. A run of few rounds at each level is played after the other, so
 * that an interrupted recording has all levels, and continues where it stopped.
 */
const ROUNDS_PER_RUN = 3
const BUSY_PROCESS = path.join(import.meta.dirname, 'lib/busy-process.cjs')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '18' } }
})
const folder = path.resolve(positionals[0] ?? 'profiles/disturbed')
const runs = Math.ceil(Number(values.rounds) / ROUNDS_PER_RUN)

await untilInterrupted(async function recordDisturbed(signal) {
  await prepareZoo(
    disturbedServers.map(({ name }) => name),
    signal
  )
  for (let run = 0; run < runs; run++)
    for (const server of disturbedServers)
      for (const busy of BUSY_PERCENT) await beside(busy, () => recordOne({ server, busy, run, signal }))
})

/** @param {{ server: typeof disturbedServers[0], busy: number, run: number, signal: AbortSignal }} which */
function recordOne({ server, busy, run, signal }) {
  const experiment = bankExperiment(server, PLANTED)
  return recordNext(run, {
    label: `${server.name} beside ${busy}% of a core: run ${run + 1} of ${runs}`,
    experiment: { ...experiment, name: `${experiment.name}-beside-${busy}` },
    folder,
    reproduce: 'node scripts/proofs/record-disturbed.js',
    signal,
    changes: { ...sharedCoreOnly, rounds: ROUNDS_PER_RUN }
  })
}

/** @param {number} percent of a core @param {() => Promise<void>} work */
async function beside(percent, work) {
  const ofEach = Array.from({ length: Math.ceil(percent / 100) }, (_, full) => Math.min(100, percent - full * 100))
  const busy = ofEach.map(own => fork(BUSY_PROCESS, [String(own)]))
  try {
    await work()
  } finally {
    for (const each of busy) each.disconnect()
  }
}
