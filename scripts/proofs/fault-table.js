import { faultRows } from '../../test/faults/fault-rows.js'
import { playFault } from '../../test/faults/play-fault.js'
import { header, row } from './lib/tables.js'

/**
 * Plays the fault matrix and prints it as a table: `node scripts/proofs/fault-table.js [words of a fault] [--part 1/3]`. Exit code 1 where a
 * row fails, and where there is no such row. Linux only: it reads /proc.
 */
const part = /^(\d+)\/(\d+)$/.exec(process.argv[process.argv.indexOf('--part') + 1] ?? '')
const [words = ''] = process.argv.slice(2).filter(word => word !== '--part' && word !== part?.[0])
const found = faultRows.filter(({ fault, stage }) => `${fault}, ${stage}`.includes(words))
const rows = part ? found.filter((_, at) => at % Number(part[2]) === Number(part[1]) - 1) : found

console.log(header(['fault', 'stage', 'exit code', 'message', 'result']).join('\n'))
const counts = { right: 0, wrong: 0, notPossible: 0 }
for (const each of rows) {
  const { fault, stage, exitCode, message, faults, skipped } = await playFault(each)
  counts[skipped ? 'notPossible' : faults.length > 0 ? 'wrong' : 'right']++
  const result = skipped ? `not possible here: ${skipped}` : faults.join('; ') || 'right'
  const ending = skipped ? '-' : String(exitCode ?? 'signal')
  console.log(row(...[fault, stage, ending, message, result].map(cell => cell.replaceAll('|', '\\|'))))
}
console.log(`\n${counts.right} right, ${counts.wrong} wrong, ${counts.notPossible} not possible here`)
if (rows.length === 0) console.error('No row has these words, or there is no such part.')
if (counts.wrong > 0 || rows.length === 0) process.exitCode = 1
