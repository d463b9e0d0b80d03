import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * Exports the one run in a folder, that was watched by cdp, in every format, and reads what comes out.
 * node .ci/check-exports.js <folder>
 */
const [folder = ''] = process.argv.slice(2)
const [name = ''] = readdirSync(folder)
const root = path.join(folder, name)

const speedscope = JSON.parse(exported('speedscope'))
assert.deepEqual(
  speedscope.profiles.map(profile => profile.name),
  ['off', 'log=sync', 'gzip=on']
)
const cpuprofile = JSON.parse(exported('cpuprofile', '--variant', 'log=sync'))
assert.ok(cpuprofile.nodes.some(node => node.callFrame.url.endsWith('src/app/info/route.js')))
assert.ok(cpuprofile.samples.length > 0)
const folded = exported('folded', '--variant', 'log=sync')
assert.match(folded, /^.+;.+ \d+$/m)
console.log(`The exports are whole: ${cpuprofile.nodes.length} nodes, ${folded.split('\n').length - 1} stacks.`)

/**
 * @param {string} format
 * @param {string[]} more
 */
function exported(format, ...more) {
  const args = ['scripts/workshop.js', 'export', root, '--format', format, '--profiler', 'cdp', ...more]
  return execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e9 })
}
