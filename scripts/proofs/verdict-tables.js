import path from 'node:path'
import { falseAlarmTable } from './false-alarm-table.js'
import { readBank } from './lib/slice-bank.js'
import { powerTable } from './power-table.js'
import { sideBySideTable } from './side-by-side-table.js'
import { slicesOrLaunchesTable } from './slices-or-launches-table.js'

/**
 * How often verdicts are right, from the slices that record-slices.js recorded:
 * `node scripts/proofs/verdict-tables.js [folder]`. docs/verdicts.md defines method and columns, which were written down
 * before the first table. Drawing is seeded: the same bank gives the same tables.
 */
const DRAWS = Number(process.env.DRAWS ?? 4000)
/** Widths are medians, and need fewer draws than shares. */
const WIDTH_DRAWS = Math.min(DRAWS, 1000)

const bank = readBank(path.resolve(process.argv[2] ?? 'profiles/slices'))
const { interleaved, alone } = bank
const [identical = 0, planted = 0] = ['none again', 'burn-9'].map(
  variant => interleaved.roundsOf('cpuMainThread', variant).length
)
console.log(`${identical} rounds A/A, ${planted} of each planted cost, ${alone.rounds} alone; ${DRAWS} runs per share.`)
if (identical > 1 && planted > 1) {
  print('1. False alarms at default length', falseAlarmTable(interleaved, DRAWS))
  print('2. Power', powerTable(interleaved, DRAWS))
  if (alone.rounds > 1) print('3. Comparison with other methods', sideBySideTable(bank, DRAWS))
  print('More slices or more launches', slicesOrLaunchesTable(interleaved, WIDTH_DRAWS))
} else {
  console.error('Too few rounds are recorded to draw from. Run node scripts/proofs/record-slices.js first.')
  process.exitCode = 2
}

/**
 * @param {string} title
 * @param {string[]} lines
 */
function print(title, lines) {
  console.log(`\n### ${title}\n\n${lines.join('\n')}`)
}
