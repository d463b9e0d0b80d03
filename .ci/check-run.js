import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Checks that the one run in a folder answered its question: every part of the job left its mark.
 * node .ci/check-run.js <folder> [kind of file that the tools must have left ...]
 */
const [folder = '', ...kinds] = process.argv.slice(2)
const [name = '', ...others] = readdirSync(folder)
assert.deepEqual(others, [], 'one run was asked for')

const root = path.join(folder, name)
const analysis = JSON.parse(readFileSync(path.join(root, 'analysis.json'), 'utf8'))
assert.equal(analysis.status, 'complete')
assert.deepEqual(analysis.checks.voided, [])
assert.ok(analysis.verdicts[0].change.low <= analysis.verdicts[0].change.high, 'the verdict has an interval')

const generators = ['autocannon', 'artillery']
assert.deepEqual(
  analysis.loads.map(part => part.load.generator),
  generators
)
assert.deepEqual(
  analysis.ticks.map(table => table.generator),
  generators
)
for (const { variants } of analysis.ticks) {
  for (const { rows } of Object.values(variants)) {
    assert.ok(rows.find(row => row.name === 'total').ticks > 0, 'every variant has ticks under every generator')
  }
}
for (const kind of [...kinds, 'table']) {
  const files = analysis.artifacts.filter(artifact => artifact.kind === kind)
  assert.deepEqual(
    [...new Set(files.map(file => file.variant))].sort(),
    ['log=off', 'log=sync'],
    `a ${kind} of each variant`
  )
  for (const file of files) assert.ok(existsSync(path.join(root, file.path)), `${file.path} is there`)
}
assert.ok(existsSync(path.join(root, 'summary.md')))
console.log(
  `The short run is whole: ${analysis.checks.slices} slices, ${analysis.artifacts.length} files of the tools.`
)
