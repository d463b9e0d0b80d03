import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { lineTables } from './lib/line-tables.js'
import { readRows } from './lib/play-runs.js'

/**
 * Prints the tables of docs/blame.md from the rows that line-zoo.js wrote, or writes them there:
 * `node scripts/proofs/line-table.js [rows file] [--write]`.
 */
const PAGE = 'docs/blame.md'
const [BEGIN, END] = ['<!-- line zoo -->', '<!-- end of line zoo -->']

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } })
const rows = /** @type {any[]} */ (readRows(positionals[0] ?? 'profiles/lines/rows.jsonl'))
const tables = lineTables(rows).join('\n')
if (values.write) {
  const page = readFileSync(PAGE, 'utf8')
  writeFileSync(
    PAGE,
    `${page.slice(0, page.indexOf(BEGIN) + BEGIN.length)}\n${tables}\n${page.slice(page.indexOf(END))}`
  )
} else console.log(tables)
