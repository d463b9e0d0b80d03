import { parseArgs } from 'node:util'
import { runFuzz } from './fuzz/run-fuzz.js'
import { fuzzTargets } from './fuzz/targets.js'

/**
 * Plays generated cases against what reads files and input: `node scripts/proofs/fuzz.js [cases] [--seed n] [--target name]`. Without a
 * name each target plays that many cases. Exits with 1 when a case failed; the line of a failure has the seed that plays it again. A
 * target is a file beside `fuzz/targets.js` and an entry there.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '16' }, target: { type: 'string' } }
})
const cases = Number(positionals[0] ?? 1000)
const names = values.target === undefined ? Object.keys(fuzzTargets) : [values.target]
let failed = 0
for (const name of names) {
  const startMs = performance.now()
  const failures = await runFuzz(name, { cases, seed: Number(values.seed) })
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
  console.log(`${name.padEnd(16)} ${cases} cases  seed ${values.seed}  ${failures.length} failed  ${seconds} s`)
  for (const { seed, run, problem, input } of failures)
    console.log(`  --seed ${seed}, case ${run}: ${problem}\n    ${input.slice(0, 2000)}`)
  failed += failures.length
}
process.exitCode = failed === 0 ? 0 : 1
