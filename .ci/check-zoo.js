import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { zooFaults } from '../scripts/proofs/lib/zoo-faults.js'
import { chosenNames } from '../scripts/proofs/lib/zoo-plan.js'
import { allKinds } from '../test/fixtures/servers/zoo/catalog.js'

/**
 * Fails where rows of the zoo have a wrong answer, name a function without a cost, or lack a kind that was to be played:
 * node .ci/check-zoo.js <rows file> [--kinds a,b] [--part 1/4]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { kinds: { type: 'string' }, part: { type: 'string' } }
})
const rows = readFileSync(positionals[0] ?? '', 'utf8')
  .split('\n')
  .filter(Boolean)
  .map(line => JSON.parse(line))
const faults = zooFaults(rows, allKinds, chosenNames(values))
for (const fault of faults) console.error(fault)
console.log(`The zoo: ${rows.length} runs, faults: ${faults.length}.`)
process.exitCode = faults.length > 0 ? 1 : 0
