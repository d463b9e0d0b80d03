import { readFileSync } from 'node:fs'
import { allKinds } from '../../test/fixtures/servers/zoo/catalog.js'
import { zooTables } from './lib/zoo-tables.js'

/** @import { ZooRow } from './lib/zoo-row.js' */

/**
 * Prints the tables of docs/zoo.md from the rows that zoo-runs.js wrote: `node scripts/proofs/zoo-table.js [rows file]`.
 * Rows of several versions of Node.js are printed together, and then each version apart.
 */
const file = process.argv[2] ?? 'profiles/zoo/rows.jsonl'
/** @type {ZooRow[]} */
const rows = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line))
const versions = [...new Set(rows.map(({ node }) => node))].sort()

print(versions.join(' and '), rows)
if (versions.length > 1)
  for (const version of versions)
    print(
      version,
      rows.filter(({ node }) => node === version)
    )

/** @param {string} title @param {ZooRow[]} some */
function print(title, some) {
  console.log([`Node.js ${title}, ${some.length} runs`, '', ...zooTables(some, allKinds), ''].join('\n'))
}
