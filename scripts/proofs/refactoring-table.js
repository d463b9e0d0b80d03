import { refactorings } from '../../test/fixtures/servers/zoo/refactorings/catalog.js'
import { readRows } from './lib/play-runs.js'
import { refactoringTables } from './lib/refactoring-tables.js'

/**
 * Prints the tables of docs/blame.md from the rows that refactoring-runs.js wrote:
 * `node scripts/proofs/refactoring-table.js [rows file]`.
 */
const rows = readRows(process.argv[2] ?? 'profiles/refactorings/rows.jsonl')
console.log(refactoringTables(rows, refactorings).join('\n'))
