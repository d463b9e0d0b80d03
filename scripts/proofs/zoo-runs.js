import path from 'node:path'
import { parseArgs } from 'node:util'
import { allKinds } from '../../test/fixtures/servers/zoo/catalog.js'
import { untilInterrupted } from '../until-interrupted.js'
import { badOption, playOpenRuns, readEndMs } from './lib/play-runs.js'
import { chosenNames, INFO, orderOf, planRuns } from './lib/zoo-plan.js'
import { prepareZoo } from './lib/zoo-setup.js'

/**
 * Plays the runs of docs/zoo.md:
 * `node scripts/proofs/zoo-runs.js [folder] [--minutes n] [--kinds a,b] [--part 1/4] [--only verdict|all]`.
 * The kinds with many packages are played only where --kinds names them. Each run that ends, also one that failed, is one line
 * of <folder>/rows.jsonl. An interrupted proof continues where it stopped. The servers run under the node binary that runs this
 * script.
 */
const FOLDER = 'profiles/zoo'
const names = [...allKinds.map(({ name }) => name), INFO]

await untilInterrupted(async function playRuns(signal) {
  const { folder, endMs, chosen, only } = readOptions()
  await prepareZoo(chosen, signal)
  const reproduce = 'node scripts/proofs/zoo-runs.js'
  await playOpenRuns(planRuns(chosen, only), planned => orderOf(planned, allKinds), {
    folder,
    endMs,
    reproduce,
    signal
  })
})

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: 'string' },
      kinds: { type: 'string' },
      part: { type: 'string' },
      only: { type: 'string' }
    }
  })
  const { minutes, only } = values
  const chosen = chosenNames(values)
  if (chosen.length === 0)
    throw badOption('--part', `"${values.part}" has no kind`, 'such as 2/4: the second of four parts')
  const unknown = chosen.find(name => !names.includes(name))
  if (unknown !== undefined) throw badOption('--kinds', `there is no kind "${unknown}"`, names.join(', '))
  const endMs = readEndMs(minutes)
  return { folder: path.resolve(positionals[0] ?? FOLDER), endMs, chosen, only: readOnly(only) }
}

/** @param {string} [only] @returns {'verdict' | 'all' | undefined} */
function readOnly(only) {
  if (only === undefined || only === 'verdict' || only === 'all') return only
  throw badOption('--only', `there is no "${only}"`, 'verdict, all')
}
