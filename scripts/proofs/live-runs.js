import path from 'node:path'
import { parseArgs } from 'node:util'
import { untilInterrupted } from '../until-interrupted.js'
import { LIVE_FOLDER, liveRowOf, planLiveRuns } from './bank/live-rows.js'
import { bankExperiment, bankServers } from './bank/servers.js'
import { compareFully } from './lib/compare-fully.js'
import { playOpenRows, readEndMs } from './lib/play-runs.js'
import { prepareZoo } from './lib/zoo-setup.js'

/** @import { LiveRun } from './bank/live-rows.js' */

/**
 * Plays the live runs of docs/verdicts.md: the servers of the bank, compared by `workshop compare` as people type it, in 90 s:
 * `node scripts/proofs/live-runs.js [folder] [--minutes n]`. It continues where it stopped; bank-table.js prints the rows.
 */
const OPTIONS = ['--only', 'verdict', '--max-time', '90']
const { values, positionals } = parseArgs({ allowPositionals: true, options: { minutes: { type: 'string' } } })
const folder = path.resolve(positionals[0] ?? 'profiles/bank-live')

await untilInterrupted(async function playRuns(signal) {
  await prepareZoo(
    bankServers.map(({ name }) => name),
    signal
  )
  const session = { folder: LIVE_FOLDER, endMs: readEndMs(values.minutes) }
  await playOpenRows(planLiveRuns(bankServers), keyOf, run => playOne(run, signal), session)
})

/** @param {LiveRun} run */
function keyOf({ server, planted, repetition }) {
  return `${server} ${planted} ${repetition}`
}

/** @param {LiveRun} run @param {AbortSignal} signal */
async function playOne(run, signal) {
  const server = bankServers.find(({ name }) => name === run.server)
  if (!server) throw new TypeError(`the bank has no server ${run.server}`)
  const experiment = bankExperiment(server, [run.planted])
  const name = keyOf(run).replaceAll(' ', '-')
  const seed = run.repetition
  return liveRowOf(
    run,
    await compareFully({ experiment: { ...experiment, name }, seed, folder, signal, options: OPTIONS })
  )
}
