import path from 'node:path'
import { locatedBlames } from '../../src/blame/blame.js'
import { evidenceOf } from '../../src/blame/evidence.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { mean } from '../../src/stats/means.js'
import { seededRandom, shuffled } from '../../src/stats/seeded-random.js'
import { responseReasons } from '../../src/verdict/slices/discard-reasons.js'
import { completeRuns } from './lib/record.js'
import { header, percent, quantile, row } from './lib/tables.js'

/** @import { Blame, BlameRow } from '../../src/blame/types.js' */
/** @import { Load } from '../../src/load/types.js' */
/** @import { LaunchTrees } from '../../src/profile/types.js' */
/** @import { SavedRun } from '../../src/runs/read-run.js' */
/** @import { SliceRecord } from '../../src/runs/types.js' */

/**
 * How often blame is right, from the bank that record-planted.js recorded: `node scripts/proofs/blame-table.js [folder] [rounds]`.
 * Each row resamples a bank of rounds: as many rounds as a run has (default 4, as in bench:prof) are drawn without
 * replacement and analysed as a run.
 *
 * Method and columns, fixed before the first table:
 * - first: share of resampled runs in which the planted function is the first row of the app, or, where the cost is on other
 *   threads, in which those have a row.
 * - confirmed: the same, and confirmed by the second profiler.
 * - error: the median and the 90th percentile of |cost - truth| / truth, where the planted function was found. The truth
 *   is what the server measured of itself: the mean time per call, without the slowest hundredth.
 * - coverage: share in which the 95% interval holds the truth.
 * - nothing planted: share of resampled runs of identical variants that blame a function of the app or a package, that have
 *   any row, and that have displaced system-call time.
 */
const RESAMPLES = Number(process.env.RESAMPLES ?? 200)
const folder = path.resolve(process.argv[2] ?? 'profiles/planted')
const roundsOfRun = Number(process.argv[3] ?? 4)

/**
 * @typedef {{ round: number, root: string, saved: SavedRun, trees: LaunchTrees[] }} BankRound
 * @typedef {{ variant: string, bank: BankRound[], isPlanted: (row: BlameRow) => boolean }} Case
 */

const bank = readBank('planted')
const heapBank = readBank('planted-allocation')
/** @type {Case[]} */
const cases = [
  ...['burn-5', 'burn-20', 'burn-100'].map(variant => ({ variant, bank, isPlanted: isNamed('burn') })),
  { variant: 'log', bank, isPlanted: isNamed('log') },
  { variant: 'compress', bank, isPlanted: row => row.poolUser === 'zlib' },
  { variant: 'allocate', bank: heapBank, isPlanted: isNamed('allocate') }
]
const rounds = `${bank.length} rounds of CPU, ${heapBank.length} of allocations`
console.log(`${RESAMPLES} resampled runs of ${roundsOfRun} rounds per row, from ${rounds}.\n`)
printCases('injected, µs of CPU', bank)
console.log('')
printCases('injected, bytes', heapBank)
const identicalColumns = [
  'nothing injected',
  'runs with a row of the app or a package',
  'runs with any row',
  'displaced system-call time'
]
console.log(`\n${header(identicalColumns).join('\n')}`)
if (bank.length >= roundsOfRun) console.log(nothingRow('CPU', bank))
if (heapBank.length >= roundsOfRun) console.log(nothingRow('bytes', heapBank))

/**
 * Prints the table of the costs that one bank was recorded with.
 * @param {string} label
 * @param {BankRound[]} rounds
 */
function printCases(label, rounds) {
  const columns = [label, 'truth', 'first', 'confirmed', 'cost (median)', 'error median', 'error p90', 'coverage']
  console.log(header(columns).join('\n'))
  for (const each of cases) if (each.bank === rounds && rounds.length >= roundsOfRun) console.log(rowOf(each))
}

