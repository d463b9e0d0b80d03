import path from 'node:path'
import { falseAlarmTables } from './false-alarm-tables.js'
import { powerTables } from './power-tables.js'
import { sideBySideTables } from './side-by-side-tables.js'
import { readBank } from './slice-bank.js'
import { whatItTakesTables } from './what-it-takes-table.js'

/**
 * How good verdicts are, from the slices that record-slices.js recorded: `node scripts/proofs/verdict-tables.js [folder]`.
 * The method and what each column means were written down before the first table: docs/verdicts.md. Drawing is seeded: the
 * same bank gives the same tables.
 */
const DRAWS = Number(process.env.DRAWS ?? 4000)
/** Widths are medians, and settle sooner than shares. */
const WIDTH_DRAWS = Math.min(DRAWS, 1000)

const bank = readBank(path.resolve(process.argv[2] ?? 'profiles/slices'))
const { interleaved, alone } = bank
const [same, planted] = ['none again', 'burn-9'].map(variant => interleaved.roundsOf('cpuMainThread', variant).length)
const isEnough = Number(same) > 1 && Number(planted) > 1
console.log(`${same} rounds A/A, ${planted} of each planted, ${alone.rounds} alone; ${DRAWS} runs drawn for a share.`)
if (!isEnough) {
  console.error('Too little is recorded to draw from: node scripts/proofs/record-slices.js comes first.')
  process.exitCode = 2
}
if (isEnough) {
  print('1. False alarms at default length', falseAlarmTables(interleaved, DRAWS))
  print('2. Power', powerTables(interleaved, DRAWS))
}
if (isEnough && alone.rounds > 1) print('3. Side by side', sideBySideTables(bank, DRAWS))
if (isEnough) print('What it takes', whatItTakesTables(interleaved, WIDTH_DRAWS))

/**
 * @param {string} title
 * @param {string[]} lines
 */
function print(title, lines) {
  console.log(`\n### ${title}\n\n${lines.join('\n')}`)
}
