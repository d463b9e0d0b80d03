import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { WorkshopError } from '../../src/errors/errors.js'
import { appendJsonLine } from '../../src/system/files/files.js'
import { allKinds } from '../../test/fixtures/servers/zoo/catalog.js'
import { untilInterrupted } from '../until-interrupted.js'
import { recordRun } from './lib/record.js'
import { chosenNames, INFO, keyOf, orderOf, planRuns } from './lib/zoo-plan.js'
import { readFindings } from './lib/zoo-row.js'
import { prepareZoo } from './lib/zoo-setup.js'

/** @import { PlannedRun } from './lib/zoo-plan.js' */
/** @import { ZooRow } from './lib/zoo-row.js' */

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
  const file = path.join(folder, 'rows.jsonl')
  await prepareZoo(chosen, signal)
  mkdirSync(folder, { recursive: true })
  const played = new Set(readRows(file).map(keyOf))
  const open = planRuns(chosen, only).filter(run => !played.has(keyOf({ ...run, node: process.version })))
  for (const [index, planned] of open.entries()) {
    if (performance.now() >= endMs) return console.error(`out of time: ${open.length - index} runs are left`)
    appendJsonLine(file, await playOne(planned, folder, signal))
  }
})

/** @type {(planned: PlannedRun, folder: string, signal: AbortSignal) => Promise<ZooRow>} */
async function playOne(planned, folder, signal) {
  const order = orderOf(planned, allKinds)
  const startedMs = performance.now()
  const known = { ...planned, node: process.version, seed: order.seed, at: new Date().toISOString() }
  try {
    const root = await recordRun({ ...order, folder, reproduce: 'node scripts/proofs/zoo-runs.js', signal })
    return { ...known, folder: path.basename(root), problem: null, ...readFindings(root) }
  } catch (error) {
    if (!(error instanceof WorkshopError) || signal.aborted) throw error
    console.error(error.message)
    return { ...known, folder: null, problem: error.code, wallMs: performance.now() - startedMs, findings: null }
  }
}

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
  const { minutes = 'Infinity', only } = values
  const chosen = chosenNames(values)
  if (chosen.length === 0)
    throw badOption('--part', `"${values.part}" has no kind`, 'such as 2/4: the second of four parts')
  const unknown = chosen.find(name => !names.includes(name))
  if (unknown !== undefined) throw badOption('--kinds', `there is no kind "${unknown}"`, names.join(', '))
  if (!(Number(minutes) > 0)) throw badOption('--minutes', `"${minutes}" is no time`, 'minutes above 0')
  const endMs = performance.now() + Number(minutes) * 60_000
  return { folder: path.resolve(positionals[0] ?? FOLDER), endMs, chosen, only: readOnly(only) }
}

/** @param {string} [only] @returns {'verdict' | 'all' | undefined} */
function readOnly(only) {
  if (only === undefined || only === 'verdict' || only === 'all') return only
  throw badOption('--only', `there is no "${only}"`, 'verdict, all')
}

/** @type {(option: string, problem: string, allowed: string) => WorkshopError} */
function badOption(option, problem, allowed) {
  return new WorkshopError('ERR_BAD_OPTION', { option, problem, allowed })
}

/** @param {string} file @returns {ZooRow[]} */
function readRows(file) {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
}
