import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Checks that a calibration was saved, and says of each planted cost what became of it: node .ci/check-calibration.js <folder> */
const folder = path.join(process.argv[2] ?? '', 'calibrations')
const [name = '', ...others] = readdirSync(folder)
assert.deepEqual(others, [], 'one machine and one Node')
const { node, rounds, spreads, identical, planted } = JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
assert.equal(node, process.version)
assert.ok(rounds >= 2)
assert.ok(spreads.cpuPerRequest > 0)
assert.ok(identical.change.low <= identical.change.high)
assert.deepEqual(
  planted.map(({ variant }) => variant),
  ['burn-10', 'log', 'allocate']
)
const [burn] = planted
assert.ok(burn.truth.micros > 5 && burn.truth.micros < 50, 'the server reports what it burnt')
assert.ok(burn.change.low <= burn.change.high)
console.log(`The calibration is whole: ${rounds} rounds, ${planted.length} planted costs.`)
