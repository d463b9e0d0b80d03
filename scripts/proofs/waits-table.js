import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readRows } from './lib/play-runs.js'
import { readWaitFindings } from './lib/wait-findings.js'
import { truthTable, waitsTables } from './lib/waits-tables.js'

/** @import { WaitRow } from './lib/waits-plan.js' */

/**
 * Prints the tables of docs/zoo-of-waits.md from the rows that waits-zoo.js wrote, or writes them there:
 * `node scripts/proofs/waits-table.js [rows file] [--truth] [--write]`. With --truth it is the table of the cases, which needs no run.
 * Runs whose folders are still beside the rows are read again.
 */
const PAGE = 'docs/zoo-of-waits.md'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { truth: { type: 'boolean' }, write: { type: 'boolean' } }
})
const file = positionals[0] ?? 'profiles/waits/rows.jsonl'
const title = values.truth ? 'cases of the zoo of waits' : 'results of the zoo of waits'
const tables = (values.truth ? truthTable() : waitsTables(readAgain())).join('\n')
if (values.write) {
  const [begin, end] = [`<!-- ${title} -->`, `<!-- end of ${title} -->`]
  const page = readFileSync(PAGE, 'utf8')
  writeFileSync(
    PAGE,
    `${page.slice(0, page.indexOf(begin) + begin.length)}\n${tables}\n${page.slice(page.indexOf(end))}`
  )
} else console.log(tables)

/** @returns {WaitRow[]} */
function readAgain() {
  /** @type {WaitRow[]} */
  const rows = readRows(file)
  return rows.map(function readRow(each) {
    const root = each.folder && path.join(path.dirname(file), each.folder)
    return root && existsSync(root) ? { ...each, findings: readWaitFindings(root) } : each
  })
}
