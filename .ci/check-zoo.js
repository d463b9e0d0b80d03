import { readFileSync } from 'node:fs'
import { zooFaults } from '../scripts/proofs/lib/zoo-faults.js'
import { allKinds } from '../test/fixtures/servers/zoo/catalog.js'

/** Fails where rows of the zoo have a wrong answer or name an innocent function: node .ci/check-zoo.js <rows file> */
const rows = readFileSync(process.argv[2] ?? '', 'utf8')
  .split('\n')
  .filter(Boolean)
  .map(line => JSON.parse(line))
const faults = zooFaults(rows, allKinds)
for (const fault of faults) console.error(fault)
console.log(`The zoo: ${rows.length} runs, faults: ${faults.length}.`)
process.exitCode = faults.length > 0 ? 1 : 0
