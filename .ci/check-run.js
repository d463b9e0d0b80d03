import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Checks that the one run in a folder answered its question: every part of the main job left its mark. */
const [folder = ''] = process.argv.slice(2)
const [name = '', ...others] = readdirSync(folder)
assert.deepEqual(others, [], 'one run was asked for')

const root = path.join(folder, name)
const analysis = JSON.parse(readFileSync(path.join(root, 'analysis.json'), 'utf8'))
assert.equal(analysis.status, 'complete')
assert.deepEqual(analysis.checks.voided, [])
assert.ok(analysis.verdicts[0].change.low <= analysis.verdicts[0].change.high, 'the verdict has an interval')
assert.deepEqual(
  analysis.loads.map(part => part.load.generator),
  ['autocannon', 'artillery']
)
assert.deepEqual(
  analysis.ticks.map(table => table.generator),
  ['autocannon', 'artillery']
)
for (const { variants } of analysis.ticks) {
  for (const { rows } of Object.values(variants)) {
    assert.ok(rows.find(row => row.name === 'total').ticks > 0, 'every variant has ticks under every generator')
  }
}
for (const { path: file } of analysis.artifacts) assert.ok(existsSync(path.join(root, file)), `${file} is there`)
assert.ok(existsSync(path.join(root, 'summary.md')))
console.log(
  `The short run is whole: ${analysis.checks.slices} slices, ${analysis.artifacts.length} files of the tools.`
)
