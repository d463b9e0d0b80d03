import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readLineFindings } from './lib/line-findings.js'
import { lineTables } from './lib/line-tables.js'
import { readRows } from './lib/play-runs.js'

/** @import { LineRow } from './lib/line-plan.js' */

/**
 * Prints the tables of docs/blame.md from the rows that line-zoo.js wrote, or writes them there:
 * `node scripts/proofs/line-table.js [rows file] [--write]`. Runs whose folders are still beside the rows are analysed again.
 */
const PAGE = 'docs/blame.md'
const [BEGIN, END] = ['<!-- line zoo -->', '<!-- end of line zoo -->']

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } })
const file = positionals[0] ?? 'profiles/lines/rows.jsonl'
/** @type {LineRow[]} */
const rows = readRows(file)
const again = []
for (const row of rows) again.push(await readAgain(row))
const tables = lineTables(again).join('\n')
if (values.write) {
  const page = readFileSync(PAGE, 'utf8')
  writeFileSync(
    PAGE,
    `${page.slice(0, page.indexOf(BEGIN) + BEGIN.length)}\n${tables}\n${page.slice(page.indexOf(END))}`
  )
} else console.log(tables)

/** @param {LineRow} row @returns {Promise<LineRow>} */
async function readAgain(row) {
  const root = row.folder && path.join(path.dirname(file), row.folder)
  return root && existsSync(root) ? { ...row, findings: await readLineFindings(root) } : row
}