/** @param {Case} each */
function rowOf({ variant, bank: rounds, isPlanted }) {
  const truth = truthOf(rounds, variant)
  const blames = resample(rounds, variant, 'none')
  const found = blames.map(blame => ({ blame, row: blame.rows.find(isPlanted) }))
  const first = found.filter(({ blame, row: planted }) => planted && isFirst(blame, planted))
  const confirmed = first.filter(({ row: planted }) => planted?.evidence === 'confirmed')
  const costs = found.flatMap(({ blame }) => costOf(blame, isPlanted))
  const errors = costs.map(({ difference }) => Math.abs(difference - (truth ?? 0)) / (truth ?? 1))
  const covered = costs.filter(({ low, high }) => truth !== null && Number(low) <= truth && truth <= Number(high))
  const cells = [
    variant,
    truth === null ? '-' : truth.toFixed(1),
    percent(first.length / blames.length),
    percent(confirmed.length / blames.length),
    quantile(
      costs.map(cost => cost.difference),
      0.5
    ).toFixed(1),
    truth === null ? '-' : percent(quantile(errors, 0.5)),
    truth === null ? '-' : percent(quantile(errors, 0.9)),
    truth === null ? '-' : percent(covered.length / costs.length)
  ]
  return row(...cells)
}

/**
 * @param {string} label
 * @param {BankRound[]} rounds
 */
function nothingRow(label, rounds) {
  const blames = resample(rounds, 'none again', 'none')
  const app = blames.filter(({ rows }) => rows.some(({ group }) => group === 'app' || group === 'package'))
  const any = blames.filter(({ rows }) => rows.length > 0)
  const displaced = blames.filter(blame => blame.displaced !== null)
  return row(label, ...[app, any, displaced].map(some => percent(some.length / blames.length)))
}

/**
 * @param {BankRound[]} rounds
 * @param {string} candidate
 * @param {string} baseline
 * @returns {Blame[]}
 */
function resample(rounds, candidate, baseline) {
  return Array.from({ length: RESAMPLES }, function runOf(_, index) {
    const drawn = shuffled(rounds, seededRandom(index)).slice(0, roundsOfRun)
    const slices = drawn.flatMap(({ saved }) => saved.slices)
    const trees = drawn.flatMap(round => round.trees)
    const experiment = /** @type {BankRound} */ (drawn[0]).saved.manifest.experiment
    const load = /** @type {Load} */ (experiment.loads[0])
    const [blame] = locatedBlames(
      candidate,
      baseline,
      evidenceOf({ trees, slices, isValid, load }, baseline, [candidate])
    )
    if (!blame) throw new Error(`the bank has no profiles of ${candidate}`)
    return blame

    /** @param {SliceRecord} slice */
    function isValid(slice) {
      return responseReasons(slice, experiment).length === 0
    }
  })
}

/**
 * Each run of the bank is one round; its launches get names of their own.
 * @param {string} experiment
 * @returns {BankRound[]}
 */
function readBank(experiment) {
  return completeRuns(folder, experiment).map(function toRound({ root, ...saved }, round) {
    const slices = saved.slices.map(slice => ({ ...slice, round, launch: `${round} ${slice.launch}` }))
    const trees = saved.trees.map(tree => ({ ...tree, launch: `${round} ${tree.launch}` }))
    return { round, root, saved: { ...saved, slices }, trees }
  })
}

/**
 * Returns the mean of what the profiled servers measured of themselves.
 * @param {BankRound[]} rounds
 * @param {string} variant
 * @returns {number | null}
 */
function truthOf(rounds, variant) {
  const truths = rounds.flatMap(({ root, saved }) => new RunFolder(root).readTruths(saved.launches))
  const own = truths.filter(truth => truth.variant === variant && truth.profiler !== 'none')
  const values = own.flatMap(({ micros, bytes }) => micros ?? bytes ?? [])
  return values.length === 0 ? null : mean(values)
}

/**
 * @param {Blame} blame
 * @param {BlameRow} row
 */
function isFirst({ rows }, row) {
  return row.threads !== null || rows.find(({ group }) => group === 'app') === row
}

/**
 * The cost of the planted function is the sum of its rows.
 * @param {Blame} blame
 * @param {(row: BlameRow) => boolean} isPlanted
 */
function costOf({ rows }, isPlanted) {
  const own = rows.filter(isPlanted).map(row => row.cost)
  const [largest] = own
  if (!largest) return []
  const difference = own.reduce((sum, cost) => sum + cost.difference, 0)
  const moved = difference - largest.difference
  return [{ difference, low: Number(largest.low) + moved, high: Number(largest.high) + moved }]
}

/** @param {string} name */
function isNamed(name) {
  return (/** @type {BlameRow} */ { group, owner }) => group === 'app' && owner?.name === name
}
